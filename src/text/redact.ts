/** Shorter values would redact ordinary words. */
export const SHORTEST_SECRET = 6;

/** Of a secret of several lines, a shorter line counts only where it does not read like a word. */
export const SURELY_NO_WORD = 16;
export const SHORTEST_LINE = 8;

/** These lines of a PEM file are the same in everybody's. */
const PEM_FRAME = /-----(BEGIN|END) /;

export type Redact = (text: string) => string;

/**
 * Replaces every given secret by `***`, also in base64, and as URLs, forms, JSON and HTML write it, one within the other
 * too, and each line of one that has several. Masks of the runner cover its log only; comments, statuses and files need this.
 */
export function createRedactor(secrets: readonly (string | null | undefined)[]): Redact {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret === null || secret === undefined || secret.trim().length < SHORTEST_SECRET) continue;
    for (const form of formsOf(secret)) forms.add(form);
  }
  if (forms.size === 0) return (text) => text;
  // The first alternative that fits wins: the longest, lest a part of a secret keeps the rest from being found.
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  const any = new RegExp(longestFirst.map(literally).join('|'), 'g');
  return (text) => text.replace(any, '***');
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function formsOf(secret: string): readonly string[] {
  const unix = secret.replaceAll('\r\n', '\n');
  const wholes = [secret, unix].flatMap((value) => [value, value.trim()]);
  const broken = wholes.flatMap((value) => [
    value,
    value.replaceAll(/(?<!\r)\n/g, '\r\n'),
    value.replaceAll(/\r?\n/g, ' '),
  ]);
  const plain = [...new Set([...broken, ...linesOf(secret)])];
  return [...plain.flatMap(writtenFormsOf), ...[...new Set(wholes)].flatMap(base64FormsOf)];
}

const inLowerCase = (text: string) => text.replaceAll(/%../g, (code) => code.toLowerCase());

/** How programs write a text that has signs with a meaning of their own. */
const WRITERS: readonly ((text: string) => string)[] = [
  encodeURIComponent,
  (text) => inLowerCase(encodeURIComponent(text)),
  (text) => encodeURIComponent(text).replaceAll('%20', '+'),
  (text) => inLowerCase(encodeURIComponent(text)).replaceAll('%20', '+'),
  (text) => encodeURIComponent(text).replaceAll('%2F', '/'),
  (text) => JSON.stringify(text).slice(1, -1),
  (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
];

/** As it is, written, and written within something that is written. */
function writtenFormsOf(value: string): readonly string[] {
  const once = WRITERS.map((write) => write(value));
  return [...new Set([value, ...once, ...once.flatMap((text) => WRITERS.map((write) => write(text)))])];
}

/** The telling lines of a secret that has several, line breaks written as `\n` included. */
function linesOf(secret: string): readonly string[] {
  const lines = secret.split(/\r?\n|\\r\\n|\\n/).map((line) => line.trim());
  return lines.length < 2 ? [] : lines.filter(isTelling);
}

const NO_PLAIN_WORD = /\d|\p{Ll}\p{Lu}/u;

function isTelling(line: string): boolean {
  if (PEM_FRAME.test(line)) return false;
  return line.length >= SURELY_NO_WORD || (line.length >= SHORTEST_LINE && NO_PLAIN_WORD.test(line));
}

/** Base64 as it looks alone, and within longer encoded texts: there it depends on what comes before, and on its ends. */
function base64FormsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value, 'utf8');
  const alone = bytes.toString('base64').replace(/=+$/, '');
  const within = [0, 1, 2].map((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64');
    // Six bits a character: the first ones hold bits of what comes before, the one before the padding of what follows.
    return encoded.slice(offset === 0 ? 0 : offset + 1).replace(/.=+$/, '');
  });
  return [alone, ...within].flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')]);
}
