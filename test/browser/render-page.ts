import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';

/** Width of a comment's column on github.com at a desk and on a phone, in CSS pixels, and of the white beside it. */
export const COLUMN_WIDTH = 860;
export const PHONE_WIDTH = 358;
export const MARGIN = 16;

export type Look = { readonly width: number; readonly theme: 'light' | 'dark' };

const COLOURS = {
  light: {
    ink: '#1f2328',
    paper: '#fff',
    line: '#d1d9e0',
    quiet: '#59636e',
    link: '#0969da',
    block: '#f6f8fa',
    code: '#818b981f',
    dropped: '#82071e',
    added: '#116329',
    changed: '#953800',
  },
  dark: {
    ink: '#f0f6fc',
    paper: '#0d1117',
    line: '#3d444d',
    quiet: '#9198a1',
    link: '#4493f8',
    block: '#151b23',
    code: '#656c7633',
    dropped: '#ffdcd7',
    added: '#aff5b4',
    changed: '#ffdfb6',
  },
} as const;

/** The rules of GitHub's own stylesheet that decide how a comment is laid out, in our words and sizes. */
function styleOf({ width, theme }: Look): string {
  const { ink, paper, line, quiet, link, block, code, dropped, added, changed } = COLOURS[theme];
  return `
  * { box-sizing: border-box; }
  body { box-sizing: content-box; margin: ${MARGIN}px; width: ${width}px; color: ${ink}; background: ${paper};
    font: 14px/1.5 -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", "Noto Sans CJK JP", "Noto Color Emoji", sans-serif;
    overflow-wrap: break-word; }
  h3, h4, h5 { margin: 20px 0 12px; line-height: 1.25; font-weight: 600; }
  h3 { font-size: 1.25em; } h4 { font-size: 1em; } h5 { font-size: .875em; }
  body > :first-child { margin-top: 0; }
  p, ul, ol, blockquote, table, pre, details { margin: 0 0 14px; }
  ul, ol { padding-left: 2em; }
  li + li { margin-top: .25em; }
  blockquote { padding: 0 1em; color: ${quiet}; border-left: .25em solid ${line}; }
  code, pre { font: 12px/1.45 ui-monospace, "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace; }
  code { padding: .2em .4em; background: ${code}; border-radius: 6px; white-space: break-spaces; }
  pre { padding: 14px; overflow: auto; background: ${block}; border-radius: 6px; overflow-wrap: normal; }
  pre code { padding: 0; background: none; white-space: pre; }
  table { display: block; width: max-content; max-width: 100%; overflow: auto; border-collapse: collapse; }
  th, td { padding: 6px 13px; border: 1px solid ${line}; }
  th { font-weight: 600; }
  tr:nth-child(2n) td { background: ${block}; }
  .dropped { color: ${dropped}; background: ${dropped}22; }
  .added { color: ${added}; background: ${added}22; }
  .changed { color: ${changed}; background: ${changed}22; }
  summary { cursor: pointer; }
  details[open] > summary { margin-bottom: 14px; }
  sub { font-size: 75%; color: ${quiet}; }
  a { color: ${link}; }
`;
}

/**
 * A comment as a page. The HTML in it is passed on whole, so the page is less safe than GitHub's, which filters it:
 * what is inert here is inert there.
 */
export function renderPage(markdown: string, look: Look = { width: COLUMN_WIDTH, theme: 'light' }): string {
  const body = micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [
      gfmHtml(),
      {
        // GFM's own tag filter would hide what got through.
        exit: {
          htmlFlowData(token) {
            this.raw(this.sliceSerialize(token));
          },
          htmlTextData(token) {
            this.raw(this.sliceSerialize(token));
          },
        },
      },
    ],
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Comment</title><style>${styleOf(look)}</style></head><body>${colourDiffs(body)}</body></html>`;
}

/** As GitHub colours a diff. */
function colourDiffs(body: string): string {
  return body.replace(/<code class="language-diff">(?:.|\n)*?<\/code>/g, (code) =>
    code
      .replace(/^((?:<code[^>]*>)?)(-.*)$/gm, '$1<span class="dropped">$2</span>')
      .replace(/^((?:<code[^>]*>)?)(\+.*)$/gm, '$1<span class="added">$2</span>')
      .replace(/^((?:<code[^>]*>)?)(!.*)$/gm, '$1<span class="changed">$2</span>'),
  );
}
