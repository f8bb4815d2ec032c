import { oneLine } from '../../text/values.js';
import { visibleText } from '../../text/visible-text.js';

/*
 * Foreign text enters the page through these functions only. A reader sees its characters; nothing of it becomes
 * markup, and no control or bidi character acts unseen.
 */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text with its line breaks, for an element or a quoted attribute. */
export function htmlText(text: string): string {
  return visibleText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
}

export function htmlLine(text: string): string {
  return htmlText(oneLine(text));
}

/** One line with what is between backticks as code. */
export function formattedHtml(text: string): string {
  return htmlLine(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

/** A link of our own; empty if the address is not a web address. */
export function htmlLink(text: string, url: string | null): string {
  if (url === null || !URL.canParse(url) || !/^https?:/.test(url)) return '';
  return `<a href="${htmlText(new URL(url).href)}">${htmlLine(text)}</a>`;
}
