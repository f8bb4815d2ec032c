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
export function isNegated(text: string, words: readonly string[]): boolean {
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
