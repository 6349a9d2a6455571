#pragma once
#include <string_view>

namespace countersign {

// The style sheet of a report: light or dark by the reader's setting, and for paper. Its hash is in
// the page's Content-Security-Policy, so no other style applies, not even in an attribute.
inline constexpr std::string_view kReportStyle = R"css(
:root {
  color-scheme: light dark;
  --paper: #f5f6f8; --card: #ffffff; --ink: #16202e; --soft: #5a6778; --line: #dfe4ea; --grid: #e8ecf1;
  --accent: #2f5fd0; --passed: #15875a; --review: #d8931a; --failed: #c93a34; --expired: #8792a2;
  --canceled: #bcc5d1; --purged: #7a4fc0; --good-bg: #e6f5ee; --warn-bg: #fdf3dd; --bad-bg: #fdeae8;
  --good-ink: #0d5f3e; --warn-ink: #754c05; --bad-ink: #96211c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #10151d; --card: #181f2a; --ink: #e7ecf3; --soft: #9aa7b8; --line: #2b3543; --grid: #242d3a;
    --accent: #7ea2ff; --passed: #3fbf8a; --review: #e9b04a; --failed: #f0716b; --expired: #76839a;
    --canceled: #4c586b; --purged: #b08cf0; --good-bg: #12301f; --warn-bg: #33270d; --bad-bg: #3a1715;
    --good-ink: #8fe0b8; --warn-ink: #f2cd86; --bad-ink: #ffb0aa;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.55 system-ui, -apple-system,
  "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif; font-variant-numeric: tabular-nums;
}
main { max-width: 1060px; margin: 0 auto; padding: 40px 24px 64px; }
header h1 { margin: 0; font-size: 30px; line-height: 1.2; letter-spacing: -0.02em; font-weight: 680; }
header p { margin: 6px 0 0; color: var(--soft); }
nav { margin: 16px 0 28px; font-size: 13.5px; }
nav a { color: var(--accent); text-decoration: none; margin-right: 18px; white-space: nowrap; }
nav a:hover { text-decoration: underline; }
section { margin: 0 0 20px; padding: 24px 28px 26px; background: var(--card);
  border: 1px solid var(--line); border-radius: 14px; }
h2 { margin: 0 0 4px; font-size: 19px; font-weight: 650; letter-spacing: -0.01em; }
h3 { margin: 26px 0 8px; font-size: 15px; font-weight: 650; }
section > p { margin: 0 0 14px; color: var(--soft); max-width: 78ch; }
code { font: 12.5px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
  overflow-wrap: anywhere; }
bdi { overflow-wrap: anywhere; }
.verdict { border-width: 2px; padding: 26px 28px; }
.verdict h2 { font-size: 24px; line-height: 1.25; display: flex; gap: 12px; align-items: center; }
.verdict h2 svg { width: 30px; height: 30px; flex: none; }
.verdict > p { color: inherit; font-size: 16px; margin: 10px 0 0; }
.verdict.good { background: var(--good-bg); border-color: var(--passed); color: var(--good-ink); }
.verdict.warn { background: var(--warn-bg); border-color: var(--review); color: var(--warn-ink); }
.verdict.bad { background: var(--bad-bg); border-color: var(--failed); color: var(--bad-ink); }
.good .mark { fill: var(--passed); } .warn .mark { fill: var(--review); } .bad .mark { fill: var(--failed); }
.sign { fill: none; stroke: var(--card); stroke-width: 3; stroke-linecap: round; stroke-linejoin: round; }
dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: 6px 20px; margin: 14px 0 0; }
dl.facts dt { color: var(--soft); } dl.facts dd { margin: 0; min-width: 0; }
.two { display: grid; grid-template-columns: 1fr 1fr; gap: 8px 36px; }
.two ul { margin: 0; padding-left: 18px; } .two li { margin: 5px 0; }
.tiles { display: grid; grid-template-columns: repeat(4, 1fr); gap: 14px; margin: 16px 0 0; padding: 0;
  list-style: none; }
