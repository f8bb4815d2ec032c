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

const PATTERNS: readonly RegExp[] = [
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
