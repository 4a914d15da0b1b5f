import { test } from "node:test";
import { assertEquals } from "@std/assert";
import { renderSkillIndex } from "../../lib/bench/mod.ts";
import { CatalogStore, planHome } from "../../lib/catalog/mod.ts";
import { compactText, parseBlock } from "../../lib/compact/mod.ts";
import { makeHome, skillText } from "../helpers/home.ts";

test("renderSkillIndex() writes what the host does, sorted and cut (contract §5.1)", () => {
  const home = makeHome({
    "config.yaml": "skills: {}\n",
    "skills/tools/zeta/SKILL.md": skillText("zeta", "x".repeat(61)),
    "skills/tools/alpha/SKILL.md": skillText("alpha", "y".repeat(60)),
    "skills/mail/send/SKILL.md": skillText("send", "Send a mail"),
    "skills/mail/DESCRIPTION.md": "---\ndescription: Letters\n---\n",
  });
  const plan = planHome({ home, cwd: null, environment: () => undefined });
  const { catalog } = new CatalogStore(plan).refresh();
  const prompt = renderSkillIndex(catalog.skills, catalog.categoryDescriptions);
  assertEquals(prompt.split("\n").slice(2, -2), [
    "<available_skills>",
    "  mail: Letters",
    "    - send: Send a mail",
    "  tools:",
    `    - alpha: ${"y".repeat(60)}`,
    `    - zeta: ${"x".repeat(57)}...`,
    "</available_skills>",
  ]);
  assertEquals(parseBlock(prompt)?.form, "full");
  assertEquals(compactText(prompt, { style: "inline", topK: 6 }).names, ["send", "alpha", "zeta"]);
});
