import { wordsOf } from './words.js';

/** Words that hold English sentences together and mean little else. */
const ENGLISH = new Set(
  `the a an and of to in is are was were be been it its this that these those for with on at by from as or but not you
  your we our they their he she his her i my me have has had do does did will would can could should what which who
  how when where why if than then there here no yes so about into all any some more most please thank thanks`.split(
    /\s+/,
  ),
);

/** The same of other languages in Latin letters; none of them is a common English word. */
const OTHER = new Set(
  `der das und ist nicht ein eine einen einem einer den dem des mit für auf auch sich wir sie ich ihr sind wird haben
  bei aus nach oder aber wie zu zum zur von im kann
  le la les des du et est une dans pas que qui pour sur avec ce cette nous vous je il elle sont aux ou mais
  el los las y es una para por con lo su como más pero del al se muy son está
  os o uma não com da do dos das em mais é seu sua
  di che della del gli non sono per nel alla è ma anche
  het een van niet dat zijn voor met maar ook wij deze naar
  och att det som är inte för på av jag
  i og ikke af til den er
  nie jest się na w z do to że
  ve bir bu için ile değil`.split(/\s+/),
);

const LATIN = /\p{Script=Latin}/u;

/**
 * Whether a text is in Latin letters for the most part and not plainly in another language than English. A short text
 * without any word of either list counts as English.
 */
export function looksEnglish(text: string): boolean {
  const words = wordsOf(text.normalize('NFC').replaceAll('’', "'")).filter((word) => /\p{L}/u.test(word));
  const latin = words.filter((word) => LATIN.test(word));
  if (latin.length * 2 < words.length) return false;
  let balance = 0;
  for (const word of latin) {
    if (ENGLISH.has(word.toLowerCase())) balance += 1;
    // In capitals it may be a part of a name.
    else if (OTHER.has(word)) balance -= 1;
  }
  return balance >= 0;
}
