import type { Report } from '../../model/report.js';
import { policyHash } from '../../text/json.js';
import { buildReportModel, type ReportModel } from '../model/report-model.js';
import { formattedHtml, htmlLine, htmlLink } from './escape.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { renderSuite } from './suite-section.js';

/** The report as one HTML file: it loads nothing, and is complete without its script. */
export function renderHtml(report: Report): string {
  const model = buildReportModel(report);
  const several = model.suites.length > 1;
  const policy = [
    `default-src 'none'`,
    `style-src ${policyHash(PAGE_STYLE)}`,
    `script-src ${policyHash(PAGE_SCRIPT)}`,
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<title>${htmlLine(model.heading)}</title>`,
    `<style>${PAGE_STYLE}</style>`,
    '</head>',
    '<body>',
    renderHeader(model, several),
    '<main>',
    ...model.suites.map((view, index) => renderSuite(view, { index, several, model })),
    '</main>',
    renderFooter(model),
    `<script>${PAGE_SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function renderHeader({ heading, next, notices }: ReportModel, several: boolean): string {
  const steps = next.map(({ question, text }) =>
    question === null ? formattedHtml(text) : `<strong>${htmlLine(question)}</strong> ${formattedHtml(text)}`,
  );
  return [
    '<header>',
    '<p class="kicker">Prompt regression</p>',
    `<h1${several ? '' : ' class="single"'}>${htmlLine(heading)}</h1>`,
    steps.length === 0 ? '' : `<p>${steps.join(' ')}</p>`,
    ...notices.map((line) => `<p class="quiet">${formattedHtml(line)}</p>`),
    '</header>',
  ].join('\n');
}

function renderFooter({ suites, runUrl, homeUrl }: ReportModel): string {
  const several = suites.length > 1;
  const facts = suites.flatMap(({ name, facts }) =>
    facts.length === 0
      ? []
      : [`<p>${several ? `${htmlLine(name)}: ` : ''}${facts.map(formattedHtml).join(' · ')}</p>`],
  );
  const links = [
    htmlLink('Run', runUrl),
    htmlLink('How to read this', homeUrl === null ? null : `${homeUrl}/docs/comment.md`),
  ].filter((link) => link !== '');
  return `<footer>\n${facts.join('\n')}\n<p>${links.join(' · ')}</p>\n</footer>`;
}
