import { AUXILIARIES, createWordList } from '../text/function-words.js';
import { hasQuantity } from './calendar-words.js';
import type { Word } from './tokens.js';

/** Everyday verbs that are hardly ever nouns, in their base form. */
const VERBS = createWordList(
  `make take give go grow live eat love like contain provide need want keep become bring let seem think know say get
  see enjoy prefer shine bark swim fly sing sleep fall rise erupt hatch migrate orbit spin consist require use begin
  carry hold lie sit stand tell write wear lose win send teach learn believe allow add seek remain
  appear produce create involve happen move lead understand follow include continue spend speak
  hear feel meet come purr roar bloom melt freeze boil ripen rust float sink dig hunt knit weave bake cook drink
  absorb reflect attract repel cause affect improve depend form weigh belong exist survive evolve develop smell taste
  visit dream laugh cry smile dance ride climb jump breathe hibernate burn taste arrive leave`,
);

/** Adverbs that stand beside a verb. */
const FREQUENCY = createWordList('never always often usually sometimes rarely seldom hardly barely');

const PREPOSITIONS = createWordList(
  'of in on at by to from with for about between near under over into and or of the a an der die das in im am und oder von vom zu zum zur bei mit für de del la le van von da di',
);

/**
 * True where the words make a full sentence of their own (subject and finite verb) rather than a short phrase such as
 * a name, a number, a label or a noun with its attributes. A guess by closed word lists and word forms.
 */
export function isClause(text: string, words: readonly Word[], language: string): boolean {
  if (language === 'ja') return isJapaneseClause(text);
  if (words.length < 2) return false;
  const lower = words.map((word) => word.lower);
  if (words.some((word, at) => at > 0 && isFiniteVerb(word, lower[at - 1] ?? '', at, language))) return true;
  if (lower.some((word, at) => at < lower.length - 1 && /^(?:i|we|he|she|they)$/.test(word))) return true;
  if (hasObject(words) || hasPastVerb(text, lower)) return true;
  return language === 'de' ? hasGermanVerb(text, words) : isBareSentence(text, words);
}

