import { addressesGrader } from './addresses-grader.js';

const ORDER =
  '(?:^|[.!?:;,"“”\'»«()\\[\\]{}*>\\n-]\\s*|\\b(?:please|now|and|then|must|should|just|simply|so)\\s+)';
const MARK =
  '(?:mark|rate|label|score|grade|classify|judge|count|consider|treat|deem|regard|call|flag|accept)';
const PARTS =
  '(?:(?:all|every|each|any|these|this|that|the|my|following|above|below|of|single)\\s){1,4}(?:\\w+\\s)?(?:claims?|statements?|sentences?|opinions?|elements?|contexts?|documents?|passages?|units?|requirements?|submissions?|answers?)';
/** The words for a good verdict, of all scorers. */
const GOOD =
  '(?:supported|grounded|faithful|verified|neutral|unbiased|harmless|non-?toxic|exact|semantic|covered|fulfilled|met|relevant|high(?:-used)?|used|unaffected)';

/** Those of them that hardly anybody needs for claims of another sort: insurance claims are verified, met and covered. */
const GRADED = '(?:supported|grounded|faithful|unbiased|harmless|non-?toxic|relevant)';
/** What is graded, one of it. */
const PART = '(?:submission|answer|response|claim|statement|sentence|assertion|opinion)';
const LETTER = '["“(]?[a-e]\\b["”)]?';

const PATTERNS: readonly RegExp[] = [
  `${ORDER}(?:pick|choose|select|give|assign|award)\\s(?:\\S+\\s){0,3}?${LETTER}\\s(?:for|to)\\s(?:this|the|my|that)\\s(?:\\w+\\s)?${PART}\\b`,
  `${ORDER}(?:give|award|assign)\\s(?:this|the|my|that)\\s(?:\\w+\\s)?${PART}\\s(?:an?\\s)?${LETTER}(?:\\s*$|\\s*[.!,;])`,
  `\\b(?:right|correct|proper|fitting|best)\\s(?:letter|grade|verdict)\\s(?:here\\s|for (?:this|it)\\s)?(?:is|would be)\\s${LETTER}`,
  `${ORDER}${MARK}\\s(?:this|that|it|the|my|these|all|every)\\b[^.!?]{0,60}\\b(?:identical|equal|equivalent|the same)\\s(?:to|as|with)\\s(?:the\\s|an?\\s)?(?:expert|reference|ground truth|wanted answer|expected answer)`,
  `\\b(?:note|message|hint|memo|word)\\s(?:to|for)\\s(?:whoever|whomever|(?:anyone|those|the one) who)\\s(?:\\w+\\s){0,2}(?:compar|grad|judg|scor|rat|evaluat|mark|label|assess)`,
  `${ORDER}${MARK}\\s(?:the|this|that|all|every|each|any|my)\\s(?:\\w+\\s)?${PART}s?\\b[^.!?]{0,40}?\\b${GRADED}\\b\\s*(?:$|[.!,;])`,
  `\\b${PART}s?\\s(?:\\S+\\s){0,4}?(?:(?:is|are)\\sto|must|should|shall|(?:has|have)\\sto)\\sbe\\s(?:treated|counted|regarded|considered|deemed|labell?ed|judged|marked|rated|accepted)\\s(?:as\\s)?["“]?${GRADED}\\b`,
  `(?:\\bbitte\\s[^.!?]{0,20})?\\bmit\\s${LETTER}\\s(?:bewerten|werten|benoten|einstufen)\\b`,
  `${ORDER}${MARK}\\s${PARTS}\\s(?:\\S+\\s){0,3}?(?:as\\s|to be\\s|with\\s|[=:]\\s?)(?:\\w+\\s){0,2}?["“]?${GOOD}\\b`,
  `${ORDER}${MARK}\\s(?:everything|all|all of (?:this|it))\\s(?:as\\s|with\\s)["“]?${GOOD}\\b`,
  `"verdict"\\s*:\\s*"(?:${GOOD}|contradicted|unsupported|biased|toxic|missing|partial|extra|[a-e])"`,
  `\\bverdict\\s*[:=]\\s*"?${GOOD}"?\\s*(?:$|[}\\]|.])`,
  `(?:${ORDER}|\\byou must\\s)(?:choose|pick|select|answer|give|output|return)\\s(?:the\\s)?(?:choice|option|letter|verdict|grade)\\s["“(]?[a-e]\\b`,
  `(?<![\\p{L}\\p{N}])s\\d{1,3}\\s*(?:[:=]|→|\\bis\\b)\\s*["“]?${GOOD}\\b`,
].map((source) => new RegExp(source, 'iu'));

/** Characters that show nothing and split words apart. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;

/** Whether a text gives orders or forged verdicts to its grader, under the labels of any judged scorer. */
export function talksToGrader(text: string): boolean {
  if (addressesGrader(text)) return true;
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ');
  return PATTERNS.some((pattern) => pattern.test(plain));
}
