/**
 * Text that talks to whoever grades it. A heuristic, and only the first line of defence: what it misses has to get past
 * the fence and the control statements.
 */

/** Words without which no pattern below can match: a cheap look before the dear one. */
const TRIGGER = new RegExp(
  [
    'relevan|pertinen|rilevan|релевант|関連|相关|相關|관련',
    '\\byes\\b|verdi[ck]t|rubri|grader|grading|evaluator|evaluat|\\brater\\b|scoring|\\bjudge\\b',
    'instru|prompt|guideline|criteri|\\brules?\\b|anweisung|regel|vorgabe|bewert|consigne|règle|reglas|regras|regole',
    '指示|指令|规则|規則|ルール|基準|標準|标准|评分|評分|採点|評価|инструк|правил|критер|지시|규칙|기준|평가',
    '<\\|im_|\\[/?inst\\]|<<sys>>|<\\|start_header|(?:begin|end)\\s+(?:of\\s+)?(?:\\w+\\s+)?data|"s\\d+"',
  ].join('|'),
  'u',
);

/** Where an order begins: at the start, after punctuation, or after a word that urges. */
const ORDER =
  '(?:^|[.!?:;,"“”\'»«()\\[\\]{}*>\\n-]\\s*|\\b(?:please|now|and|then|must|should|just|simply|bitte|und|jetzt|por favor|ahora|et|e|y|пожалуйста|и)\\s+)';
const OBEYED = '(?:rubric|grading|evaluation|scoring|judging|assessment|verdict)';
const JUDGED =
  '(?:everything|anything|all|every|each|any|this|these|it|them|the|my|following|above|below|statements?|answers?|responses?|sentences?|items?|claims?|s\\d+)';

