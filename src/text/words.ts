/** A word and its offset. */
export type WordSpan = { readonly word: string; readonly start: number };

/** Scripts without spaces between words: only a dictionary finds the words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Characters inside a word: apostrophes (`don't`), optionally hyphens (`well-known`) or a number's signs. */
const INSIDE = {
  plain: createWordPattern("['’]"),
  hyphens: createWordPattern("['’-]"),
  numbers: createWordPattern("(?:['’]|(?<=\\p{N})[.,](?=\\p{N}))"),
};
const EMOJI = /\p{RGI_Emoji}/gv;

/** True if a text has letters of a script without spaces between words. */
export function isUnspaced(text: string): boolean {
  return UNSPACED.test(text);
}

/**
 * `plain` splits `4.5` in two; `hyphens` counts `well-known` as one word, as readers do; `numbers` counts `1,299.90`
 * as one.
 */
export type WordPattern = keyof typeof INSIDE;

/** The words of a text in order, in any script. */
export function findWords(text: string, pattern: WordPattern = 'plain'): WordSpan[] {
  if (!isUnspaced(text)) return findSpacedWords(text, pattern);
  return findPieces(text).flatMap(({ piece, start }) => {
    const words = isUnspaced(piece) ? findUnspacedWords(piece) : findSpacedWords(piece, pattern);
    return words.map((span) => ({ word: span.word, start: start + span.start }));
  });
}

function findSpacedWords(text: string, pattern: WordPattern): WordSpan[] {
  let from = 0;
  // No word can begin between two words, so `indexOf` finds each again.
  return (text.match(INSIDE[pattern]) ?? []).map((word) => {
    const start = text.indexOf(word, from);
    from = start + word.length;
    return { word, start };
  });
}

function findUnspacedWords(piece: string): WordSpan[] {
  return Array.from(segmentWords(piece))
    .filter(({ isWordLike }) => isWordLike === true)
    .map(({ segment, index }) => ({ word: segment, start: index }));
}

/** The words of a text in order. Emoji are not words: see {@link findEmoji}. */
export function listWords(text: string, pattern?: WordPattern): string[] {
  return findWords(text, pattern).map(({ word }) => word);
}

/** The meaningful words in order and lower case, with their offsets. */
export function findContentWords(text: string): WordSpan[] {
  return findWords(text)
    .map(({ word, start }) => ({ word: word.toLowerCase(), start }))
    .filter(({ word }) => !GRAMMAR_WORDS.has(word) && !SHORT_HIRAGANA.test(word));
}

/** The meaningful words in order and lower case. */
export function listContentWords(text: string): readonly string[] {
  return findContentWords(text).map(({ word }) => word);
}

/** A text's emoji, without digits and signs that can be shown as one. */
export function findEmoji(text: string): string[] {
  return (text.match(EMOJI) ?? []).filter((emoji) => !/^[\d#*]/u.test(emoji));
}

/** The pieces between spaces, with punctuation; text without spaces is cut into words and signs. */
export function splitWords(text: string): string[] {
  return findPieces(text).flatMap(({ piece }) =>
    isUnspaced(piece) ? Array.from(segmentWords(piece), ({ segment }) => segment) : [piece],
  );
}

function findPieces(text: string): readonly { readonly piece: string; readonly start: number }[] {
  return Array.from(text.matchAll(/\S+/gu), (match) => ({ piece: match[0], start: match.index }));
}

let segmenter: Intl.Segmenter | undefined;

function segmentWords(piece: string): Intl.Segments {
  // The segmenter loads a dictionary, which most runs never need.
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return segmenter.segment(piece);
}

function createWordPattern(inside: string): RegExp {
  const letters = '[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}]*';
  return new RegExp(`${letters}(?:${inside}${letters})*`, 'gu');
}

const LIST_MARKS = new Set('-*+•‣◦–>#');
const OPENING_MARKS = new Set(' "\'“”„«»‘’`*_([{「『');
const CLOSING_MARKS = new Set(' "\'“”„«»‘’`*_)]}」』.!,:;…。！、，；：');

const GREATER = /^> +\d/;

/** Most texts are in normal form already. */
const MAY_CHANGE = /[^\x20-\x7e]| {2}/;

/**
 * A statement's normal form: NFC, single spaces, no outer list marks, quotes, emphasis or punctuation. Digits, case
 * and negation stay.
 */
export function normalizeWording(text: string): string {
  const line = (MAY_CHANGE.test(text) ? text.normalize('NFC').replace(/\s+/g, ' ') : text).trim();
  const start = findContentStart(line);
  let end = line.length;
  // From the outside in, each character once: an answer's end may be very long.
  while (end > start && CLOSING_MARKS.has(line[end - 1] ?? '')) end -= 1;
  return end > start ? line.slice(start, end) : text.trim();
}

/** The start of a line's content; list marks count only before a space, and none is the `>` of a number. */
function findContentStart(line: string): number {
  let at = 0;
  for (;;) {
    let next = at;
    while (OPENING_MARKS.has(line[next] ?? '')) next += 1;
    let marks = next;
    while (LIST_MARKS.has(line[marks] ?? '')) marks += 1;
    const isMark = marks > next && line[marks] === ' ' && !GREATER.test(line.slice(marks - 1, marks + 3));
    if (isMark) next = marks;
    if (next === at) return at;
    at = next;
  }
}

/** Share of content words, of both together, from which on two wordings count as one (Dice). */
const ALIKE = 0.75;

/** The parts of a wording that are compared. */
export type Words = { readonly content: ReadonlySet<string>; readonly numbers: string };

const NUMBER = /\p{N}+(?:[.,:]\p{N}+)*/gu;

/** The parts of a text by which wordings are compared. */
export function readWords(text: string): Words {
  return {
    content: new Set(listContentWords(text)),
    numbers: (text.match(NUMBER) ?? []).toSorted().join(' '),
  };
}

/**
 * Whether two wordings share nearly all their content words, and all numbers. It sees no negation and no opposite: it
 * replaces a judge if there is none, and groups the same statement of several cases.
 */
export function areAlike(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers || a.content.size + b.content.size === 0) return false;
  const shared = [...a.content].filter((word) => b.content.has(word)).length;
  return (2 * shared) / (a.content.size + b.content.size) >= ALIKE;
}

/** Share of a wording's content words that another has too. */
export function measureSharedWords({ content }: Words, other: Words): number {
  const shared = [...content].filter((word) => other.content.has(word)).length;
  return content.size === 0 ? 0 : shared / content.size;
}

/** A set of the words in texts, separated by white space. */
export function createWordList(...texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.split(/\s+/u)).filter((word) => word !== ''));
}

