"""Prints the skills part of the system prompt that this environment's Hermes builds for HERMES_HOME."""
import sys

from agent.prompt_builder import build_skills_system_prompt

sys.stdout.reconfigure(encoding="utf-8", newline="\n")
sys.stdout.write(build_skills_system_prompt())
