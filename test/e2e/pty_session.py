"""Runs a command on a pseudo terminal, because neither Deno nor Bun can open one.

Usage: python3 pty_session.py COMMAND [ARGUMENT...]

Bytes read from standard input are typed into the terminal, bytes the terminal shows are copied to
standard output. The end of standard input types nothing; the session ends when the command does,
and this process then exits with the command's status.
"""

import fcntl
import os
import pty
import select
import struct
import sys
import termios

ROWS, COLUMNS = 50, 200


def main():
    child, terminal = pty.fork()
    if child == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execvp(sys.argv[1], sys.argv[1:])
    sources = [terminal, 0]
    while True:
        for source in select.select(sources, [], [])[0]:
            try:
                data = os.read(source, 65536)
            except OSError:  # Linux answers EIO once the command has closed its side.
                data = b""
            if data:
                os.write(1 if source == terminal else terminal, data)
            elif source == 0:
                sources.remove(0)
            else:
                status = os.waitpid(child, 0)[1]
                sys.exit(os.waitstatus_to_exitcode(status) & 0xFF)


main()
