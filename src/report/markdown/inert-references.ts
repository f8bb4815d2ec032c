/** Separates without being seen: what it splits is no longer a name, a number or an address. */
const BREAK = '\u200b';

const SHA = /(?<![0-9A-Za-z])[0-9a-f]{7,}(?![0-9A-Za-z])/gi;
/** One short of what GitHub reads as an abbreviated commit. */
const SHA_PIECE = /[0-9a-f]{6}(?=[0-9a-f])/gi;

/**
 * Breaks what readers of the raw text act on, also inside code: mentions, issue references, HTML comments (markers by
 * which other actions find their comment) and chat commands at the start of a line.
 */
export function breakRawTriggers(text: string): string {
  return text
    .replace(/[@#]/g, `$&${BREAK}`)
    .replace(/\bgh-(?=\d)/gi, `$&${BREAK}`)
    .replaceAll('<!--', `<${BREAK}!--`)
    .replace(/^([^\S\n\r\u2028\u2029]*)\/(?=[a-z])/gim, `$1${BREAK}/`);
}

/**
 * Breaks what GitHub brings alive in rendered text, whatever the markdown escapes: mentions, issue references, commit
 * hashes, issue and advisory keys, addresses with and without scheme, mail addresses, emoji shortcodes (also one that
 * only a colon of ours behind the text would complete).
 */
export function breakReferences(text: string): string {
  return breakRawTriggers(text)
    .replace(SHA, (hash) => hash.replace(SHA_PIECE, `$&${BREAK}`))
    .replace(/\b[A-Z][A-Z0-9]+-(?=\d)/g, `$&${BREAK}`)
    .replace(/\bGHSA-(?=\w)/gi, `$&${BREAK}`)
    .replace(/:(?=\/\/|[\w+-]+(?::|$))/g, `$&${BREAK}`)
    .replace(/www(?=\.)/gi, `$&${BREAK}`);
}
