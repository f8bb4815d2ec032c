import type { BlockCoverage, Coverage } from '../../model/coverage.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from '../html/html.js';
import { renderPageHead } from '../html/page-head.js';
import { PAGE_STYLE } from '../html/page-style.js';
import {
  type CoveredText,
  describeEffect,
  listStretches,
  renderBlockState,
  renderCoverageHeading,
  renderCoverageScope,
  renderPlacebo,
  renderUnscored,
  type Stretch,
} from './coverage-view.js';

const STYLE = html`${PAGE_STYLE}
.prompt { margin: 1.5rem 0; border: 1px solid var(--line); border-radius: 8px; overflow: hidden; background: var(--card); }
.prompt h2 { margin: 0; padding: .6rem 1rem; font-size: 1rem; border-bottom: 1px solid var(--line); }
.stretch { display: grid; grid-template-columns: minmax(0, 1fr) 19rem; border-left: 6px solid transparent; }
.stretch.noticed { border-left-color: var(--green); }
.stretch.unnoticed { border-left-color: var(--red); background: var(--red-soft); }
.stretch.unfinished { border-left-color: var(--amber); background: var(--amber-soft); }
.stretch ol { margin: 0; padding: .15rem 1rem .15rem 3.5rem; font: .87em/1.6 ui-monospace, "Liberation Mono", "DejaVu Sans Mono", monospace; }
.stretch li { white-space: pre-wrap; min-height: 1.6em; }
.stretch li::marker { color: var(--quiet); }
.stretch aside { padding: .15rem 1rem; font-size: .85rem; color: var(--quiet); }
.stretch aside ul { margin: .25rem 0; padding-left: 1.2rem; }
.unnoticed aside strong { color: var(--red); } .unfinished aside strong { color: var(--amber); } .noticed aside strong { color: var(--green); }
@media (max-width: 45rem) { .stretch { grid-template-columns: 1fr; } .stretch aside { padding-left: 3.5rem; } }
`;

/** The prompt as a page with coloured margins. It loads nothing and needs no script. */
export function renderCoveragePage(coverage: Coverage, files: readonly CoveredText[]): Html {
  const heading = renderCoverageHeading(coverage);
  return joinHtml(
    [
      renderPageHead({ title: heading, style: STYLE }),
      html`<body>`,
      html`<header>`,
      html`<p class="kicker">Prompt coverage</p>`,
      html`<h1>${escapeHtmlLine(heading)}</h1>`,
      html`<p>Each paragraph was left out once. It is noticed if an answer of the dataset then breaks, falls, gains an irrelevant statement or loses a fact, again and again. If no case notices a paragraph, it is not useless: the dataset does not test it.</p>`,
      html`<p class="quiet">${escapeHtmlLine(renderPlacebo(coverage))} ${escapeHtmlLine(renderCoverageScope(coverage))}</p>`,
      coverage.unscored === null
        ? html``
        : html`<p class="alert">${escapeHtmlLine(renderUnscored(coverage))}</p>`,
      html`</header>`,
      html`<main>`,
      ...files.map((file) => renderFile(file, coverage)),
      html`</main>`,
      html`</body>`,
      html`</html>`,
      html``,
    ],
    '\n',
  );
}

function renderFile(file: CoveredText, coverage: Coverage): Html {
  const stretches = listStretches(file, coverage).map((stretch) => renderStretch(stretch, coverage));
  return html`<section class="prompt"><h2>${escapeHtmlLine(file.path)}</h2>\n${joinHtml(stretches, '\n')}\n</section>`;
}

function renderStretch({ first, lines, block }: Stretch, coverage: Coverage): Html {
  const kind = block === null ? html`` : html` ${escapeHtmlLine(block.state)}`;
  const items = lines.map((line) => html`<li>${escapeHtml(line)}</li>`);
  return html`<div class="stretch${kind}"><ol start="${first}">${joinHtml(items)}</ol><aside>${block === null ? html`` : renderCases(block, coverage)}</aside></div>`;
}

function renderCases(block: BlockCoverage, coverage: Coverage): Html {
  if (block.state !== 'noticed') {
    return html`<strong>${escapeHtmlLine(renderBlockState(block, coverage))}</strong>`;
  }
  const cases = block.noticedBy.map((noticing) => {
    const words = noticing.text === '' ? html`` : html`: “${escapeHtmlLine(noticing.text)}”`;
    return html`<li><code>${escapeHtmlLine(noticing.caseId)}</code> ${escapeHtmlLine(describeEffect(noticing))}${words}</li>`;
  });
  const count =
    block.noticedBy.length === 1 ? html`1 case notices it` : html`${block.noticedBy.length} cases notice it`;
  return html`<strong>${count}</strong><ul>${joinHtml(cases)}</ul>`;
}
