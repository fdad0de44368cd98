#include "report/report_style.h"

namespace freshet {

// Text has a contrast of at least 4.5 to what is behind it, the large number that leads one of 3,
// in light and in dark (WCAG 2.2, 1.4.3). Blue and orange are told apart by colour-blind readers
// (Okabe and Ito, 2008).
const std::string_view kReportStyle = R"css(
:root {
  color-scheme: light dark;
  --back: #f4f6f8; --card: #ffffff; --edge: #dde3e9; --ink: #18202a; --soft: #566270;
  --same: #2f7fc1; --change: #d9622b; --trouble: #8a95a1; --track: #e8edf2; --grid: #e3e8ed;
  --maybe: #a3c6e6; --heat0: #e3ebf3; --heat1: #f8d3bd; --heat2: #f0a57c; --heat3: #e0733f; --heat4: #b84413;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0e1319; --card: #161d26; --edge: #283341; --ink: #e6ecf2; --soft: #9cabba;
    --same: #4f9fe0; --change: #ef8a52; --trouble: #6d7a88; --track: #222c38; --grid: #26313d;
    --maybe: #2f5d88; --heat0: #223044; --heat1: #553122; --heat2: #8a4526; --heat3: #c4612f; --heat4: #f59a62;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--back); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif;
}
main, header, footer { max-width: 1200px; margin: 0 auto; padding: 0 24px; }
header { padding-top: 32px; }
h1 { font-size: 26px; line-height: 1.25; margin: 0; letter-spacing: -0.01em; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0 0 10px; }
header p, footer, .note { color: var(--soft); }
header p { margin: 4px 0 20px; }
.numbers {
  display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 1fr)); gap: 14px; margin: 0 0 14px;
}
.numbers div, section {
  background: var(--card); border: 1px solid var(--edge); border-radius: 10px;
}
.numbers div { padding: 14px 16px; display: flex; flex-direction: column; }
.numbers dt { color: var(--soft); font-size: 13px; order: 2; }
.numbers dd { margin: 0; font-size: 27px; font-weight: 650; line-height: 1.2; white-space: nowrap; }
.numbers .lead dd { color: var(--change); }
.sections { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 14px; }
.wide { grid-column: 1 / -1; }
section { padding: 18px 20px; min-width: 0; }
section p { margin: 0 0 12px; max-width: 75ch; }
.plot, .table { overflow-x: auto; }
svg { display: block; width: 100%; min-width: 300px; height: auto; }
svg text { fill: var(--soft); font-size: 12px; font-variant-numeric: tabular-nums; }
.grid { stroke: var(--grid); } .axis { stroke: var(--soft); }
.same { fill: var(--same); } .change { fill: var(--change); } .trouble { fill: var(--trouble); }
.maybe { fill: var(--maybe); } .absent { fill: none; stroke: var(--trouble); }
path { fill: none; } .line-same { stroke: var(--same); } .line-maybe { stroke: var(--maybe); }
.line-change { stroke: var(--change); } .line-trouble { stroke: var(--trouble); } .line-absent { stroke: var(--edge); }
a { color: inherit; } h3 { font-size: 14px; margin: 14px 0 4px; overflow-wrap: anywhere; }
article p { margin: 0 0 4px; overflow-wrap: anywhere; } del { color: var(--change); } ins { color: var(--same); }
.link { stroke: var(--edge); } .instant { stroke: var(--ink); stroke-width: 1.5; }
.track { fill: var(--track); } .idle { fill: none; stroke: var(--edge); }
.heat0 { fill: var(--heat0); } .heat1 { fill: var(--heat1); } .heat2 { fill: var(--heat2); }
.heat3 { fill: var(--heat3); } .heat4 { fill: var(--heat4); }
rect { rx: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 650; font-size: 16px; padding-bottom: 8px; }
th, td { text-align: right; padding: 5px 0 5px 16px; border-top: 1px solid var(--edge); vertical-align: top; white-space: nowrap; }
thead th { color: var(--soft); font-weight: 500; font-size: 13px; border-top: 0; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
tbody th { font-weight: 500; }
.hosts { font-size: 13px; }
.hosts th, .hosts td { padding-left: 9px; }
.hosts th:first-child, .hosts td:first-child { padding-left: 0; }
th.word, td.word { text-align: left; }
table + table { margin-top: 22px; }
td.url { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 220px; width: 100%; }
footer { padding-top: 18px; padding-bottom: 40px; font-size: 13px; }
footer p { margin: 0 0 8px; max-width: 95ch; }
@media (max-width: 1190px) {
  .sections { grid-template-columns: minmax(0, 1fr); }
  main, header, footer { padding-left: 14px; padding-right: 14px; }
}
@media print { body { background: none; } section, .numbers div { break-inside: avoid; } }
)css";

}  // namespace freshet
