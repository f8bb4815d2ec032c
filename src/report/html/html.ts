import { collapseWhitespace } from '../../text/values.js';
import { revealInvisible } from '../../text/visible-text.js';

declare const HTML: unique symbol;

/**
 * Text that is safe in the page. A plain string is foreign and becomes HTML only through the functions of this file: a
 * reader sees its characters, they never become markup, and no control or bidi character acts unseen.
 */
export type Html = string & { readonly [HTML]: true };

/** Our own HTML. It takes HTML and numbers, so unescaped text does not compile. Attributes need double quotes. */
export function html(literals: TemplateStringsArray, ...values: readonly (Html | number)[]): Html {
  return String.raw({ raw: literals }, ...values) as Html;
}

/** Our own HTML with a separator between the parts. */
export function joinHtml(parts: readonly Html[], separator: '' | ' ' | '\n' | ' · ' | ', ' = ''): Html {
  return parts.join(separator) as Html;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text with its line breaks, for an element or a quoted attribute. */
export function escapeHtml(text: string): Html {
  return revealInvisible(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign) as Html;
}

/** The same on one line. */
export function escapeHtmlLine(text: string): Html {
  return escapeHtml(collapseWhitespace(text));
}

/** One line with what is between backticks as code. */
export function formatHtml(text: string): Html {
  return escapeHtmlLine(text).replace(/`([^`]+)`/g, '<code>$1</code>') as Html;
}

/** A link of our own; empty if the address is not a web address. */
export function renderHtmlLink(text: string, url: string | null): Html {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return html``;
  return html`<a href="${escapeHtml(new URL(url).href)}">${escapeHtmlLine(text)}</a>`;
}
