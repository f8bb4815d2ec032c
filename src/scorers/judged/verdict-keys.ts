import { digest } from '../../text/hash.js';
import { bareWording } from '../../text/wording.js';
import { contentWords } from '../../text/words.js';

/** Fewer content words than this mean nothing without the answer around them. */
const STANDS_ALONE = 4;

/** First words that point at something said before, in the languages that answers are mostly written in. */
const POINTS_BACK =
  /^(?:he|she|it|they|this|that|these|those|here|there|both|all|none|some|others?|each|and|or|but|so|also|however|therefore|then|because|otherwise|instead|if|unless|yes|no|not|first|second|next|finally|er|sie|es|dies\w*|und|oder|aber|auch|dann|ja|nein|il|elle|ils|elles|ce|cette|cela|et|ou|mais|oui|non|él|ella|est[aeo]s?|es[aeo]s?|y|o|pero|también|sí)\b|^[\d.,:/-]+%?(?:\s|$)|^(?:これ|それ|その|この|また|しかし|そして|はい|いいえ|这|那|它|但|所以|是的|不)/iu;

const SAID = /[\p{L}\p{M}\p{N}\p{S}?？؟%-]+/gu;

/** Each repeated statement once: repetition must not outweigh an off-topic statement. */
export function onlyOnce<Said extends { readonly text: string }>(items: readonly Said[]): Said[] {
  const first = new Map<string, Said>();
  for (const item of items) {
    const { text } = item;
    // In code every sign counts.
    const words = text.includes('\n')
      ? [text]
      : (bareWording(text).normalize('NFKC').toLowerCase().match(SAID) ?? [text]);
    const wording = words.join(' ');
    if (!first.has(wording)) first.set(wording, item);
  }
  return [...first.values()];
}

/** Gives each item the key of its verdict. */
export type VerdictKeys = (item: { readonly text: string; readonly isCall?: true }) => string;

/**
 * @param options.judged Everything but the item that the verdict depends on: judge, rubric, task, history, input.
 * @param options.answerHash Enters the key of statements that mean nothing alone.
 */
export function createVerdictKeys(options: {
  readonly judged: readonly unknown[];
  readonly answerHash: string;
}): VerdictKeys {
  const asked = digest(options.judged);
  return ({ text, isCall }) => {
    const said = bareWording(text);
    const alone = !POINTS_BACK.test(said) && contentWords(said).length >= STANDS_ALONE;
    const kind = isCall ? ['call'] : [];
    return digest([asked, said, ...(alone ? [] : [options.answerHash]), ...kind]);
  };
}

/** Short enough to be copied, long enough that no statement can be made to have another's (`LABEL_KEY`). */
const LABEL_KEY_CHARACTERS = 20;

/** Gives each statement the key of its label: without judge and rubric, since a label applies to any judge. */
export function createLabelKeys(options: Parameters<typeof createVerdictKeys>[0]): VerdictKeys {
  const keyOf = createVerdictKeys(options);
  return (item) => keyOf(item).slice(0, LABEL_KEY_CHARACTERS);
}
