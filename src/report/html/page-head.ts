import { hashForPolicy } from '../../text/json.js';
import { escapeHtml, escapeHtmlLine, type Html, html, joinHtml } from './html.js';

/** A page up to its body. It loads nothing, and runs only the style and script that it has itself. */
export function renderPageHead({
  title,
  style,
  script = null,
}: {
  readonly title: string;
  readonly style: Html;
  readonly script?: Html | null;
}): Html {
  const policy = [
    `default-src 'none'`,
    `style-src ${hashForPolicy(style)}`,
    ...(script === null ? [] : [`script-src ${hashForPolicy(script)}`]),
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
      html`<title>${escapeHtmlLine(title)}</title>`,
      html`<style>${style}</style>`,
      html`</head>`,
    ],
    '\n',
  );
}
