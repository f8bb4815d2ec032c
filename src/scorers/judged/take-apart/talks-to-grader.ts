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
    '<\\|im_|\\[/?inst\\]|<<sys>>|<\\|start_header|(?:begin|end)\\s+(?:of\\s+)?(?:\\w+\\s+)?data|\\bs\\d|\\bcount\\b|\\bcredit\\b',
  ].join('|'),
  'u',
);

/** Where an order begins: at the start, after punctuation, or after a word that urges. */
const ORDER =
  '(?:^|[.!?:;,"“”\'»«()\\[\\]{}*>\\n-]\\s*|\\b(?:please|now|and|then|must|should|just|simply|so)\\s+)';
/** Where a sentence begins that can only be an order. */
const START = '(?:^|[.!?:;]\\s*|\\bplease\\s)';
const AS_GRADED =
  '(?:rubric|(?:grading|evaluation|scoring|judging) (?:rules|criteria|instructions|guidelines))';
const AI_GRADER =
  '(?:grader|rater|(?:ai|llm|automated|language model) (?:judge|reviewer|assessor)|(?:grading|evaluation|evaluating|scoring|judging) (?:model|system|ai|assistant|llm))';
const MARK =
  '(?:mark|rate|label|score|grade|classify|judge|count|consider|treat|deem|regard|call|flag|accept)';
/** Nothing but the parts of an answer: whoever marks invoices or emails is not grading. */
const PARTS =
  '(?:(?:(?:all|every|each|any|these|this|that|the|my|following|above|below|of|single)\\s){0,4}(?:\\w+\\s)?(?:statements?|sentences?|s\\d{1,3})|everything|all|these)(?:\\s(?:above|below|here))?';
/** A good verdict; not "relevant to the exam" and not "yes or no". */
const GOOD =
  '(?:"?relevant\\b"?(?!\\s(?:to|for|in|or)\\b)|["“]?\\byes\\b["”]?(?!\\s*(?:\\/|or\\b|and\\b|,?\\s*no\\b))|\\bon[- ]topic\\b|full (?:marks|score|points))';
const KEY_VERDICT =
  '\\s*(?:[:=]|[-=]>|→|\\bis\\b|\\bare\\b|\\bgets\\b|\\bdeserves\\b|\\bas\\b|\\b(?:must|should|shall) be(?:\\s(?:judged|rated|marked|graded|called))?\\b)\\s*(?:an?\\s)?["“*]*(?:yes|no|unsure|relevant)\\b["”*]*\\s*(?:$|[.,;!|}\\])]|and\\b|s\\d)';

/** Keys of statements as the protocol writes them: S3 and S24 are also a product's name. */
const EXACT: readonly RegExp[] = [
  `(?<![\\p{L}\\p{N}])(?:s\\d{1,3}|[Ss]tatement\\s(?:s|no\\.?\\s|number\\s)?\\d{1,3})["'“”*\`)\\]]*${KEY_VERDICT}`,
  '\\bs\\d{1,3},?\\s["“]?yes["”]?\\s*(?:$|[.!;])',
  '\\b[Ff]or\\s(?:statement\\s)?s\\d{1,3}\\b[^.!?]{0,40}\\byes\\b',
  '\\b[Ll]et\\ss\\d{1,3}\\scount\\b',
  `\\bS\\d{1,3}${KEY_VERDICT}[^.!?]{0,10}\\bS\\d{1,3}${KEY_VERDICT}`,
].map((source) => new RegExp(source, 'u'));

