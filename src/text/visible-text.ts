const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The joiner inside an emoji sequence: 👩 + joiner + 💻. */
const EMOJI_BEFORE = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)$/u;
const EMOJI_AFTER = /^\p{Extended_Pictographic}/u;

/** Scripts whose spelling needs joiners and non-joiners. */
const JOINING_SCRIPT =
  '\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}' +
  '\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Khmer}\\p{Script=Mongolian}';
const JOINED_BEFORE = new RegExp(`[${JOINING_SCRIPT}]$`, 'u');
const JOINED_AFTER = new RegExp(`^[${JOINING_SCRIPT}]`, 'u');

const ONE_BEFORE = 2;

/**
 * Makes every character visible that would otherwise act unseen: control characters become their pictures (`␛`),
 * bidi controls, zero-width and other ignorable characters become their names (`⟨U+202E⟩`). Line feeds and tabs stay,
 * every other line ending becomes a line feed. Joiners stay where spelling or an emoji needs them.
 */
export function revealInvisible(text: string): string {
  const whole = text.toWellFormed().replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  return whole.replace(HIDDEN, (character, offset: number) =>
    isHarmless(character, whole, offset) ? character : renderCharacterName(character),
  );
}

const SIGN_BEFORE = /[\p{Emoji}\p{S}]$/u;

function isHarmless(character: string, text: string, offset: number): boolean {
  switch (character) {
    case '\n':
    case '\t':
      return true;
    case '\u200d':
      return isBetween(text, offset, EMOJI_BEFORE, EMOJI_AFTER) || joinsLetters(text, offset);
    case '\u200c':
      return joinsLetters(text, offset);
    case '\ufe0e':
    case '\ufe0f':
      // One selector shapes the sign before it; a second one only hides data.
      return offset > 0 && SIGN_BEFORE.test(text.slice(Math.max(0, offset - ONE_BEFORE), offset));
    default:
      return false;
  }
}

function joinsLetters(text: string, offset: number): boolean {
  return isBetween(text, offset, JOINED_BEFORE, JOINED_AFTER);
}

function isBetween(text: string, offset: number, before: RegExp, after: RegExp): boolean {
  const next = offset + 1;
  return (
    before.test(text.slice(Math.max(0, offset - ONE_BEFORE), offset)) &&
    after.test(text.slice(next, next + ONE_BEFORE))
  );
}

function renderCharacterName(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}