/** English words that carry grammar but no topic; lower case. */
export const ENGLISH_GRAMMAR = createWordList(
  `a an the and or but so if then than that this these those there here i me my mine we us our ours you your yours he
  him his she her hers it its they them their theirs who whom whose which what when where why how be been being is are
  was were am have has had having do does did done doing can could will would shall should may might must cannot
  it's that's there's here's what's who's where's i'm you're we're they're he's she's i've you've we've they've i'd
  you'd he'd she'd we'd they'd i'll you'll he'll she'll it'll we'll they'll let's lets isn't aren't wasn't weren't
  don't doesn't didn't can't won't hasn't haven't hadn't couldn't wouldn't shouldn't mustn't shan't myself ourselves
  yourself yourselves himself herself itself themselves of in on at by to from with into onto over under after before
  about for as up down out off per any some all each both such only too very just also yes no nor not yet please
  without between through during above below few more most other another own same within upon via every however
  therefore because while until since although though unless whether again against`,
);

/** The most common ones in six other European languages, if they hardly mean anything else in English. */
const OTHER_GRAMMAR = createWordList(
  `der die das den dem des ein eine einen einem einer eines und oder aber wenn dann dass es er sie ihr ihm ihre ihren
  ich wir uns du ihnen wie von im bei zu zum zur aus mit nach vor über unter durch für um ist sind waren wird werden
  wurde haben kann können muss soll nicht kein keine sich auch noch nur`,
  `le la les un une du et ou mais que qui ce cette il elle ils elles je tu nous vous dans sur avec pour par au aux ne pas
  est sont el los las una y pero se su sus con del es lo está di della che è sono o os um uma em não ao de het een
  en van niet zijn wordt voor`,
);

/** Words without a topic, in lower case. */
export const GRAMMAR_WORDS: ReadonlySet<string> = new Set([...ENGLISH_GRAMMAR, ...OTHER_GRAMMAR]);

/** Japanese endings and particles: short words of hiragana only. */
export const SHORT_HIRAGANA = /^\p{Script=Hiragana}{1,3}$/u;

const NAME = /(?<!\p{L})\p{Lu}[\p{L}\p{M}]*/gu;

/** True if most letters are Latin and the text is not clearly in another language than English. */
export function looksEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if ((text.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 < letters) return false;
  // A capitalised word may be part of a name: Los Angeles is not Spanish.
  const words = text
    .replaceAll(NAME, '')
    .toLowerCase()
    .split(/[^\p{L}'’]+/u);
  const english = words.filter((word) => ENGLISH_GRAMMAR.has(word.replace('’', "'"))).length;
  const other = words.filter((word) => OTHER_GRAMMAR.has(word)).length;
  return other === 0 || other < english;
}

/** Plain ASCII: one character is one code unit, so no segmenter is needed. */
const ONE_UNIT_EACH = /^[\t\n\u0020-\u007e]*$/;

let graphemeSegmenter: Intl.Segmenter | undefined;

/** The characters as a reader counts them: an accent, a flag or a family of emoji is part of one. */
export function splitGraphemes(text: string): readonly string[] {
  if (ONE_UNIT_EACH.test(text)) return text.split('');
  graphemeSegmenter ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  return Array.from(graphemeSegmenter.segment(text), ({ segment }) => segment);
}
