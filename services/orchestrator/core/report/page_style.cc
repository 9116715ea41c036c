#include "services/orchestrator/core/report/page_style.h"

#include "absl/strings/str_cat.h"
#include "common/figure/theme.h"

namespace widthlab::pipeline {
namespace {

constexpr char kColours[] = R"css(
:root { color-scheme: light dark; --page: #fff; --text: #1d1f24; --quiet: #5b5f68;
  --line: #dcdfe4; --card: #f6f7f9; --shade: #0004; --accent: #00639c; --good: #00614a; --bad: #a33c00; }
@media screen and (prefers-color-scheme: dark) { :root { --page: #16181d; --text: #e8e9ec;
  --quiet: #a8abb2; --line: #34373f; --card: #1f2229; --shade: #fff5; --accent: #6cc0ff; --good: #4fe0b2;
  --bad: #ff9d5c; } }
)css";

constexpr char kText[] = R"css(
* { box-sizing: border-box; }
html { background: var(--page); color: var(--text); scroll-behavior: smooth; }
body { font: 16px/1.55 system-ui, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif; margin: 0; }
header, main, footer { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
h1 { font-size: clamp(1.5rem, 4.5vw, 2.2rem); line-height: 1.2; margin: .2rem 0 1.2rem;
  overflow-wrap: anywhere; }
h2 { font-size: 1.35rem; margin: 3rem 0 .4rem; padding-top: 1rem;
  border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 0 0 .3rem; overflow-wrap: anywhere; }
section > p { max-width: 46rem; color: var(--quiet); margin: .2rem 0 1rem; }
p, dd, li, figcaption { overflow-wrap: anywhere; }
a { color: var(--accent); }
code { font: .875em/1.4 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; }
.kind { color: var(--quiet); margin: 2rem 0 0; letter-spacing: .04em; font-size: .9rem; }
.about, footer { color: var(--quiet); font-size: .9rem; max-width: 46rem; }
footer { margin: 3rem auto 2rem; max-width: 70rem; }
nav { max-width: 70rem; margin: 1rem auto 0; padding: 0 1.25rem; font-size: .9rem;
  display: flex; flex-wrap: wrap; gap: .3rem 1rem; }
)css";

constexpr char kParts[] = R"css(
.summary { margin: 0; background: var(--card); border: 1px solid var(--line);
  border-left: 5px solid var(--quiet); border-radius: 8px; padding: .6rem 1.1rem; }
.summary.v2, .summary.v4 { border-left-color: var(--good); }
.summary.v3 { border-left-color: var(--bad); }
.summary div { display: grid; grid-template-columns: 12rem 1fr; gap: 0 1rem; padding: .4rem 0; }
.summary div + div { border-top: 1px solid var(--line); }
.summary dt { font-weight: 600; } .summary dd { margin: 0; }
.badge { font-weight: 600; white-space: nowrap; }
.badge.v2, .badge.v4 { color: var(--good); } .badge.v3 { color: var(--bad); }
.badge.v1, .badge.v5 { color: var(--quiet); }
.key { width: 14px; height: 14px; vertical-align: -2px; margin-right: .4rem; }
.silhouette { width: 90px; height: 24px; vertical-align: middle; fill: var(--accent);
  opacity: .85; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
  gap: 1.2rem; margin-top: 1rem; }
figure { margin: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 8px;
  min-width: 0; }
figure.scrolls { grid-column: 1 / -1; }
.picture svg { display: block; width: 100%; height: auto; max-width: 34rem; margin: 0 auto; }
.scrolls .picture { overflow-x: auto; }
.scrolls .picture svg { width: auto; max-width: 100%; min-width: var(--least); }
.note { color: var(--quiet); font-size: .875rem; max-width: 46rem; margin: .5rem 0 0; }
.families { max-width: 46rem; font-size: .9rem; padding-left: 1.2rem; }
figcaption { color: var(--quiet); font-size: .875rem; margin-top: .4rem; }
details { margin-top: .6rem; } summary { cursor: pointer; color: var(--accent);
  font-size: .9rem; overflow-wrap: anywhere; }
.scroll, .scrolls .picture { background:
  linear-gradient(to right, var(--page) 40%, transparent) left / 3rem 100% local,
  linear-gradient(to left, var(--page) 40%, transparent) right / 3rem 100% local,
  linear-gradient(to right, var(--shade), transparent) left / 1rem 100% scroll,
  linear-gradient(to left, var(--shade), transparent) right / 1rem 100% scroll;
  background-repeat: no-repeat; }
.scroll { overflow-x: auto; max-height: 32rem; overflow-y: auto; margin-top: .5rem; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .7rem; text-align: right; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th { vertical-align: bottom; font-weight: 600; color: var(--quiet); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th:first-child, td:first-child { max-width: 20rem; white-space: normal; min-width: 3rem;
  overflow-wrap: anywhere; }
:is(#arms, #cost) .grid td:first-child { min-width: 7.5rem; }
#arms > .scroll td:first-child { min-width: 10rem; } #arms > .scroll { max-height: none; } #arms > .scroll td { padding-block: .5rem; }
#arms > .scroll :is(th, td):nth-child(2) { text-align: left; }
pre { overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; font-size: .75rem;
  background: var(--card); border-radius: 6px; padding: .7rem; }
.command { display: flex; gap: .6rem; align-items: flex-start; background: var(--card);
  border-radius: 6px; padding: .5rem .7rem; margin: .5rem 0; }
.command code { overflow-wrap: anywhere; flex: 1; min-width: 0; }
.before { color: var(--quiet); } mark { background: var(--card); color: inherit;
  outline: 1px solid var(--line); border-radius: 3px; padding: 0 .15rem; }
#cloud h3 { margin-top: 1.4rem; }
.recipe { margin: 0; padding: .35rem 0; border-bottom: 1px solid var(--line); }
.recipe > :not(summary) { margin-left: 1rem; }
.recipe summary > span:first-child { color: var(--text); }
.copy { font: inherit; font-size: .75rem; color: var(--accent); background: none;
  border: 1px solid var(--line); border-radius: 5px; padding: 0 .45rem; margin-left: .4rem;
  cursor: pointer; }
)css";

constexpr char kMedia[] = R"css(
@media (max-width: 44rem) { .summary div { grid-template-columns: 1fr; }
  header, main, footer, nav { padding: 0 .9rem; } figure { padding: .8rem .6rem; }
  .summary { padding: .4rem .9rem; } th, td { padding-inline: .4rem; }
  #arms > .scroll td:first-child { min-width: 9rem; } }
@media print { body { font-size: 10.5pt; } nav, .copy, summary { display: none; }
  header, main, footer { max-width: none; padding: 0; } h2 { margin-top: 1.5rem; }
  figure, .summary, tr { break-inside: avoid; } h2, h3, section > p { break-after: avoid; }
  .scroll, .scrolls .picture { overflow: visible; max-height: none; background: none; }
  .scrolls .picture svg { width: 100%; min-width: 0; }
  .recipe summary { display: block; } th, td { white-space: normal; padding: .15rem .3rem; }
  .grid { grid-template-columns: 1fr 1fr; } table { font-size: 7.5pt; } }
)css";

constexpr char kScript[] = R"js(
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', async (event) => {
    event.preventDefault();
    const text = button.dataset.copy;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement('textarea');
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    button.textContent = 'copied';
    setTimeout(() => { button.textContent = 'copy'; }, 1200);
  });
}
)js";

}  // namespace

std::string PageStyle() {
  return absl::StrCat(kColours, kText, kParts, kMedia, figure::StyleSheet());
}

std::string PageScript() { return kScript; }

}  // namespace widthlab::pipeline
