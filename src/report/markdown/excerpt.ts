import { grouped } from '../../text/counts.js';

/** The beginning of a text, with a remark where it is not the whole. */
export type Excerpt = {
  readonly text: string;
  /** For example `first 1,500 of 90,000 characters`; `null` where the text is whole. */
  readonly remark: string | null;
};

const JOINED_TO_THE_SIGN_BEFORE = /^(?:\p{M}|\u200d|\p{Emoji_Modifier})/u;
const JOINER = '\u200d';

/** Takes at most `limit` characters (code points), never half of one, and says so in words where that is not all. */
export function excerpt(text: string, limit: number): Excerpt {
  if (text.length <= limit) return { text, remark: null };
  let end = 0;
  let length = 0;
  let kept = { end: 0, length: 0 };
  let before = '';
  for (const character of text) {
    if (length <= limit && before !== JOINER && !JOINED_TO_THE_SIGN_BEFORE.test(character)) {
      kept = { end, length };
    }
    end += character.length;
    length += 1;
    before = character;
  }
  if (length <= limit) return { text, remark: null };
  const remark = `first ${grouped(kept.length)} of ${grouped(length)} characters`;
  return { text: text.slice(0, kept.end), remark };
}
