/** The report's page in a real browser. */
import { test } from "node:test";
import { assert, assertEquals } from "@std/assert";
import { abReport, parseAbLog, reportPage } from "../../lib/rerank/mod.ts";
import { noBrowser, openPage, withBrowser } from "../helpers/browser.ts";
import { e41 } from "./_records.ts";

const options = { skip: noBrowser };

/** The page over records that say something nasty, long, or in other scripts. */
function pageText(): string {
  const flip = e41()[0]!;
  const records = [
    ...e41(),
    { ...flip, query: '</script><script>document.title="broken"</script><b>bold</b>' },
    { ...flip, query: "把报告翻译成英文", session_id: "session-cjk" },
    { ...flip, query: "x".repeat(200), session_id: "<img src=x onerror=alert(1)>" },
    { ...flip, fallback_reason: "HTTP 502 <script>alert(1)</script>", jev_order: null },
  ].map((record, at) => ({ ...record, ts: `2026-11-${20 + at}T10:00:00+01:00` }));
  const { turns } = parseAbLog(records.map((record) => JSON.stringify(record)).join("\n"), "log");
  return reportPage({
    report: abReport(turns),
    turns,
    files: ["/home/ada/<log>.jsonl"],
    damagedLines: 2,
  });
}

test(
  "reportPage() shows figures, charts and both orders, and escapes what it quotes",
  options,
  async () => {
    await withBrowser(async (browser) => {
      const { page, faults } = await openPage(browser, pageText());
      assertEquals(await page.title(), "Rerank report");
      const text = await page.locator("body").innerText();
      for (
        const part of [
          "/home/ada/<log>.jsonl, 2 damaged lines left out",
          "2026-11-20 – 2026-11-30",
          '</script><script>document.title="broken"</script><b>bold</b>',
          "<img src=x onerror=alert(1)>",
          "changed in 5/6 = 83 %",
        ]
      ) assert(text.includes(part), part);
      assertEquals(await page.locator("img, #changed b b, #changed script").count(), 0);
      assertEquals(await page.locator("figure").count(), 4);
      const row = page.locator("#changed tbody tr").last();
      assertEquals(await row.locator("td[data-name=ranking] li").allInnerTexts(), ["a", "b", "c"]);
      assertEquals(await row.locator("td[data-name=judge] li").allInnerTexts(), [
        "b 0.90",
        "a 0.50",
        "c 0.10",
      ]);
      assertEquals(faults, []);
    });
  },
);

test("reportPage() finds rows by any of their words", options, async () => {
  await withBrowser(async (browser) => {
    const { page, faults } = await openPage(browser, pageText());
    const shown = async (words: string) => {
      await page.locator("#filter").fill(words);
      const rows = await page.locator("#changed tbody tr:visible").count();
      assertEquals(await page.locator("#count").innerText(), `${rows} of 5`);
      assertEquals(await page.locator("#none").isVisible(), rows === 0);
      return rows;
    };
    assertEquals(
      [await shown("翻译"), await shown("SESSION-cjk 报告"), await shown("bold broken")],
      [
        1,
        1,
        1,
      ],
    );
    assertEquals([await shown("nothing like it"), await shown("  "), await shown("0.70 p")], [
      0,
      5,
      1,
    ]);
    assertEquals(faults, []);
  });
});

interface Layout {
  /** Width of everything, in pixels. */
  wide: number;
  /** Elements whose letters are smaller than 12 pixels. */
  small: string[];
  ground: string;
}

/** A program of the page: tests know no `document`. */
const LAYOUT = `({
  wide: document.documentElement.scrollWidth,
  small: [...document.querySelectorAll("body *")]
    .filter((element) => element.textContent !== "" && element.checkVisibility())
    .filter((element) => Number.parseFloat(getComputedStyle(element).fontSize) < 12)
    .map((element) => element.tagName),
  ground: getComputedStyle(document.body).backgroundColor,
})`;

test("reportPage() can be read at 400 px, light and dark", options, async () => {
  await withBrowser(async (browser) => {
    const grounds: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const { page, faults } = await openPage(browser, pageText(), { width: 400, colorScheme });
      const { wide, small, ground } = await page.evaluate<Layout>(LAYOUT);
      assertEquals([wide, small, faults], [400, [], []]);
      grounds.push(ground);
    }
    assertEquals(new Set(grounds).size, 2);
  });
});
