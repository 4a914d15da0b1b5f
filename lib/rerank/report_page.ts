/**
 * The report as one HTML page that needs nothing else: no network, no other file.
 */
import { html, Markup } from "./html.ts";
import { type Bar, barChart, histogram } from "./report_charts.ts";
import { PAGE_SCRIPT, PAGE_STYLE } from "./report_page_parts.ts";
import type { AbTurn } from "./read_log.ts";
import { type AbFigures, type AbReport, displacements } from "./report.ts";
import { BANDS, GROUP_COLUMNS, groupCells, namedFigures, percentText } from "./report_words.ts";

/** Changed turns on the page; of more, the newest. */
const MAX_CHANGED = 2_000;
/** Sessions on the page. */
const MAX_SESSIONS = 100;
/** Upper ends of the latency bars, in milliseconds; a judge has 3,000 (SR-8). */
const LATENCY_ENDS = [100, 200, 300, 500, 750, 1_000, 1_500, 2_000, 3_000];

/** What the page shows. */
export interface ReportPage {
  report: AbReport;
  turns: readonly AbTurn[];
  /** Paths of the logs. */
  files: readonly string[];
  damagedLines: number;
}

/** The text of the page. */
export function reportPage({ report, turns, files, damagedLines }: ReportPage): string {
  const { total } = report;
  const days = report.days.map(({ day }) => day).filter((day) => day !== "");
  const span = days.length === 0
    ? ""
    : days[0] === days.at(-1)
    ? days[0]!
    : `${days[0]} – ${days.at(-1)}`;
  const damaged = damagedLines === 0
    ? ""
    : `, ${damagedLines} damaged line${damagedLines === 1 ? "" : "s"} left out`;
  const page = html`
    <!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <title>Rerank report</title>
        <style>${new Markup(PAGE_STYLE)}</style>
      </head>
      <body>
        <header>
          <h1>Rerank report</h1>
          <p>${span}</p>
          <p class="quiet">${files.join(", ")}${damaged}</p>
        </header>
        <main>
    <section class="cards" aria-label="Figures">
    ${namedFigures(total).map(({ name, value }) =>
      html`
        <div class="card">
          <h2>${name}</h2>
          <p>${value}</p>
        </div>
      `
    )}</section>
    ${charts(total, turns)}
    ${groupTable(
      "By day",
      "day",
      report.days.map(({ day, figures }) => [day || "(no date)", figures]),
    )}
    ${groupTable(
      report.sessions.length > MAX_SESSIONS
        ? `By session, the ${MAX_SESSIONS} longest`
        : "By session",
      "session",
      report.sessions.slice(0, MAX_SESSIONS)
        .map(({ session, figures }) => [session || "(no id)", figures]),
    )}
    ${changedTurns(turns)}
        </main>
        <script>${new Markup(PAGE_SCRIPT)}</script>
      </body>
    </html>
  `;
  return `${page.text.trim()}\n`;
}

function charts({ bands, reasons }: AbFigures, turns: readonly AbTurn[]): Markup {
  const judged = turns.filter(({ applied }) => applied);
  const figures: Markup[] = [];
  if (bands !== null) {
    const all = bands.high + bands.middle + bands.low;
    const bars = (["high", "middle", "low"] as const).map((band): Bar => ({
      label: BANDS[band],
      value: bands[band],
      shown: `${bands[band]} (${percentText(bands[band], all)})`,
      tone: band,
    }));
    figures.push(
      barChart("What the judge says of the skills", bars),
      histogram(
        "Latency in milliseconds",
        judged.map(({ latencyMs }) => latencyMs),
        LATENCY_ENDS,
      ),
      histogram("Places a skill moved", judged.flatMap(displacements), [0, 1, 2, 3, 4, 5, 7, 9]),
    );
  }
  if (reasons.length > 0) {
    figures.push(barChart(
      "Why the ranking's own order held",
      reasons.map(({ reason, count }): Bar => ({ label: reason, value: count, tone: "low" })),
    ));
  }
  return html`<section class="charts" aria-label="Charts">${figures}</section>`;
}

function groupTable(title: string, head: string, groups: readonly [string, AbFigures][]): Markup {
  const cells = (values: readonly string[]) =>
    values.map((value, at) => html`<td data-name="${GROUP_COLUMNS[at]!}">${value}</td>`);
  return html`
    <section>
      <h2>${title}</h2>
      <table class="groups">
        <thead>
          <tr><th>${head}</th>${GROUP_COLUMNS.map((column) => html`<th>${column}</th>`)}</tr>
        </thead>
        <tbody>${groups.map(([name, figures]) =>
          html`
            <tr><th scope="row">${name}</th>${cells(groupCells(figures))}</tr>
          `
        )}</tbody>
      </table>
    </section>
  `;
}

function changedTurns(turns: readonly AbTurn[]): Markup {
  const changed = turns.filter(({ flipped }) => flipped).reverse();
  const listed = changed.slice(0, MAX_CHANGED);
  const which = listed.length < changed.length
    ? `The newest ${listed.length} of ${changed.length}.`
    : "Newest first.";
  return html`
    <section>
      <h2>Messages whose first place changed</h2>
      <p
        class="quiet">${which} Left the ranking's order, right the judge's with its probabilities.</p>
      <p class="search"><label for="filter">Search</label>
    <input id="filter" type="search" autocomplete="off" placeholder="words of a message, a skill, a session">
    <output id="count" for="filter">${listed.length} of ${listed.length}</output></p>
      <table id="changed">
        <thead>
          <tr>
            <th>message</th>
            <th>ranking</th>
            <th>judge</th>
          </tr>
        </thead>
        <tbody>${listed.map(changedRow)}</tbody>
      </table>
      <p id="none" class="quiet" ${new Markup(listed.length === 0 ? "" : "hidden")}>No message.</p>
    </section>
  `;
}

function changedRow({ query, ts, sessionId, ranked, final, probabilities }: AbTurn): Markup {
  const time = ts.slice(0, 16).replace("T", " ");
  const item = (id: string) => {
    const probability = probabilities[id];
    return probability === undefined
      ? html`<li><span>${id}</span></li>`
      : html`<li><span>${id}</span> <b>${probability.toFixed(2)}</b></li>`;
  };
  return html`
    <tr>
      <td>
        <p class="message">${query}</p>
        <p class="quiet">${time} ${sessionId}</p>
      </td>
      <td data-name="ranking">
        <ol>${ranked.map((id) => html`<li><span>${id}</span></li>`)}</ol>
      </td>
      <td data-name="judge">
        <ol>${final.map(item)}</ol>
      </td>
    </tr>
  `;
}
