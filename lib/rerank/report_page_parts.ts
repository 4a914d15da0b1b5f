/**
 * Style and script of the report's page.
 */

/** Light and dark, wide and narrow. On a narrow screen the cells of a row stand below each other. */
export const PAGE_STYLE = `
:root{color-scheme:light dark;--ground:light-dark(#fbfaf8,#16181c);--card:light-dark(#fff,#1f2228);
--text:light-dark(#1c1e21,#e8e6e3);--quiet:light-dark(#5c6166,#a2a7ad);--line:light-dark(#dddad4,#363b43);
--plain:light-dark(#4a6fa5,#7fa3d6);--high:light-dark(#2f7d4f,#5cb87f);--middle:light-dark(#b3871f,#d3ab4a);
--low:light-dark(#b14a3c,#dd7d6d)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif}
header,main{max-width:72rem;margin:0 auto;padding:0 1rem}
header{padding-top:1.5rem}
h1{font-size:1.6rem;margin:0}h2{font-size:1.1rem;margin:0 0 .5rem}
header p{margin:.2rem 0}
section{margin:1.5rem 0}
.quiet{color:var(--quiet);font-size:.875rem;overflow-wrap:anywhere}
.cards,.charts{display:grid;gap:.75rem;grid-template-columns:repeat(auto-fit,minmax(min(100%,13rem),1fr))}
.charts{grid-template-columns:repeat(auto-fit,minmax(min(100%,22rem),1fr))}
.card,figure{margin:0;padding:.75rem 1rem;background:var(--card);border:1px solid var(--line);border-radius:.5rem}
.card h2{font-size:.8rem;font-weight:600;color:var(--quiet);margin:0}
.card p{margin:0;font-size:1.05rem}
figcaption{font-weight:600;margin-bottom:.5rem}
.bars{margin:0;display:grid;grid-template-columns:minmax(4rem,max-content) 1fr;gap:.3rem .75rem;align-items:center}
.bars dt{max-width:13rem;font-size:.875rem;overflow-wrap:anywhere}
.bars dd{margin:0;display:grid;grid-template-columns:1fr max-content;gap:.5rem;align-items:center;font-size:.875rem}
.bars i{display:block;height:.9rem;border-radius:.2rem;min-width:1px;background:var(--plain)}
.bars .high{background:var(--high)}.bars .middle{background:var(--middle)}.bars .low{background:var(--low)}
table{width:100%;border-collapse:collapse;background:var(--card);border:1px solid var(--line)}
th,td{padding:.4rem .6rem;border-bottom:1px solid var(--line);text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{font-size:.8rem;color:var(--quiet)}
.groups td,.groups thead th:not(:first-child){text-align:right;font-variant-numeric:tabular-nums}
.search{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.search input{flex:1 1 12rem;min-width:0;padding:.45rem .6rem;font:inherit;color:inherit;background:var(--card);
border:1px solid var(--quiet);border-radius:.4rem}
:focus-visible{outline:2px solid var(--plain);outline-offset:2px}
#changed{table-layout:fixed}
#changed th:first-child{width:34%}
#changed ol{margin:0;padding-left:1.6rem;font-size:.875rem}
#changed b{color:var(--plain);font-variant-numeric:tabular-nums}
#changed tr{content-visibility:auto}
.message{margin:0;white-space:pre-wrap}
#changed .quiet{margin:.2rem 0 0}
@media (max-width:40rem){
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
table,tbody,tr{display:block;width:100%}
.groups tr{display:grid;grid-template-columns:1fr 1fr;border-bottom:1px solid var(--line);padding:.4rem .6rem}
.groups th[scope]{grid-column:1/-1}
.groups th,.groups td{display:block;border:0;padding:.1rem 0;text-align:left}
.groups td::before{content:attr(data-name) " ";color:var(--quiet);font-size:.8rem}
#changed tr{display:grid;grid-template-columns:1fr 1fr;border-bottom:1px solid var(--line)}
#changed tr[hidden]{display:none}
#changed td{display:block;border:0}
#changed td:first-child{grid-column:1/-1}
#changed td[data-name]::before{content:attr(data-name);color:var(--quiet);font-size:.8rem}
.bars{grid-template-columns:minmax(4rem,8rem) 1fr}
}
@media print{.search{display:none}}
`;

/** Filters the table: a row stays when it holds every word. */
export const PAGE_SCRIPT = `
const filter = document.getElementById("filter");
const rows = [...document.querySelectorAll("#changed tbody tr")];
const texts = rows.map((row) => row.textContent.toLowerCase());
filter.addEventListener("input", () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  rows.forEach((row, at) => {
    row.hidden = !words.every((word) => texts[at].includes(word));
    if (!row.hidden) shown++;
  });
  document.getElementById("count").textContent = shown + " of " + rows.length;
  document.getElementById("none").hidden = shown > 0;
});
`;
