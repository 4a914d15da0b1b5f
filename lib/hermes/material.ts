/**
 * Tells what a person wrote from what was pasted: code, logs, traces, tables. A line is judged by its
 * form alone, never by its subject.
 */

/** Longest beginning of a line that is looked at. */
const LOOKED_AT = 400;

/** Forms of logs and traces that no sentence has: they count wherever they stand. */
const RECORDS: readonly RegExp[] = [
  // A time to the second, or an address with a time, at the beginning.
  /^[[(]?(?:\d{4}[-/]\d\d?[-/]\d\d?[ T,]+)?\d\d?:\d\d:\d\d\b/,
  /^[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d /,
  /^\[(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\]/,
  /^\d{1,3}(?:\.\d{1,3}){3} \S+ \S+ \[/,
  // Stack traces.
  /^Traceback \(most recent call last\)/,
  /^\s*File "[^"]*", line \d+/,
  /^\s*at [^(]*\((?:[^)]*:\d+|Native Method|<anonymous>)\)?/,
  /^\s+at \S/,
  /^(?:Caused by: )?[\w.$]+(?:Error|Exception)(?: \[\w+\])?: /,
  /^(?:goroutine \d+ \[|thread '[^']*' panicked)/,
  // Differences, and lists of commits.
  /^(?:diff --git |index [0-9a-f]{7,}|@@ -\d|\+\+\+ [\w/]|--- [\w/])/,
  /^(?=\d*[a-f])(?=[a-f]*\d)[0-9a-f]{7,40} /,
];

/** Forms of code and data that a short sentence may have too: they count among other lines. */
const NOTATIONS: readonly RegExp[] = [
  /^\[?(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|CRITICAL)\b/,
  /^(?:\$ [a-z./]|>>> |#!\/)/,
  // Statements and declarations.
  /^\s*import [\w.*]+(?: as \w+)?;?$/,
  /^\s*import .* from ["'].*["'];?$/,
  /^\s*from [\w.]+ import /,
  /^\s*(?:(?:export|public|private|protected|static|async|abstract|final) )*(?:def|function|func|fn|class|interface|struct|enum|impl|namespace|package|module|const|let|var|type) [\w$]+\s*(?:[({:=<;[]|$)/,
  /^\s*(?:if|elif|else|for|while|switch|try|catch|except|finally|with|match|case|do)\b.*[{:]\s*$/,
  /^\s*(?:return|yield|throw|raise|await|echo|print|printf)\b.*[;()[\]"'=+*/\d]\S*\s*$/,
  /^\s*(?:return|pass|break|continue|else|end|fi|done)\s*;?\s*$/,
  /^\s+(?:return|yield|throw|raise|await) [\w$.]+\s*;?\s*$/,
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|FROM|WHERE|JOIN|GROUP BY|ORDER BY)\b/,
  /^\s*[\w$.[\]'"]+\s*(?:[-+*/|&]?=|:=|<-|=>)\s*\S/,
  /^\s*[\w$.]+\(.*\)\s*[;,]?\s*$/,
  /[;{}]\s*$/,
  /^\s*[\])}]+[,;]?\s*$/,
  /^\s*<[/!?a-zA-Z][^>]*>/,
  /^\s*(?:\/\/|\/\*|\*\/|#include|@\w+\s*(?:\(|$))/,
  // Keys with a value of one word (a label of a letter begins with a capital), quoted keys, rows.
  /^\s*(?:- )?[a-z_][\w.-]*:(?:\s+\S+)?\s*$/,
  /^\s*"[^"]*"\s*:\s*\S/,
  /^\s*\|.*\|\s*$/,
];

/** What separates the fields of a row; a blank after it belongs to prose. */
const SEPARATORS = /[,;\t|](?! )/g;
/** Fewest separators of a row, and fewest rows with the same number of a table. */
const ROW_SEPARATORS = 2;
const TABLE_ROWS = 3;

/** A link or a path counts as a word. */
const LINKS = /\b[a-z][a-z+.-]*:\/\/\S+|(?:^|\s)[~.]?\/\S+/gi;
const SYMBOLS = /[{}[\]()<>=;|\\_#$%^&*+~`"/@0-9]/g;
const LETTERS = /\p{L}/gu;
/** A line with more symbols than this share of its letters is no sentence. */
const MOST_SYMBOLS = 0.7;

/** A line that opens or closes a fenced block. */
const FENCE = /^\s*(?:```|~~~)/;

/** One line of a message. */
export interface MessageLine {
  text: string;
  kind: "words" | "material" | "blank";
}

/** The lines of a message with their kinds. Takes time linear in the text. */
export function messageLines(text: string): MessageLine[] {
  const lines = text.split(/\r?\n/);
  const starts = lines.map((line) => line.slice(0, LOOKED_AT));
  const isAlone = starts.filter((line) => line.trim() !== "").length === 1;
  const inTable = tableRows(starts.map((line) => line.match(SEPARATORS)?.length ?? 0));
  let fenced = false;
  return lines.map((line, at): MessageLine => {
    const start = starts[at]!;
    const isFence = FENCE.test(start);
    if (isFence) fenced = !fenced;
    if (!isFence && !fenced && start.trim() === "") return { text: line, kind: "blank" };
    const isMaterial = isFence || fenced || RECORDS.some((form) => form.test(start)) ||
      (!isAlone && (NOTATIONS.some((form) => form.test(start)) || isMostlySymbols(start) ||
        inTable[at]!));
    return { text: line, kind: isMaterial ? "material" : "words" };
  });
}

/** Which lines stand in a table: a run of lines with equally many separators. */
function tableRows(separators: readonly number[]): boolean[] {
  const rows: boolean[] = [];
  for (let start = 0, end; start < separators.length; start = end) {
    const count = separators[start]!;
    end = start + 1;
    while (separators[end] === count) end++;
    const isTable = count >= ROW_SEPARATORS && end - start >= TABLE_ROWS;
    for (let at = start; at < end; at++) rows.push(isTable);
  }
  return rows;
}

function isMostlySymbols(line: string): boolean {
  const plain = line.replace(LINKS, " a ");
  const letters = plain.match(LETTERS)?.length ?? 0;
  return (plain.match(SYMBOLS)?.length ?? 0) > MOST_SYMBOLS * letters;
}
