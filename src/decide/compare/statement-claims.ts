import { GRAMMAR_WORDS } from '../../text/function-words.js';
import { wordSpans } from '../../text/words.js';

export type StatementWord = {
  /** As written. */
  readonly text: string;
  /** Lower case, without a possessive `'s`. */
  readonly lower: string;
  readonly opensSentence: boolean;
};

/** What may stand between a sentence's start and its first word, or end the sentence before. */
const BEFORE_FIRST = /(?:^|[.!?:;…。！？\n"“„«(*•|-])\s*$/u;

export function statementWords(text: string): readonly StatementWord[] {
  return wordSpans(text).map(({ word, start }) => ({
    text: word,
    lower: word.toLowerCase().replace(/['’]s$/u, ''),
    opensSentence: start === 0 || BEFORE_FIRST.test(text.slice(Math.max(0, start - 8), start)),
  }));
}

/** German writes every noun with a capital. */
const GERMAN = /(?<!\p{L})(?:der|das|und|ist|sind|wird|ein|eine|nicht|mit|für|auf)(?!\p{L})|[äöüß]/iu;

/** What makes two statements contradict each other, however alike their letters are. */
export type StatementClaims = {
  readonly numbers: string;
  readonly negated: boolean;
  /** Lower case. */
  readonly names: readonly string[];
  /** All words, lower case. */
  readonly words: ReadonlySet<string>;
};

export function claimsOf(text: string, words: readonly StatementWord[]): StatementClaims {
  const lower = words.map((word) => word.lower);
  return {
    numbers: numbersOf(text, lower),
    negated: isNegated(text, lower),
    names: properNames(words, GERMAN.test(text)),
    words: new Set(lower),
  };
}

/** Number words that are nothing else in any of these languages; `one` is an article in most, and left out. */
const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  [
    '2 two zwei deux twee',
    '3 three drei trois tres tre três drie',
    '4 four vier quatre cuatro quattro quatro',
    '5 five fünf cinq cinco cinque vijf',
    '6 six sechs seis zes',
    '7 seven sieben siete sette sete zeven',
    '8 eight acht huit ocho oito',
    '9 nine neun neuf nueve nove negen',
    '10 ten zehn diez dieci dez',
    '11 eleven onze undici',
    '12 twelve zwölf douze doce dodici doze twaalf',
    '20 twenty zwanzig vingt veinte venti vinte twintig',
    '30 thirty dreißig trente treinta trenta trinta dertig',
    '60 sixty sechzig soixante sesenta sessanta sessenta zestig',
    '90 ninety neunzig noventa novanta negentig',
    '100 hundred hundert cien cento honderd',
    '1000 thousand tausend duizend',
  ].flatMap((line) => {
    const [digits = '', ...words] = line.split(' ');
    return words.map((word) => [word, digits] as const);
  }),
);

const NUMBER = /\p{Nd}+(?:[.,:]\p{Nd}+)*/gu;
const THOUSANDS = /^\p{Nd}{1,3}(?:([.,])\p{Nd}{3})(?:\1\p{Nd}{3})*$/u;

/** The numbers of a text as one comparable string: sorted, `1,000` and `1.000` alike, number words as digits. */
function numbersOf(text: string, words: readonly string[]): string {
  const digits = (text.match(NUMBER) ?? []).map((number) =>
    THOUSANDS.test(number) ? number.replace(/[.,]/gu, '') : number.replaceAll(',', '.'),
  );
  const spelt = words.flatMap((word) => NUMBER_WORDS.get(word) ?? []);
  return [...digits, ...spelt].sort().join(' ');
}

/** Words that turn a statement round, each time they occur; lower case. */
const NEGATORS: ReadonlySet<string> = new Set(
  [
    'not no never none nothing nobody neither nor nowhere cannot without',
    'nicht kein keine keinen keinem keiner keines nie niemals nichts niemand ohne weder',
    'pas sans non não nao sem né ni niet geen nooit zonder inte ingen inget aldrig ikke ikkje ei',
    'не нет без нельзя ні немає nie bez brak yok değil không chưa tidak bukan',
    'لا ليس لم لن غير بدون לא אין בלי नहीं मत ไม่ δεν μην χωρίς',
  ].flatMap((list) => list.split(' ')),
);

/** Words that go along with another negator (`no … nada`) and count only where they stand alone. */
const COMPANIONS: ReadonlySet<string> = new Set(
  `jamais rien aucun aucune personne nunca nada nadie ninguno ninguna ningún jamás tampoco sin nunca ninguém nenhum
  nenhuma mai niente nulla nessuno nessuna senza никогда ничего никто нигде nigdy nic nikt`.split(/\s+/u),
);

/** Endings and characters that negate in scripts where the negation is no word of its own. */
const JAPANESE = /ない|なかっ|なく|なけれ|ません/gu;
const CHINESE = /[不没沒未]|无法|無法|别|勿/gu;
const KOREAN = /않|없|못|아니|안\s/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;
const HANGUL = /\p{Script=Hangul}/u;

/** True where a text is negated an odd number of times. `words` are its words in lower case. */
function isNegated(text: string, words: readonly string[]): boolean {
  let count = 0;
  let companions = 0;
  for (const word of words) {
    if (NEGATORS.has(word) || /n['’]t$/u.test(word)) count += 1;
    else if (COMPANIONS.has(word)) companions += 1;
  }
  if (count === 0 && companions > 0) count = 1;
  if (KANA.test(text)) count += countOf(text, JAPANESE);
  else if (HAN.test(text)) count += countOf(text, CHINESE);
  if (HANGUL.test(text)) count += countOf(text, KOREAN);
  return count % 2 === 1;
}

export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || COMPANIONS.has(word);
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

/**
 * Words that are names by how they are written: a capital where no sentence starts, or capitals beyond the first
 * letter. A first word may be a name too, which its spelling cannot tell. No names where capitals say nothing:
 * headings, German nouns, scripts without case. Lower case.
 */
function properNames(words: readonly StatementWord[], isGerman: boolean): readonly string[] {
  const content = words.filter(({ lower }) => !GRAMMAR_WORDS.has(lower));
  const capital = content.filter(({ text }) => startsUpper(text));
  const allCapitals = content.length >= 3 && capital.length === content.length;
  if (allCapitals) return [];
  return content
    .filter(
      (word) => hasInnerUpper(word.text) || (!isGerman && !word.opensSentence && startsUpper(word.text)),
    )
    .map(({ lower }) => lower);
}

function startsUpper(text: string): boolean {
  const first = String.fromCodePoint(text.codePointAt(0) ?? 0);
  return first !== first.toLowerCase();
}

function hasInnerUpper(text: string): boolean {
  const inner = text.slice(1).replace(/['’].*$/u, '');
  return inner !== inner.toLowerCase();
}
