/** Light stemming: enough that a noun meets its plural and a verb its forms. No dictionary. */
export function stemWord(word: string, language: string): string {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word)) return stemJapanese(word);
  if (!/^\p{Script=Latin}+$/u.test(word)) return word;
  return language === 'de' ? stemGerman(word) : stemEnglish(word);
}

/** An inflected word keeps its kanji: what is written in hiragana after them is the inflection. */
function stemJapanese(word: string): string {
  const kanji = /^(\p{Script=Han}+)\p{Script=Hiragana}+$/u.exec(word);
  return kanji?.[1] ?? word;
}

const ENGLISH: readonly (readonly [suffix: string, least: number, instead: string])[] = [
  ['ations', 4, ''],
  ['ation', 4, ''],
  ['ments', 3, ''],
  ['ment', 3, ''],
  ['ities', 4, ''],
  ['ity', 4, ''],
  ['ings', 3, ''],
  ['ing', 3, ''],
  ['ions', 5, ''],
  ['ion', 5, ''],
  ['ance', 4, ''],
  ['ence', 4, ''],
  ['able', 4, ''],
  ['ness', 4, ''],
  ['ies', 3, 'y'],
  ['ied', 3, 'y'],
  ['ed', 3, ''],
  ['ers', 3, 'er'],
  ['ly', 4, ''],
];

function stemEnglish(word: string): string {
  let stem = word;
  if (stem.length > 3 && /(?:ss|sh|ch|x|z)es$/.test(stem)) stem = stem.slice(0, -2);
  for (const [suffix, least, instead] of ENGLISH) {
    if (!stem.endsWith(suffix) || stem.length - suffix.length < least) continue;
    stem = stem.slice(0, -suffix.length) + instead;
    break;
  }
  if (stem.length > 3 && /[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 4 && /([bdfglmnprt])\1$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 4 && /[ey]$/.test(stem)) stem = stem.slice(0, -1);
  return stem;
}

function stemGerman(word: string): string {
  let stem = word;
  if (/^ge.{4,}t$/.test(stem)) stem = stem.slice(2);
  for (const suffix of [
    'ungen',
    'ung',
    'lichen',
    'liche',
    'lich',
    'ern',
    'est',
    'en',
    'em',
    'er',
    'es',
    'et',
    'te',
    'e',
    'n',
    's',
    't',
  ]) {
    if (stem.endsWith(suffix) && stem.length - suffix.length >= 4) {
      stem = stem.slice(0, -suffix.length);
      break;
    }
  }
  return stem.replaceAll('ß', 'ss');
}
