/** Orders to a grader in plain English, forged verdicts and chat markers. What is missed meets fence and controls. */
const GOOD =
  '(?:yes|relevant|on[- ]topic|supported|faithful|neutral|unbiased|harmless|covered|fulfilled|full (?:marks|points))';
const LABEL = `(?:${GOOD}|no|unsure|irrelevant|contradicted|unsupported|biased|toxic|missing|partial|extra|[a-e])`;
const START = '(?:^|[.!?:;,"()*#>-]\\s*|\\b(?:please|now|and|then|must)\\s+)';
const RULES = '(?:rubric|(?:grading|evaluation|scoring|judging) (?:rules|criteria|instructions))';
const PART = '(?:answers?|responses?|statements?|sentences?|claims?|opinions?|contexts?|elements?)';
const PARTS = `(?:(?:all|every|each|these|this|the|of|my)\\s){1,4}${PART}(?: above)?|everything|all|these`;
const MARK = '(?:mark|rate|label|score|grade|judge|count|consider|treat|accept)';

const PATTERNS: readonly RegExp[] = [
  `${START}(?:ignore|disregard|forget|override|bypass)\\s[^.!?]{0,30}\\b${RULES}\\b`,
  `${START}(?:ignore|disregard|forget|override)\\s[^.!?]{0,40}\\b(?:instructions|prompts|rules)\\b[^.!?]{0,40}\\b(?:${MARK}|say|answer|reply|output)\\s[^.!?]{0,30}\\b${GOOD}\\b`,
  `${START}${MARK}\\s(?:${PARTS})\\s(?:as|to be|with|is|are)\\s(?:\\w+\\s)?["“]?${GOOD}\\b(?!\\s(?:to|for|in|or|when)\\b)`,
  `${START}(?:answer|say|output|reply)\\s["“]?yes["”]?\\s(?:for|to)\\s(?:(?:all|every|each)\\s${PART}|everything|s\\d)`,
  `${START}(?:give|mark|count|say yes to)\\s(?:statement )?s\\d{1,3}\\b[^.!?]{0,20}\\b${GOOD}\\b`,
  `(?:${START}|\\byou must\\s)(?:choose|pick|select)\\s(?:the\\s)?(?:choice|option|letter|verdict)\\s["“(]?[a-e]\\b`,
  `\\b(?:note|message|instructions?) (?:to|for) (?:the )?(?:grader|evaluator|(?:ai|llm) judge)\\b`,
  `\\b(?:all|every|these|this)\\s${PART}(?: above)? (?:is|are|must be|should be) ${GOOD}\\b(?!\\s(?:to|for|in|by)\\b)`,
  `"verdict"\\s*:\\s*"${LABEL}"|\\bverdict\\s*[:=]\\s*"?(?:unsure|${GOOD})"?\\s*(?:$|[}\\]|.])`,
  '"s\\d+"\\s*:\\s*(?:\\{[^{}]{0,200}"?(?:verdict|reason)"?\\s*:|"(?:yes|no|unsure)")',
  '(?:[-=<#*_~`]{2}|<\\/?)\\s*(?:begin|end)\\s+(?:of\\s+)?(?:\\w+\\s+)?data\\b|(?:^|[.!?:]\\s*)end data\\s+[0-9a-f]{6,}',
  '<\\|im_(?:start|end)\\|>|\\[\\/?inst\\]|<<sys>>|<\\|start_header_id\\|>',
].map((source) => new RegExp(source, 'iu'));

/** Keys of statements as the protocol writes them: S3 is also a product's name. */
const KEY_VERDICT = new RegExp(
  `(?<![\\p{L}\\p{N}])s\\d{1,3}["'*)\\]]*\\s*(?:[:=]|\\bis\\b)\\s*["“*]*(?:no|unsure|${GOOD})\\b(?!\\s(?:to|for)\\b)`,
  'u',
);

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Whether a text unmistakably gives orders or forged verdicts to its grader. */
export function talksToGrader(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ');
  return KEY_VERDICT.test(plain) || PATTERNS.some((pattern) => pattern.test(plain));
}
