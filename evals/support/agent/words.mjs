const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const GRAMMAR = new Set(
  `a an the and or but of in on at by to from with for about as is are was were be been do does did can could will would
  should may might must have has had i you he she it we they me my your our their his her its this that these those
  what which who whom when where why how many much long not no yes if please tell until own
  der die das ein eine einen dem den des und oder ist sind war kann können wie was wann wo wer ich sie wir mein meine
  meinen ihr ihre unser zu von mit für auf im am lange`.split(/\s+/),
);

/** The words of a text that carry its topic, in lower case, in any script. */
export function topicWords(text) {
  const words = [];
  for (const { segment, isWordLike } of segmenter.segment(text.normalize('NFKC').toLowerCase())) {
    if (!isWordLike || GRAMMAR.has(segment)) continue;
    if (/^\p{Script=Hiragana}+$/u.test(segment)) continue;
    words.push(segment.replace(/'s$/, ''));
  }
  return words;
}

const ENDINGS = /^(?:s|es|d|ed|n|en|e|ies|ing|er|ers|y|t)?$/;

/** Same word, or two forms of it that part only in their endings. */
export function sameWord(a, b) {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const stem = short.length > 3 ? short.replace(/(?:y|e)$/, '') : short;
  return stem.length >= 3 && long.startsWith(stem) && ENDINGS.test(long.slice(stem.length));
}

export function hasWord(words, word) {
  return words.some((other) => sameWord(other, word));
}

/** True where every word of `wanted` stands in `words` in some form. */
export function hasAll(words, wanted) {
  return wanted.length > 0 && wanted.every((word) => hasWord(words, word));
}

export function languageOf(text) {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)) return 'ja';
  const german =
    /\b(?:der|die|das|ein|eine|einen|und|ist|wie|wann|ich|sie|kann|können|meinen?|nach|dauert|bei|zum|den)\b/gi;
  const english = /\b(?:the|an?|and|is|are|how|when|i|you|can|my|after|do|what|which|of|in|to)\b/gi;
  const count = (pattern) => (text.match(pattern) ?? []).length;
  return count(german) + (/[äöüß]/i.test(text) ? 1 : 0) > count(english) ? 'de' : 'en';
}
