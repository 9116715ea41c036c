// The one style sheet of the pages: dark and light, narrow and wide, no pictures, no fonts from
// elsewhere.
#ifndef WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_STYLE_H_
#define WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_STYLE_H_

namespace widthlab::web {

inline constexpr char kStyle[] = R"css(
:root { color-scheme: light dark; --line: #8884; --soft: #8882; --quiet: #666; --link: #0060b0;
  --good: #00664a; --bad: #b03000; --wait: #6b5500; }
@media (prefers-color-scheme: dark) { :root { --quiet: #aaa; --link: #7cc0ff; --good: #4fd0a5;
  --bad: #ff9a70; --wait: #e5c96a; } }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 72rem; margin: 0 auto; padding: 0 1rem 3rem; }
a { color: var(--link); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: .9rem 0; align-items: baseline;
  border-bottom: 1px solid var(--line); }
nav a { text-decoration: none; } nav a:hover { text-decoration: underline; }
nav a[aria-current] { font-weight: 600; color: inherit; }
nav .name { font-weight: 700; margin-right: .6rem; color: inherit; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.4rem 0 .6rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } ul { margin: .3rem 0; }
p { max-width: 46rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .32rem 1.1rem .32rem 0; text-align: left; border-bottom: 1px solid var(--line);
  white-space: nowrap; vertical-align: baseline; }
th { font-weight: 600; color: var(--quiet); }
th.number, td.number { text-align: right; }
td.wide { white-space: normal; min-width: 18rem; }
code { font-family: ui-monospace, monospace; font-size: .92em; }
pre { background: var(--soft); padding: .7rem .9rem; border-radius: .35rem; font-size: .85rem;
  overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; margin: .6rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1.2rem; margin: .6rem 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; min-width: 0; }
progress { width: 8rem; height: .8rem; vertical-align: middle; }
.quiet { color: var(--quiet); }
.succeeded { color: var(--good); } .failed { color: var(--bad); font-weight: 600; }
.running, .cancelling { color: var(--wait); font-weight: 600; } .cancelled { color: var(--quiet); }
.problem { border-left: .25rem solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: 1rem 0;
  overflow-wrap: anywhere; }
figure { margin: 1rem 0 .3rem; overflow-x: auto; }
figure svg { display: block; width: 100%; height: auto; min-width: 34rem; max-width: 60rem; }
.graph svg { width: auto; max-width: none; min-width: 0; }
form.filter input { max-width: 100%; } form.filter { display: flex; flex-wrap: wrap; gap: .5rem .9rem; align-items: center; margin: .8rem 0; }
button, select, form.filter input { font: inherit; padding: .25rem .7rem; }
details { margin: .6rem 0; } summary { cursor: pointer; }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .5rem; } }
@media print { nav, form { display: none; } }
)css";

}  // namespace widthlab::web

#endif  // WIDTHLAB_SERVICES_ORCHESTRATOR_WEB_PAGES_STYLE_H_
