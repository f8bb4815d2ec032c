import type { Report } from '../../model/report.js';
import { policyHash } from '../../text/json.js';
import { buildReportModel, type ReportModel } from '../model/report-model.js';
import { escapeHtml, escapeHtmlLine, formatHtml, type Html, html, joinHtml, renderHtmlLink } from './html.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { renderSuite } from './suite-section.js';

/** The report as one HTML file: it loads nothing, and is complete without its script. */
export function renderHtml(report: Report): Html {
  const model = buildReportModel(report);
  const several = model.suites.length > 1;
  const policy = [
    `default-src 'none'`,
    `style-src ${policyHash(PAGE_STYLE)}`,
    `script-src ${policyHash(PAGE_SCRIPT)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return joinHtml(
    [
      html`<!doctype html>`,
      html`<html lang="en">`,
      html`<head>`,
      html`<meta charset="utf-8">`,
      html`<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">`,
      html`<meta name="viewport" content="width=device-width, initial-scale=1">`,
      html`<meta name="color-scheme" content="light dark">`,
      html`<meta name="referrer" content="no-referrer">`,
      html`<title>${escapeHtmlLine(model.heading)}</title>`,
      html`<style>${PAGE_STYLE}</style>`,
      html`</head>`,
      html`<body>`,
      renderHeader(model, several),
      html`<main>`,
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

function renderHeader({ heading, next, notices }: ReportModel, several: boolean): Html {
  const steps = next.map(({ question, text }) =>
    question === null
      ? formatHtml(text)
      : html`<strong>${escapeHtmlLine(question)}</strong> ${formatHtml(text)}`,
  );
  return joinHtml(
    [
      html`<header>`,
      html`<p class="kicker">Prompt regression</p>`,
      html`<h1${several ? html`` : html` class="single"`}>${escapeHtmlLine(heading)}</h1>`,
      steps.length === 0 ? html`` : html`<p>${joinHtml(steps, ' ')}</p>`,
      ...notices.map((line) => html`<p class="quiet">${formatHtml(line)}</p>`),
      html`</header>`,
    ],
    '\n',
  );
}

function renderFooter({ suites, runUrl, homeUrl }: ReportModel): Html {
  const several = suites.length > 1;
  const facts = suites.flatMap(({ name, facts }) =>
    facts.length === 0
      ? []
      : [
          html`<p>${several ? html`${escapeHtmlLine(name)}: ` : html``}${joinHtml(facts.map(formatHtml), ' · ')}</p>`,
        ],
  );
  const links = [
    renderHtmlLink('Run', runUrl),
    renderHtmlLink('How to read this', homeUrl === null ? null : `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== '');
  return html`<footer>\n${joinHtml(facts, '\n')}\n<p>${joinHtml(links, ' · ')}</p>\n</footer>`;
}
