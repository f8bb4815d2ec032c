import { html } from './html.js';

/** The only style of the page. */
export const PAGE_STYLE = html`
:root {
  color-scheme: light dark;
  --paper: light-dark(#f7f8f9, #0e1217); --card: light-dark(#fff, #151a21);
  --ink: light-dark(#1d2329, #e4e9ef); --quiet: light-dark(#56606b, #9aa5b1);
  --line: light-dark(#dde2e7, #2a323b); --link: light-dark(#0a5bc4, #6cb0ff);
  --red: light-dark(#b3261e, #ff948a); --red-soft: light-dark(#fcebe9, #381c1c);
  --green: light-dark(#17692f, #74d991); --green-soft: light-dark(#e8f5eb, #14301f);
  --amber: light-dark(#855800, #e5b84b); --amber-soft: light-dark(#fdf3dc, #33290f);
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 70rem; color: var(--ink); background: var(--paper);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.35; }
h2 { margin: 3rem 0 1rem; font-size: 1.2rem; line-height: 1.35; }
h3 { margin: 0 0 .5rem; font-size: .85rem; color: var(--quiet); }
p, ul { margin: 0 0 .75rem; }
a { color: var(--link); }
code, pre, kbd { font: .87em/1.5 ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; }
code, kbd { padding: .1em .35em; border-radius: 4px; background: color-mix(in srgb, var(--quiet) 14%, transparent); }
.kicker { margin: 0 0 .5rem; color: var(--quiet); font-size: .85rem; }
.quiet, small { color: var(--quiet); font-size: .85rem; }
summary { cursor: pointer; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.alert { margin: 0 0 .75rem; padding: .75rem 1rem; border-left: 3px solid var(--amber); border-radius: 4px; background: var(--amber-soft); }
.alert > :last-child { margin: 0; }
.overview { display: flex; gap: 2.5rem; align-items: flex-start; margin: 2rem 0 1.5rem; }
.overview > div { flex: 1; min-width: 0; }
.numbers { width: 100%; border-collapse: collapse; margin-bottom: 1.75rem; font-variant-numeric: tabular-nums; }
.numbers th, .numbers td { padding: .5rem .5rem; border-bottom: 1px solid var(--line); text-align: right; white-space: nowrap; }
.numbers th[scope=row] { padding-left: 0; text-align: left; font-weight: 400; white-space: normal; }
.numbers thead th { color: var(--quiet); font-size: .85rem; font-weight: 400; white-space: normal; }
.numbers tbody tr:first-child td { font-size: 1.15rem; font-weight: 600; }
.cause { padding-left: .9rem; border-left: 3px solid var(--red); }
.pass .cause { border-color: var(--green); }
.cause > span { display: block; }
.plot { flex: none; width: 20rem; max-width: 100%; margin: 0; }
svg { display: block; width: 100%; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
svg text { fill: var(--quiet); font-size: 11px; }
.axis { fill: none; stroke: var(--line); }
path.fell { fill: var(--red-soft); opacity: .6; }
circle { fill: var(--quiet); fill-opacity: .8; }
circle.worse { fill: var(--red); } circle.changed { fill: var(--amber); } circle.lower { fill: var(--amber); } circle.better { fill: var(--green); }
.live circle { cursor: pointer; }
.fold { margin: 0 0 .75rem; padding: .6rem 1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.fold > summary { font-weight: 600; }
.fold > ul { margin: .6rem 0 .25rem; }
.diff { padding: 0; list-style: none; font: .87em/1.6 ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; }
.diff li > :last-child { min-width: 0; }
.diff li { display: flex; gap: .6rem; padding: .1rem .6rem; }
.bad { color: var(--red); background: var(--red-soft); }
.del { color: var(--red); background: var(--red-soft); }
.ins { color: var(--green); background: var(--green-soft); }
.cases { margin: 2rem 0 1.5rem; }
.found { margin: .25rem 0 .5rem; font-weight: 600; }
.found.some { color: var(--link); }
::highlight(hits) { background: var(--amber-soft); color: var(--ink); text-decoration: underline; }
.unchanged > summary { color: var(--quiet); font-size: .85rem; padding: .3rem 0; }
label { font-size: .87rem; color: var(--quiet); }
.rows { border-collapse: collapse; margin: 0 0 .9rem; }
.rows th, .rows td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
.rows th { color: var(--quiet); font-size: .85rem; font-weight: 400; }
.rows .number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
details.suite { margin-top: 2rem; border-top: 1px solid var(--line); }
details.suite > summary > h2 { display: inline-block; margin: 1rem 0; }
.tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center;
  padding: .75rem 0; background: var(--paper); }
.tools[hidden] { display: none; }
input, button, select { font: inherit; color: inherit; border: 1px solid var(--line); border-radius: 6px; background: var(--card); padding: .3rem .7rem; }
select { max-width: 18rem; }
input { flex: 1 1 15rem; min-width: 0; }
[role=group] { display: flex; flex-wrap: wrap; gap: .35rem; }
button { cursor: pointer; font-size: .87rem; }
button span { color: var(--quiet); }
button[aria-pressed=true] { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); }
.keys { flex-basis: 100%; margin: 0; }
.columns, .case > summary { display: grid; grid-template-columns: 1fr 6rem 6rem 5rem; gap: .75rem; align-items: baseline; padding: .55rem 1rem; }
.one-side > .columns, .one-side > .case > summary { grid-template-columns: 1fr 6rem; }
.columns { color: var(--quiet); font-size: .85rem; }
.columns span + span, .score, .delta { text-align: right; font-variant-numeric: tabular-nums; }
.case > summary .tag { margin-left: .4rem; font-weight: 400; }
.score i { display: none; font-style: normal; color: var(--quiet); }
.case { border: 1px solid var(--line); border-bottom-width: 0; background: var(--card); }
.columns + .case { border-radius: 8px 8px 0 0; }
.case:nth-last-of-type(1) { border-bottom-width: 1px; border-radius: 0 0 8px 8px; }
.case > summary { list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary:hover { background: color-mix(in srgb, var(--quiet) 7%, transparent); }
.case[open] > summary { font-weight: 600; }
.name::before { content: ""; display: inline-block; width: .4em; height: .4em; margin: 0 .7em .15em 0; border: solid var(--quiet); border-width: 0 1.5px 1.5px 0; rotate: -45deg; }
[open] > summary .name::before { rotate: 45deg; }
.down { color: var(--red); } .up { color: var(--green); } .none.delta { color: var(--quiet); }
.body { padding: .25rem 1rem 1.25rem; }
.question { margin: .25rem 0 .25rem; font-size: 1.05rem; white-space: pre-wrap; }
.answers { width: calc(100% + 1.2rem); border-collapse: separate; border-spacing: .6rem 4px; table-layout: fixed; margin: 0 -.6rem .75rem; }
.answers th { padding: 0 0 .25rem; color: var(--quiet); font-size: .85rem; font-weight: 400; text-align: start; }
.answers .turn th { padding: .6rem 0 .1rem; color: var(--ink); font-weight: 600; white-space: pre-wrap; }
.answers td { padding: .45rem .8rem; vertical-align: top; border-left: 3px solid var(--line); white-space: pre-wrap;
  background: color-mix(in srgb, var(--quiet) 5%, transparent); }
.answers td.yes { border-left-color: var(--green); }
.answers td.unsure { border-left-color: var(--amber); }
.answers td.no { border-left-color: var(--red); }
.answers td.added { background: var(--green-soft); }
.answers td.added.no { background: var(--red-soft); }
.answers td.dropped { background: var(--amber-soft); }
.answers td.nothing { border-color: transparent; background: none; }
.answers small { display: block; margin-top: .2rem; }
.tag { padding: .05em .5em; border: 1px solid; border-radius: 99px; font-size: .75rem; white-space: nowrap; color: var(--quiet); }
.tag.no { color: var(--red); } .tag.unsure, .tag.dropped { color: var(--amber); } .tag.added { color: var(--green); }
.no.added .tag.added { color: var(--red); }
.tag.dropped + .tag { white-space: normal; }
.runs > summary { color: var(--link); font-size: .9rem; }
.sides { display: grid; grid-template-columns: 1fr 1fr; gap: 1.25rem; margin-top: .75rem; }
.sides p { margin: 0 0 .25rem; }
pre { margin: 0 0 1rem; padding: .6rem .8rem; border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap; font-size: .85rem; }
footer { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--quiet); font-size: .85rem; }
@media (max-width: 45rem) {
  body { padding: 1.25rem 1rem; }
  h1 { font-size: 1.3rem; }
  .overview { flex-direction: column; align-items: stretch; gap: 1.25rem; }
  .overview > div { flex: none; }
  .plot { width: 100%; max-width: 22rem; margin: 0 auto; }
  .tools { position: static; }
  .columns, .keys { display: none; }
  .columns + .case { margin-top: .5rem; }
  .case > summary, .one-side > .case > summary { grid-template-columns: auto auto 1fr; gap: .1rem .9rem; }
  .title { grid-column: 1 / -1; }
  .score, .delta { font-size: .87rem; text-align: left; }
  .score i { display: inline; }
  .answers, .answers tbody, .answers tr, .answers td { display: block; width: auto; margin-inline: 0; }
  .answers thead, .answers .nothing, .answers .same td:first-child { display: none; }
  .answers td { margin-bottom: 4px; }
  .sides { grid-template-columns: 1fr; }
}
@media (max-height: 35rem) {
  .tools { position: static; }
}
@media print {
  :root { color-scheme: light; }
  body { max-width: none; padding: 0; font-size: 10pt; background: none; }
  .tools, .runs { display: none; }
  .case { break-inside: avoid; }
  .case[data-kind=worse]::details-content, .fold::details-content { content-visibility: visible; display: block; }
}
`;
