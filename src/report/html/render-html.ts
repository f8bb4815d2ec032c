import type { Report } from '../../model/report.js';
import { shortenCommit } from '../../text/values.js';
import { ICONS } from '../model/heading.js';
import { buildReportModel, type ReportModel } from '../model/report-model.js';
import { NONE } from '../model/scores.js';
import { escapeHtmlLine, formatHtml, type Html, html, joinHtml, renderHtmlLink } from './html.js';
import { renderPageHead } from './page-head.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { renderSuite } from './suite-section.js';

/** The report as one HTML file: it loads nothing, and is complete without its script. */
export function renderHtml(report: Report): Html {
  const model = buildReportModel(report);
  const several = model.suites.length > 1;
  return joinHtml(
    [
      renderPageHead({ title: model.heading, style: PAGE_STYLE, script: PAGE_SCRIPT }),
      html`<body>`,
      renderHeader(model, report, several),
      html`<main>`,
      several ? renderSuitesTable(model) : html``,
      ...model.suites.map((view, index) => renderSuite(view, { index, several, model })),
      html`</main>`,
      renderFooter(model),
      html`<script>${PAGE_SCRIPT}</script>`,
      html`</body>`,
      html`</html>`,
      html``,
    ],
    '\n',
  );
}

function renderHeader({ heading, next, notices }: ReportModel, report: Report, several: boolean): Html {
  return joinHtml(
    [
      html`<header>`,
      html`<p class="kicker">${joinHtml(listPlace(report), ' · ')}</p>`,
      html`<h1${several ? html`` : html` class="single"`}>${escapeHtmlLine(heading)}</h1>`,
      // A single suite's step stands below what it is about.
      several ? html`<p><strong>Next:</strong> ${formatHtml(next)}</p>` : html``,
      ...notices.map((line) => html`<p class="quiet">${formatHtml(line)}</p>`),
      html`</header>`,
    ],
    '\n',
  );
}

/** What the page is about: the pull request, its commit, and the day. */
function listPlace({ pullRequest, headSha, repositoryUrl, createdAt }: Report): readonly Html[] {
  const url =
    repositoryUrl === null || pullRequest === undefined
      ? null
      : `${repositoryUrl}/pull/${pullRequest.number}`;
  return [
    html`Prompt regression`,
    ...(pullRequest === undefined ? [] : [renderHtmlLink(`pull request ${pullRequest.number}`, url)]),
    ...(headSha === null ? [] : [html`commit <code>${escapeHtmlLine(shortenCommit(headSha))}</code>`]),
    ...(createdAt === undefined ? [] : [escapeHtmlLine(createdAt.slice(0, 10))]),
  ].filter((part) => part.length > 0);
}

/** Every suite with its result, linked to its place. */
function renderSuitesTable({ suites, sides }: ReportModel): Html {
  const rows = suites.map((view, index) => {
    const { from, to } = view.figures ?? { from: NONE, to: NONE };
    const score = from === to || from === NONE ? to : `${from} → ${to}`;
    return html`<tr><td><a href="#s${index}">${escapeHtmlLine(view.name)}</a></td><td>${escapeHtmlLine(`${ICONS[view.look]} ${view.result}`)}</td><td class="number">${escapeHtmlLine(score)}</td></tr>`;
  });
  const head = html`<tr><th scope="col">Suite</th><th scope="col">Result</th><th scope="col" class="number">${escapeHtmlLine(`${sides[0]} → ${sides[1]}`)}</th></tr>`;
  return html`<table class="rows"><thead>${head}</thead><tbody>${joinHtml(rows)}</tbody></table>`;
}

function renderFooter({ suites, links: { runUrl, homeUrl } }: ReportModel): Html {
  const several = suites.length > 1;
  const facts = suites
    .filter((view) => view.facts.length > 0)
    .map((view) => {
      const name = several ? html`${escapeHtmlLine(view.name)}: ` : html``;
      return html`<p>${name}${joinHtml(view.facts.map(formatHtml), ' · ')}</p>`;
    });
  const links = [
    renderHtmlLink('Run', runUrl),
    renderHtmlLink('How to read this', homeUrl === null ? null : `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== '');
  return html`<footer>\n${joinHtml(facts, '\n')}\n<p>${joinHtml(links, ' · ')}</p>\n</footer>`;
}