function isFiniteVerb({ surface, lower }: Word, before: string, at: number, language: string): boolean {
  // A capital inside a line opens a name or a title; "7 am" is a time.
  if (/^\p{Lu}/u.test(surface) || (lower === 'am' && /\p{N}$/u.test(before))) return false;
  if (FREQUENCY.has(lower) || lower === 'cannot' || /[a-z]n't$/u.test(lower)) return true;
  if (['en', 'de', language].some((code) => AUXILIARIES.get(code)?.has(lower) === true)) return true;
  // "At a rolling boil", "two running shoes": behind such a form stands a noun.
  return (
    at < 7 && isVerbForm(lower) && !PREPOSITIONS.has(before) && !(before.endsWith('ing') && VERBS.has(lower))
  );
}

function isVerbForm(word: string): boolean {
  if (VERBS.has(word)) return true;
  const base = word.replace(/ies$/, 'y').replace(/(ch|sh|ss|x|o)es$/, '$1');
  return VERBS.has(base) || (word.endsWith('s') && VERBS.has(word.slice(0, -1)));
}

/** A content word right before an article or possessive governs it: "polish the granite", "painted a wall". */
function hasObject(words: readonly Word[]): boolean {
  return words.some(
    (word, at) =>
      at > 0 &&
      /^\p{Ll}/u.test(word.surface) &&
      word.content &&
      !hasQuantity(word.lower) &&
      !/\p{N}/u.test(words[at - 1]?.lower ?? '') &&
      !word.lower.endsWith('ing') &&
      /^(?:the|an?|his|her|its|their|our|it|them|when|because|while)$/.test(words[at + 1]?.lower ?? ''),
  );
}

/** In a full sentence, an -ed form behind a subject: "the market closed higher on a weekday". */
function hasPastVerb(text: string, words: readonly string[]): boolean {
  if (words.length < 5 || !/[.!]$/.test(text.trim()) || /[,;:|·•]/.test(text)) return false;
  return words.some(
    (word, at) => at > 0 && /[a-z]{2}ed$/.test(word) && !/^(?:by|for|to)$/.test(words[at + 1] ?? ''),
  );
}

/** In German every noun has a capital, so a lower-case word in verb form behind the first is the verb. */
function hasGermanVerb(text: string, words: readonly Word[]): boolean {
  if (!/[.!?]$/.test(text.trim())) return false;
  return words.some(
    (word, at) =>
      at > 0 &&
      at < 5 &&
      /^\p{Ll}{3,}(?:t|en|te|ten)$/u.test(word.surface) &&
      word.content &&
      !/^(?:gegen|wegen|oben|unten|nicht)$/.test(word.lower),
  );
}

/** Marks that part the cells or entries of a line that is no sentence. */
const PARTED = /[,;:|·•→]|\s[–—-]\s/u;

/**
 * A full stop, a subject, and right behind it a word in the form that agrees with it: "Dogs bark loudly.",
 * "The hut serves dumplings."
 */
function isBareSentence(text: string, words: readonly Word[]): boolean {
  if (words.length < 3 || !/[.!]$/.test(text.trim()) || PARTED.test(text)) return false;
  return words.slice(0, 4).some((subject, at) => {
    const next = words[at + 1];
    if (
      next === undefined ||
      !subject.content ||
      hasQuantity(subject.lower) ||
      !next.content ||
      !/^\p{Ll}+$/u.test(next.surface)
    )
      return false;
    if (/(?:ing|ly|ed)$/.test(next.lower)) return false;
    const plural = /[^su]s$/.test(subject.lower);
    // Without an article a singular subject is hard to tell from the first part of a compound.
    if (plural) return !next.lower.endsWith('s') && at + 2 < words.length;
    return (
      /[^su]s$/.test(next.lower) &&
      at + 2 < words.length &&
      !/^(?:of|and|or|for)$/.test(words[at + 2]?.lower ?? '')
    );
  });
}

/** A topic or subject mark followed by more than a bare copula makes a sentence. */
function isJapaneseClause(text: string): boolean {
  const body = text.trim().replace(/[。．.!！?？\s]+$/u, '');
  if (/[\p{L}\p{N}](?:は|が|も).{2,}/u.test(body)) return true;
  if (/を.{1,}/u.test(body)) return true;
  return /(?:ます|ました|ません|ている|ください|でしょう|たい|った)$/u.test(body) && body.length > 6;
}

const REFERENCES = createWordList(
  'it this that these those they them he she his her its their there such both here one neither either none others',
  'er sie es dies diese dieser dieses das dort dabei dazu damit dafür davon darin diesen diesem',
);
const CONNECTIVES = createWordList(
  `then also additionally furthermore moreover however but so therefore otherwise afterwards next finally and or because
  instead meanwhile alternatively similarly thus hence still besides`,
  'auch ebenso dann danach anschließend außerdem jedoch aber daher deshalb sonst andernfalls zudem und oder denn alternativ schließlich zusätzlich',
);
/** "The second is …", "the other two …": one of the things that were named before. */
const ORDINAL =
  /^(?:the|der|die|das) (?:first|second|third|other|others|latter|former|rest|same|last|erste|zweite|dritte|andere|beiden?)(?: (?:one|ones|two|three))?(?:\s*[:,]|\s+(?:is|are|was|were|has|have|had|can|will|would|needs?|takes?|costs?|lasts?|ist|sind|hat|haben|kann)(?!\p{L}))/iu;

/** How a text hangs on what stands before it. */
export type Opening = 'reference' | 'connective' | 'none';

export function openingOf(text: string, words: readonly Word[]): Opening {
  if (ORDINAL.test(text) || /^\p{L}+ ones\s/iu.test(text)) return 'reference';
  if (/^[\s*_「]*(?:それ|これ|その|この|そちら|こちら|あれ|その後)/u.test(text)) return 'reference';
  if (/^[\s*_「]*(?:また|さらに|そして|次に|ただし|しかし|なお|だから|ですから|まず|最後に)/u.test(text))
    return 'connective';
  const first = words[0]?.lower ?? '';
  if (REFERENCES.has(first)) return 'reference';
  return CONNECTIVES.has(first) ? 'connective' : 'none';
}
