import { listContentWords } from './words.js';

/** A part of a text; `end` is excluded. */
export type Span = { readonly start: number; readonly end: number };

/** Abbreviations that never end a sentence. */
const ABBREVIATION =
  /(?:^|[\s("'„“‘[])(?:e\.\s?g|i\.\s?e|cf|vs|viz|approx|resp|est|Dr|Mr|Mrs|Ms|Mx|Prof|St|Mt|Ft|Gen|Col|Sgt|Capt|Lt|Rev|Hon|Gov|Sen|Rep|z\.\s?B|d\.\s?h|u\.\s?a|o\.\s?ä|bzw|ca|evtl|ggf|inkl|zzgl|vgl|Hr|Fr)\.\s*$/iu;
/** Abbreviations that end one only before a whole sentence: `VAT incl.` does, `incl. VAT` does not. */
const BESIDE_ITS_NOUN = /(?:^|[\s("'„“‘[])(?:incl|excl|dept)\.\s*$/iu;
const WORDS_OF_A_SENTENCE = 3;
const INITIAL = /(?:^|(?<!\p{N})[\s(])\p{Lu}\.\s*$|\.\p{Lu}\.\s*$/u;
/** Abbreviations that do not end a sentence before a number. */
const BEFORE_NUMBER = /(?:^|[\s(])(?:No|Nos|Nr|Fig|Art|Abs|Sec|Ch|Vol|Ver|v|Eq|pp?|S|Tel|Ext)\.\s*$/iu;
/** German ordinals end with a full stop: `5. Mai`. */
const ORDINAL = /(?:^|[\s(])\d{1,2}\.\s*$/u;
const AFTER_ORDINAL =
  /^(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Jahrhundert|Jahrestag|Klasse|Stock|Etage|Platz|Geburtstag|Kapitel|Quartal|Auflage|Tag|Woche)/u;
const NUMBER_ALONE = /^\s*\(?\d{1,3}[.)]\s*$/u;
const TAIL = 24;
const GOES_ON = /^[\p{Ll}\p{Pd},;)\]]/u;

/** Sentence ends in any script. */
const MAY_END = /[\p{Sentence_Terminal}.․﹒．\n\r\u0085\u2028\u2029]/u;

/** Signs that open the next sentence; the segmenter leaves them at the end of the one before. */
const OPENS_NEXT = /(?<=[。！？｡][」』）】》〉〕”’]{0,4})[「『（【《〈〔“‘]+$/u;
/** Signs that close the emphasis of the sentence before. */
const CLOSES = /^[*_~]{1,3}(?=[\s)\]"'”’»]|$)/u;
/** `「はい。」と` */
const QUOTED = /[。！？][」』]$/u;
const AFTER_QUOTED = /^(?:と|って|など|の|を|は|が)/u;

/** First words that point at something said before, in the languages that answers are mostly written in. */
const POINTS_BACK =
  /^(?:he|she|it|they|this|that|these|those|here|there|both|all|none|some|others?|each|and|or|but|so|also|however|therefore|then|because|otherwise|instead|if|unless|yes|no|not|first|second|next|finally|er|sie|es|dies\w*|und|oder|aber|auch|dann|ja|nein|il|elle|ils|elles|ce|cette|cela|et|ou|mais|oui|non|él|ella|est[aeo]s?|es[aeo]s?|y|o|pero|también|sí)\b|^[\d.,:/-]+%?(?:\s|$)|^(?:これ|それ|その|この|また|しかし|そして|はい|いいえ|这|那|它|但|所以|是的|不)/iu;

/** Whether a sentence means little without the one before it. */
export function refersBack(sentence: string): boolean {
  return POINTS_BACK.test(sentence);
}

let segmenter: Intl.Segmenter | undefined;

/** Splits running text into sentences; abbreviations, initials, ordinals and decimals do not end one. */
export function splitSentences(text: string): Span[] {
  // A segmenter for each of thousands of short lines would take a second.
  if (!MAY_END.test(text)) return text === '' ? [] : [{ start: 0, end: text.length }];
  const spans: Span[] = [];
  let open: Span | null = null;
  const starts = findStarts(text);
  for (const [at, start] of starts.entries()) {
    const end = starts[at + 1] ?? text.length;
    if (open && (start === end || belongTogether(text.slice(open.start, open.end), text.slice(start, end)))) {
      open = { start: open.start, end };
    } else {
      if (open) spans.push(open);
      open = { start, end };
    }
  }
  if (open) spans.push(open);
  return spans;
}

/** The starts of the segmenter's sentences, each with its own quotation marks. */
function findStarts(text: string): readonly number[] {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  return Array.from(segmenter.segment(text), ({ index }) => {
    const opening = OPENS_NEXT.exec(text.slice(Math.max(0, index - TAIL), index))?.[0].length ?? 0;
    if (opening > 0 || index === 0 || /\s/u.test(text.charAt(index - 1))) return index - opening;
    return index + (CLOSES.exec(text.slice(index, index + TAIL))?.[0].length ?? 0);
  });
}

/** A text's sentences, trimmed, without empty ones. */
export function listSentences(text: string): string[] {
  return splitSentences(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => sentence !== '');
}

function belongTogether(before: string, after: string): boolean {
  // The patterns look only at the end.
  const tail = before.slice(-TAIL);
  if (ABBREVIATION.test(tail) || INITIAL.test(tail)) return true;
  if (BESIDE_ITS_NOUN.test(tail))
    return listContentWords(after).length < WORDS_OF_A_SENTENCE || GOES_ON.test(after);
  if (before.length <= TAIL && NUMBER_ALONE.test(before)) return true;
  if (BEFORE_NUMBER.test(tail) && /^\d/.test(after)) return true;
  if (ORDINAL.test(tail) && AFTER_ORDINAL.test(after)) return true;
  if (QUOTED.test(tail) && AFTER_QUOTED.test(after)) return true;
  return GOES_ON.test(after);
}