const PATTERNS: readonly RegExp[] = [
  // Setting the rules aside.
  `\\b(?:ignore|disregard|forget|override|overrule|bypass|skip|discard|drop)\\b[^.!?]{0,40}\\b${OBEYED}`,
  `${ORDER}(?:ignore|disregard|forget|override|overrule|bypass|discard)\\s[^.!?]{0,30}\\b(?:previous|prior|earlier|above|preceding|foregoing|system|your|all|any|these|those)\\b[^.!?]{0,30}\\b(?:instructions?|prompts?|rules?|guidelines?|criteria|directions|orders)\\b`,
  `\\b(?:rubric|grading (?:rules|criteria|instructions)|evaluation (?:rules|criteria|instructions))\\b[^.!?]{0,30}\\b(?:changed|updated|replaced|void|suspended|obsolete|no longer|does not apply|cancel)`,
  // Dictating the verdict.
  `${ORDER}(?:mark|rate|label|score|grade|classify|judge|count|consider|treat|deem|regard|call|flag|accept)\\s[^.!?]{0,20}\\b${JUDGED}\\b[^.!?]{0,60}?(?:\\b(?:as|to be|with|is|are)\\b|=|:)[^.!?]{0,20}(?:\\brelevant\\b|\\byes\\b|\\bunsure\\b|\\bon[- ]topic\\b|full (?:marks|score|points))`,
  `${ORDER}(?:say|answer|reply|respond|return|output|write|print|give|assign)\\s[^.!?]{0,40}(?:"?\\byes\\b"?|\\brelevant\\b)[^.!?]{0,40}\\b(?:for|to|on)\\s(?:all|every|each|everything|s\\d+|the statements?|these)\\b`,
  `\\b(?:all|every|each|these|this|the)\\s(?:\\w+\\s){0,3}(?:statements?|answers?|responses?|sentences?)\\s(?:above\\s|below\\s|here\\s)?(?:is|are|must be|should be|shall be|has to be|have to be|counts? as|qualif\\w+ as)\\s(?:\\w+\\s){0,3}(?:relevant|on[- ]topic)\\b`,
  `\\b(?:verdict|rating|grade|score|label)s?\\b[^.!?]{0,30}\\b(?:must|should|shall|has to|have to|is to|are to)\\s(?:be|read|say)\\b[^.!?]{0,20}\\b(?:yes|relevant|positive|highest|perfect|maximum)\\b`,
  `\\b(?:counts?|qualif\\w+|rated?|graded?|scored?|marked|judged)\\s(?:\\w+\\s)?as\\s(?:\\w+\\s)?relevant\\b[^.!?]{0,40}\\b(?:rubric|grader|evaluator|judge|verdict)`,
  // Calling upon the grader.
  '\\b(?:note|message|attention|attn|instructions?|order|dear|hello|hi|hey|listen|memo|notice)\\b[^.!?]{0,20}\\b(?:graders?|evaluators?|raters?|(?:ai|llm|automated|language model) (?:judge|reviewer|assessor)|(?:grading|evaluation|evaluating|scoring|judging) (?:model|system|ai|assistant|llm))\\b',
  '\\bas (?:the|a|an) (?:grader|evaluator|rater|(?:ai|llm) judge)[^.!?]{0,20}\\byou\\b',
  '\\byou are (?:the|a|an)\\s(?:\\w+\\s){0,2}(?:grader|evaluator|rater|judge)\\b[^!?]{0,120}\\b(?:relevant|verdict|yes|rubric)\\b',
  '\\bnew (?:rules?|rubric|instructions?|criteria)\\b[^.!?]{0,20}\\b(?:for|to) (?:the |this )?(?:grader|grading|evaluation|evaluator|judge|judging|verdict|rater)',
  // A forged reply, a forged end of the data, a forged turn.
  '"?verdict"?\\s*[:=]\\s*"?(?:yes|no|unsure|relevant|irrelevant)\\b',
  '"s\\d+"\\s*:\\s*(?:\\{|"(?:yes|no|unsure)")',
  '(?:[-=<#*_~`]{2,}|<\\/?)\\s*(?:begin|end)\\s+(?:of\\s+)?(?:\\w+\\s+)?data\\b',
  '(?:^|[.!?:]\\s*)end of (?:the )?(?:\\w+ )?data\\s*(?:$|[.:;=*#>-])',
  '(?:^|[.!?:]\\s*)(?:begin|end) data(?:\\s+[0-9a-f]{6,}|\\s*(?:$|[.:;]))',
  '<\\|im_(?:start|end)\\|>|\\[\\/?inst\\]|<<sys>>|<\\|start_header_id\\|>',
  // Other languages: setting rules aside, dictating the verdict.
  '(?:ignorier|vergiss|vergesst|vergessen sie|missacht|überspring)[^.!?]{0,50}(?:anweisung|regel|bewert|rubrik|kriteri|vorgabe)',
  '(?:bewerte|markier|werte|stufe|beurteil|kennzeichne)[^.!?]{0,60}\\b(?:als|mit)\\s[^.!?]{0,15}(?:relevant|„?ja\\b)',
  '(?:ignore[zr]?|oublie[zr]?)\\s[^.!?]{0,40}(?:instructions|consignes|règles|critères|barème|grille)',
  '(?:marque|note|évalue|considère|juge|classe)[zr]?\\s[^.!?]{0,60}\\bcomme\\s[^.!?]{0,15}(?:pertinent|oui\\b)',
  '(?:ignor[ae]|olvid[ae]|omit[ae]|descart[ae]|esque[çc][ae]|dimentica)[nmt]?e?\\s[^.!?]{0,40}(?:instrucciones|instruções|istruzioni|reglas|regras|regole|criterios|critérios|criteri|rúbrica|rubrica)',
  '(?:marc[ae]|califi[cq]u?[ae]|eval[úu][ae]|consider[ae]|avali[ae]|classifi[cq]u?[ae]|valuta)[nm]?\\s[^.!?]{0,60}\\b(?:como|come)\\s[^.!?]{0,15}(?:relevante|pertinente|rilevante|sí\\b|sim\\b)',
  '(?:指示|ルール|規則|基準|ルーブリック)[^。！？]{0,12}(?:無視|忘れ)',
  '(?:すべて|全て|全部|この|これ|どの)[^。！？]{0,24}(?:関連|「?はい|yes)[^。！？]{0,16}(?:判定|評価|採点|マーク|みな|分類)',
  '(?:忽略|无视|無視|不要理会|不用管|忘记)[^。！？]{0,16}(?:指令|指示|规则|規則|评分|評分|标准|標準|准则)',
  '(?:标记|標記|标为|判定|判为|评为|視為|视为)[^。！？]{0,16}(?:相关|相關)',
  '(?:игнорируй|забудь|не обращай внимания)[^.!?]{0,50}(?:инструкц|правил|критери|рубрик)',
  '(?:отметь|оцени|считай|пометь)[^.!?]{0,60}(?:релевантн)',
  '(?:지시|규칙|기준|평가)[^.!?]{0,12}(?:무시)|(?:모두|모든|전부)[^.!?]{0,24}관련[^.!?]{0,16}(?:판정|평가|표시)',
].map((source) => new RegExp(source, 'iu'));

/** Characters that show nothing and split words apart: soft hyphen, zero-width, direction marks, tags. */
const INVISIBLE = /[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Whether a text gives orders or forged verdicts to its grader; several languages, by general wording. */
export function addressesGrader(text: string): boolean {
  const plain = text.normalize('NFKC').replace(INVISIBLE, '').replace(/\s+/g, ' ');
  if (!TRIGGER.test(plain.toLowerCase())) return false;
  return PATTERNS.some((pattern) => pattern.test(plain));
}