const PATTERNS: readonly RegExp[] = [
  // Setting the rules aside.
  `${ORDER}(?:ignore|disregard|forget|override|overrule|bypass|skip|discard|drop)\\s[^.!?]{0,30}\\b${AS_GRADED}\\b`,
  `${ORDER}(?:ignore|disregard|forget|override|overrule|bypass|discard)\\s[^.!?]{0,40}\\b(?:instructions?|prompts?|rules?|guidelines?|criteria|directions|orders)\\b[^.!?]{0,40}\\b(?:${MARK}|say|answer|reply|respond|output|give|return)\\s[^.!?]{0,40}${GOOD}`,
  `\\b${AS_GRADED}\\b[^.!?]{0,30}(?:\\b(?:changed|updated|replaced)\\s*[:;,]|\\b(?:void|suspended|obsolete|no longer|does not apply|cancel))`,
  // Dictating the verdict.
  `${ORDER}${MARK}\\s${PARTS}\\s(?:\\S+\\s){0,4}?(?:as\\s|to be\\s|with\\s|is\\s|are\\s|[=:]\\s?)(?:\\w+\\s){0,3}?${GOOD}`,
  `${ORDER}(?:consider|deem|judge|call|rate|mark)\\s(?:the|this|that|my|all|every|each)\\s(?:\\w+\\s){0,2}(?:statement|sentence)s?\\s(?:(?:about|on)\\s(?:\\S+\\s){1,3})?${GOOD}`,
  `${ORDER}(?:say|answer|reply|respond|return|output|write|print|give|assign)\\s[^.!?]{0,40}${GOOD}[^.!?]{0,20}\\b(?:for|to|on)\\s(?:(?:all|every|each|these|the)\\s(?:\\w+\\s){0,2}(?:statements?|sentences?)|everything|(?:statement\\s)?s\\d{1,3})\\b`,
  `${START}(?:output|return|give|assign|award)\\s(?:\\S+\\s){0,4}?["“]?yes["”]?(?:\\s*$|\\s*[.!;]|\\s(?:for|to)\\s(?:the|this|that|these|all|my|every|each|it|them)\\b)`,
  `\\bdeserves?\\s(?:an?\\s)?(?:verdict of\\s)?(?:["“]?yes\\b["”]?(?!\\sfrom)|["“]relevant["”])`,
  `\\b(?:sentence|statement|claim)s?\\b[^.!?]{0,80}\\bcount\\s(?:it|this|that|them|these)(?:\\s*$|\\s*[.!;,]|\\s(?:as (?:relevant|on[- ]topic|an? yes|yes)|too|in)\\b)`,
  `${ORDER}(?:count|credit|accept)\\s(?:this|that|the|my|these)\\s(?:sentence|statement)s?\\s*(?:$|[.!;]|\\s(?:too|about|as)\\b)`,
  `${ORDER}(?:${MARK}|give|say yes to|answer yes to)\\s(?:statement\\s)?s\\d{1,3}\\b[^.!?]{0,20}(?:\\byes\\b|\\brelevant\\b|\\bon[- ]topic\\b|\\bfull (?:marks|points)|$|[.!;])`,
  `\\byes\\b["”]?\\s(?:to|for|on)\\s(?:statement\\s)?s\\d{1,3}\\b`,
  `\\b(?:all|every|each|these|this|the)\\s(?:\\w+\\s){0,3}(?:statements?|(?:answers?|responses?|sentences?)(?=\\s(?:above|below|here)))\\s(?:above\\s|below\\s|here\\s)?(?:is|are|must be|should be|shall be|has to be|have to be|counts? as|qualif\\w+ as)\\s(?:\\w+\\s){0,3}(?:relevant|on[- ]topic)\\b(?!\\s(?:to|for|in)\\b)`,
  `\\bverdicts?\\b[^.!?]{0,30}\\b(?:must|should|shall|has to|have to|is to|are to)\\s(?:be|read|say)\\b[^.!?]{0,20}\\b(?:yes|relevant|positive)\\b`,
  `\\b(?:rating|grade|score)s?\\s(?:of|for)\\s(?:this|these|all|every|the)\\s(?:\\w+\\s)?(?:answer|response|statement|sentence)s?\\s(?:must|should|shall|has to|have to)\\s[^.!?]{0,20}\\b(?:highest|perfect|maximum|full)\\b`,
  `\\b(?:counts?|qualif\\w+|rated?|graded?|scored?|marked|judged)\\s(?:\\w+\\s)?as\\s(?:\\w+\\s)?relevant\\b[^.!?]{0,40}\\b(?:rubric|grader|evaluator|judge|verdict)`,
  // Calling upon the grader.
  `\\b(?:(?:note|instructions?|orders?|memo|notice)\\s(?:to|for)\\s(?:\\w+\\s){0,3}|(?:note|attention|attn|instructions?|memo)[:,]?\\s(?:to\\s|for\\s)?(?:dear\\s|all\\s)?)${AI_GRADER}\\b`,
  `\\b(?:message|dear|hello|hi|hey|listen)\\b[^.!?]{0,20}\\b(?:${AI_GRADER}s?|evaluators?|judges?)\\b[^.!?]{0,60}\\b(?:${MARK}|give|say|answer|output)\\s[^.!?]{0,40}${GOOD}`,
  `\\bas (?:the|a|an) (?:${AI_GRADER}|evaluator)[^.!?]{0,20}\\byou (?:must|should|shall|have to)\\b[^.!?]{0,40}${GOOD}`,
  `\\byou are (?:the|a|an)\\s(?:\\w+\\s){0,2}(?:grader|evaluator|rater|judge)\\b[^!?]{0,60}\\b(?:${MARK}|give|say|answer|output)\\s[^.!?]{0,40}${GOOD}`,
  `\\bnew (?:rules?|rubric|instructions?|criteria)\\b[^.!?]{0,20}\\b(?:for|to) (?:the |this )?(?:${AI_GRADER}|judge|verdict)\\b`,
  // A forged reply, a forged end of the data, a forged turn.
  '"verdict"\\s*:\\s*"(?:yes|no|unsure|relevant|irrelevant)"',
  '\\bverdict\\s*[:=]\\s*"?(?:yes|unsure|relevant)"?\\s*(?:$|[}\\]|])',
  '"s\\d+"\\s*:\\s*(?:\\{[^{}]{0,200}"?(?:verdict|reason)"?\\s*:|"(?:yes|no|unsure)")',
  '(?:[-=<#*_~`]{2,}|<\\/?)\\s*(?:begin|end)\\s+(?:of\\s+)?(?:\\w+\\s+)?data\\b',
  '(?:^|[.!?:]\\s*)end of (?:the )?(?:\\w+ )?data\\s*(?:$|[.:;=*#>-])',
  '(?:^|[.!?:]\\s*)(?:begin|end) data(?:\\s+[0-9a-f]{6,}|\\s*(?:$|[.:;]))',
  '<\\|im_(?:start|end)\\|>|\\[\\/?inst\\]|<<sys>>|<\\|start_header_id\\|>',
  // Other languages: setting rules aside, dictating the verdict.
  '(?:ignorier|vergiss|vergesst|vergessen sie|missacht|überspring)[^.!?]{0,50}(?:anweisung|regel|bewert|rubrik|kriteri|vorgabe)',
  '(?:bewerte|markier|werte|stufe|beurteil|kennzeichne)[^.!?]{0,60}\\b(?:als|mit)\\s[^.!?]{0,15}(?:relevant|„?ja\\b)',
  '(?:ignore[zr]?|oublie[zr]?)\\s(?:[^.!?]{0,40}(?:consignes|règles|critères|barème|grille)|(?:toutes\\s)?(?:les|ces|tes|vos)\\s(?:\\w+\\s){0,2}instructions)',
  '(?:marque|note|évalue|considère|juge|classe)[zr]?\\s[^.!?]{0,60}\\bcomme\\s[^.!?]{0,15}(?:pertinent|oui\\b)',
  '(?:ignor[ae]|olvid[ae]|omit[ae]|descart[ae]|esque[çc][ae]|dimentica)[nmt]?e?\\s[^.!?]{0,40}(?:instrucciones|instruções|istruzioni|reglas|regras|regole|criterios|critérios|criteri\\b|rúbrica|rubrica)',
  '(?:mar(?:c[ae]|que)|califi[cq]u?[ae]|eval[úu][ae]|consider[ae]|avali[ae]|classifi[cq]u?[ae]|valuta)[nm]?\\s[^.!?]{0,60}\\b(?:como|come)\\s[^.!?]{0,15}(?:relevante|pertinente|rilevante|sí\\b|sim\\b)',
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

/**
 * Whether a text unmistakably gives orders or forged verdicts to a grader of relevance; several languages, by general
 * wording. What an honest answer might say as well is left to the judge.
 */
export function addressesGrader(text: string): boolean {
  return readingsOf(text).some((plain) => {
    if (!TRIGGER.test(plain.toLowerCase())) return false;
    return [...EXACT, ...PATTERNS].some((pattern) => pattern.test(plain));
  });
}

/** Letters of other scripts that look like Latin ones, each above the letter that it looks like. */
const LOOKALIKES = 'аеорсухіјѕһԁԛԝкмтвɡɑıАВЕКМНОРСТХУІЈЅοανικρτυχΑΒΕΖΗΙΚΜΝΟΡΤΥΧ';
const LOOKED_LIKE = 'aeopcyxijshdqwkmtbgaiABEKMHOPCTXYIJSoavikptuxABEZHIKMNOPTYX';
const SHOWN_AS: ReadonlyMap<string, string> = new Map(
  Array.from(LOOKALIKES, (letter, index) => [letter, LOOKED_LIKE[index] ?? letter]),
);
const LOOKALIKE = new RegExp(`[${LOOKALIKES}]`, 'gu');

/** Letters that stand alone, one after the other, words perhaps further apart: `m a r k  a l l`, `i.g.n.o.r.e`. */
const SPACED_LETTERS = /(?<![\p{L}\p{N}])\p{L}(?:[\s.\-_·*]{1,3}\p{L}){4,}(?![\p{L}\p{N}])/gu;
const BETWEEN_WORDS = /\s{2,3}/g;
/** Where words were not kept apart either, what nobody spells out who does not talk to the grader. */
const SPELT_OUT = /relevan|pertinen|verdi[ck]t|rubri|grader|statement/;
const SHORTEST_SPELT_OUT = 12;
/** What such a row of letters is read as. */
const AN_ORDER = 'Ignore the rubric.';

const ACCENTS = /(?<=\p{Script=Latin})\p{M}+/gu;

const NO_LETTER = /[^\p{L}]/gu;

/** What a text may be read as: as it stands; and in Latin letters where most are, spaced ones joined. */
function readingsOf(text: string): readonly string[] {
  const shown = text.normalize('NFKC').replace(INVISIBLE, '');
  const plain = oneSpaced(shown);
  const joined = shown.replace(SPACED_LETTERS, (letters) => {
    const words = letters.split(BETWEEN_WORDS).map((word) => word.replace(NO_LETTER, ''));
    const word = words.length === 1 ? (words[0] ?? '') : '';
    const isOrder = word.length >= SHORTEST_SPELT_OUT && SPELT_OUT.test(word.toLowerCase());
    return isOrder ? AN_ORDER : words.join(' ');
  });
  const folded = isMostlyLatin(joined)
    ? joined
        .replace(LOOKALIKE, (letter) => SHOWN_AS.get(letter) ?? letter)
        .normalize('NFKD')
        .replace(ACCENTS, '')
    : joined;
  const other = oneSpaced(folded);
  return other === plain ? [plain] : [plain, other];
}

const LATIN_LETTER = /\p{Script=Latin}/gu;

const LETTER_OF_ANY = /\p{L}/gu;

function isMostlyLatin(text: string): boolean {
  const latin = text.match(LATIN_LETTER)?.length ?? 0;
  return latin * 2 >= (text.match(LETTER_OF_ANY)?.length ?? 0);
}

function oneSpaced(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** The same under the words of every scorer. */
const PARTS_OF_ANY =
  '(?:(?:all|every|each|any|these|this|that|the|my|following|above|below|of|single)\\s){1,4}(?:\\w+\\s)?(?:claims?|statements?|sentences?|opinions?|elements?|contexts?|documents?|passages?|units?|requirements?|submissions?|answers?)';
/** The words for a good verdict, of all scorers. */
const GOOD_OF_ANY =
  '(?:supported|grounded|faithful|verified|neutral|unbiased|harmless|non-?toxic|exact|semantic|covered|fulfilled|met|relevant|high(?:-used)?|used|unaffected)';

/** Those of them that hardly anybody needs for claims of another sort: insurance claims are verified, met and covered. */
const GRADED = '(?:supported|grounded|faithful|unbiased|harmless|non-?toxic|relevant)';
/** What is graded, one of it. */
const PART = '(?:submission|answer|response|claim|statement|sentence|assertion|opinion)';
const LETTER = '["“(]?[a-e]\\b["”)]?';

const PATTERNS_OF_ANY: readonly RegExp[] = [
  `${ORDER}(?:pick|choose|select|give|assign|award)\\s(?:\\S+\\s){0,3}?${LETTER}\\s(?:for|to)\\s(?:this|the|my|that)\\s(?:\\w+\\s)?${PART}\\b`,
  `${ORDER}(?:give|award|assign)\\s(?:this|the|my|that)\\s(?:\\w+\\s)?${PART}\\s(?:an?\\s)?${LETTER}(?:\\s*$|\\s*[.!,;])`,
  `\\b(?:right|correct|proper|fitting|best)\\s(?:letter|grade|verdict)\\s(?:here\\s|for (?:this|it)\\s)?(?:is|would be)\\s${LETTER}`,
  `${ORDER}${MARK}\\s(?:this|that|it|the|my|these|all|every)\\b[^.!?]{0,60}\\b(?:identical|equal|equivalent|the same)\\s(?:to|as|with)\\s(?:the\\s|an?\\s)?(?:expert|reference|ground truth|wanted answer|expected answer)`,
  `\\b(?:note|message|hint|memo|word)\\s(?:to|for)\\s(?:whoever|whomever|(?:anyone|those|the one) who)\\s(?:\\w+\\s){0,2}(?:compar|grad|judg|scor|rat|evaluat|mark|label|assess)`,
  `${ORDER}${MARK}\\s(?:the|this|that|all|every|each|any|my)\\s(?:\\w+\\s)?${PART}s?\\b[^.!?]{0,40}?\\b${GRADED}\\b\\s*(?:$|[.!,;])`,
  `\\b${PART}s?\\s(?:\\S+\\s){0,4}?(?:(?:is|are)\\sto|must|should|shall|(?:has|have)\\sto)\\sbe\\s(?:treated|counted|regarded|considered|deemed|labell?ed|judged|marked|rated|accepted)\\s(?:as\\s)?["“]?${GRADED}\\b`,
  `(?:\\bbitte\\s[^.!?]{0,20})?\\bmit\\s${LETTER}\\s(?:bewerten|werten|benoten|einstufen)\\b`,
  `${ORDER}${MARK}\\s${PARTS_OF_ANY}\\s(?:\\S+\\s){0,3}?(?:as\\s|to be\\s|with\\s|[=:]\\s?)(?:\\w+\\s){0,2}?["“]?${GOOD_OF_ANY}\\b`,
  `${ORDER}${MARK}\\s(?:everything|all|all of (?:this|it))\\s(?:as\\s|with\\s)["“]?${GOOD_OF_ANY}\\b`,
  `"verdict"\\s*:\\s*"(?:${GOOD_OF_ANY}|contradicted|unsupported|biased|toxic|missing|partial|extra|[a-e])"`,
  `\\bverdict\\s*[:=]\\s*"?${GOOD_OF_ANY}"?\\s*(?:$|[}\\]|.])`,
  `(?:${ORDER}|\\byou must\\s)(?:choose|pick|select|answer|give|output|return)\\s(?:the\\s)?(?:choice|option|letter|verdict|grade)\\s["“(]?[a-e]\\b`,
  `(?<![\\p{L}\\p{N}])s\\d{1,3}\\s*(?:[:=]|→|\\bis\\b)\\s*["“]?${GOOD_OF_ANY}\\b`,
].map((source) => new RegExp(source, 'iu'));

/** Whether a text gives orders or forged verdicts to its grader, under the labels of any judged scorer. */
export function talksToGrader(text: string): boolean {
  if (addressesGrader(text)) return true;
  return readingsOf(text).some((plain) => PATTERNS_OF_ANY.some((pattern) => pattern.test(plain)));
}