.tiles li { border: 1px solid var(--line); border-radius: 11px; padding: 14px 16px 12px; }
.tiles b { display: block; font-size: 25px; line-height: 1.2; font-weight: 660; letter-spacing: -0.02em; }
.tiles span { display: block; font-size: 13.5px; } .tiles small { color: var(--soft); font-size: 12.5px; }
.chart { display: block; width: 100%; height: auto; margin: 8px 0 6px; }
.tick { fill: var(--soft); font-size: 12px; } .grid { stroke: var(--grid); } .base { stroke: var(--line); }
.line { stroke-width: 2.5; } .line.failed { fill: none; stroke: var(--failed); }
.line.events { fill: none; stroke: var(--accent); }
.events { fill: var(--accent); } .passed { fill: var(--passed); } .review { fill: var(--review); }
.failed { fill: var(--failed); } .expired { fill: var(--expired); } .canceled { fill: var(--canceled); }
.purged { fill: var(--purged); } .erased { fill: var(--failed); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 12px 0 0; padding: 0; list-style: none;
  font-size: 13px; color: var(--soft); }
.legend svg { width: 11px; height: 11px; margin-right: 6px; vertical-align: -1px; }
figure { margin: 16px 0; } figcaption { color: var(--soft); font-size: 13px; margin-top: 6px; }
.frames { display: grid; grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); gap: 0 16px; }
.seen { position: relative; } .seen img { display: block; width: 100%; height: auto; border-radius: 9px; }
.seen svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible; }
.seen polygon { fill: none; stroke-width: 2.5; vector-effect: non-scaling-stroke; }
.seen polygon.good { stroke: #2fd08a; } .seen polygon.warn { stroke: #ffb52e; }
.seen polygon.bad { stroke: #ff4d46; fill: rgb(255 77 70 / 14%); }
.seen text { paint-order: stroke; stroke: #000; stroke-width: 3; vector-effect: non-scaling-stroke; fill: #fff; }
.mark.good { color: var(--good-ink); } .mark.warn { color: var(--warn-ink); }
.mark.bad { color: var(--bad-ink); font-weight: 650; } .mark.none { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 13.5px; margin: 8px 0 0; }
table.narrow { width: auto; min-width: 340px; }
caption { text-align: left; color: var(--soft); font-size: 13px; padding: 0 0 6px; }
th, td { padding: 7px 14px 7px 0; text-align: left; vertical-align: top; font-weight: 400;
  border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { padding-right: 2px; }
thead th { color: var(--soft); font-size: 12.5px; white-space: nowrap; border-bottom-width: 2px; }
tbody th { font-weight: 500; } tfoot th, tfoot td { font-weight: 650; border-bottom: 0; }
.n { text-align: right; white-space: nowrap; } time { white-space: nowrap; }
.name { font-weight: 550; } .sub { display: block; color: var(--soft); }
.flag { display: inline-block; font-size: 11.5px; border: 1px solid var(--line); border-radius: 20px;
  padding: 0 8px; color: var(--soft); margin-left: 6px; }
details { margin: 12px 0 0; } summary { cursor: pointer; color: var(--accent); font-size: 13.5px; }
.empty { color: var(--soft); font-style: italic; margin: 12px 0 0; }
pre { margin: 10px 0 0; padding: 12px 14px; border-radius: 9px; background: var(--paper); overflow-x: auto; }
footer { color: var(--soft); font-size: 13px; padding: 6px 4px; }
@media (max-width: 760px) {
  main { padding: 24px 14px 40px; } section, .verdict { padding: 18px 16px 20px; }
  .tiles { grid-template-columns: 1fr 1fr; } .two { grid-template-columns: 1fr; }
  dl.facts { grid-template-columns: 1fr; gap: 0 0; } dl.facts dd { margin-bottom: 8px; }
}
@media print {
  :root { color-scheme: light; --paper: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #bbb;
    --grid: #ddd; --accent: #2f5fd0; --passed: #15875a; --review: #d8931a; --failed: #c93a34;
    --expired: #8792a2; --canceled: #bcc5d1; --purged: #7a4fc0; --good-bg: #fff; --warn-bg: #fff;
    --bad-bg: #fff; --good-ink: #0d5f3e; --warn-ink: #754c05; --bad-ink: #96211c; }
  body { font-size: 11pt; print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  main { max-width: none; padding: 0; } nav { display: none; }
  section { border-radius: 0; border-width: 1px 0 0; padding: 14px 0; } .verdict { border-width: 2px; padding: 14px; }
  .chart, tr, .tiles li { break-inside: avoid; } h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
)css";

}  // namespace countersign
