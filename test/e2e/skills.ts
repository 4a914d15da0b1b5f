/**
 * The skills of the end-to-end home: one subject each, so that a message can name its skill by
 * words no other description has; two pairs share a name; five are not in English.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** `category/directory` → description; the skill's name is its directory's. */
const SKILLS: Record<string, string> = {
  "data-science/csv-charts": "Draw bar charts, histograms and scatter plots from a CSV file.",
  "data-science/notebook-runner": "Execute Jupyter notebooks headless and keep their outputs.",
  "data-science/table-cleaner": "Deduplicate rows and fill missing cells in pandas tables.",
  "devops/deploy": "Roll a container image out to a Kubernetes cluster, step by step.",
  "devops/log-triage": "Group stack traces from server logs by their root cause.",
  "devops/nginx-certificates": "Renew the TLS certificates of an nginx reverse proxy.",
  "documents/pdf-forms": "Fill in the fields of a PDF form and flatten it.",
  "documents/invoice-reader": "Extract totals, dates and VAT numbers from scanned invoices.",
  "documents/slide-deck": "Build a presentation with speaker notes from an outline.",
  "documents/summary": "Condense a long contract into one page for a lawyer.",
  "email/newsletter": "Draft a weekly newsletter for subscribers.",
  "finance/expense-report": "Add up receipts from a business trip into an expense report.",
  "finance/tax-calendar": "List upcoming tax deadlines for a freelancer.",
  "games/chess-openings": "Explain chess openings and drill their main lines.",
  "garden-planner": "Lay out vegetable beds by season and sunlight.",
  "media/podcast-cutter": "Remove silences and filler words from a podcast recording.",
  "media/subtitle-sync": "Shift subtitles until they match the spoken audio of a film.",
  "mlops/serving/model-endpoint": "Put a trained network behind an inference endpoint.",
  "mlops/training/lora-tuning": "Fine-tune a language model with low-rank adapters.",
  "mobile/deploy": "Publish an iOS or Android app to the app store and follow its review.",
  "research/citation-check": "Verify that every citation in a manuscript points to a real paper.",
  "research/summary": "Condense scientific articles into an annotated bibliography.",
  "security/password-audit": "Look for weak or leaked passwords in a vault export.",
  "smart-home/heating-schedule": "Program thermostats so that rooms are warm when people wake.",
  "travel/rail-tickets": "Compare night trains across Europe and book sleeper berths.",
  "writing/release-notes": "Write release notes for users from merged pull requests.",
  "writing/style-guide": "Check prose against the house style and its terminology.",
  "中文/会议纪要": "把会议录音整理成带待办事项的会议纪要。",
  "中文/数据库备份": "把数据库备份到远程服务器，并定期演练恢复。",
  "日本語/請求書作成": "取引先ごとの請求書を作成して送付する。",
  "한국어/회의록-정리": "회의 녹음을 정리하여 회의록을 만든다.",
};

/** What the index prints beside a category unless the index is compacted. */
const CATEGORY_DESCRIPTION = "Everything that turns numbers into pictures.";

/** What only an index with descriptions contains: a beginning of each that the host never cuts. */
export const DESCRIPTIONS: string[] = [
  CATEGORY_DESCRIPTION,
  ...Object.values(SKILLS).map((description) => description.slice(0, 20)),
];

/** The skill that a second, tiny plugin registers; its load string is `manifest name:skill`. */
export const PLUGIN_SKILL = {
  plugin: "field-notes",
  skill: "bird-survey",
  description: "Plan a bird survey with transects and point counts.",
};

/** Writes the skills below `<home>/skills` and the second plugin below `<home>/plugins`. */
export function writeSkills(home: string): void {
  for (const [id, description] of Object.entries(SKILLS)) {
    writeSkill(join(home, "skills", id), description);
  }
  writeFileSync(
    join(home, "skills/data-science/DESCRIPTION.md"),
    `---\ndescription: ${CATEGORY_DESCRIPTION}\n---\n`,
  );
  const { plugin, skill, description } = PLUGIN_SKILL;
  const directory = join(home, "plugins", plugin);
  writeSkill(join(directory, "skills", skill), description);
  writeFileSync(
    join(directory, "plugin.yaml"),
    `name: ${plugin}\nversion: 1.0.0\nkind: standalone\ndescription: A plugin with one skill.\n`,
  );
  writeFileSync(
    join(directory, "__init__.py"),
    `from pathlib import Path


def register(ctx):
    ctx.register_skill("${skill}", Path(__file__).parent / "skills" / "${skill}" / "SKILL.md")
`,
  );
}

function writeSkill(directory: string, description: string): void {
  const name = basename(directory);
  mkdirSync(directory, { recursive: true });
  writeFileSync(
    join(directory, "SKILL.md"),
    `---\nname: ${name}\ndescription: ${description}\n---\n# ${name}\n\nInstructions of ${name}.\n`,
  );
}
