import { guessLanguage } from '../text/language.js';
import { isClause } from './clause.js';
import { readWords } from './tokens.js';

/** What is asked for, as far as its form tells. */
export type RequestKind =
  | 'question'
  /** Several things to be named or shown. */
  | 'list'
  /** Something to be done: schedule, create, cancel, send … */
  | 'action'
  /** A text to be turned into another one. */
  | 'transform'
  /** A text to be invented. */
  | 'compose'
  | 'chat'
  /** A topic, a complaint, an instruction to explain. */
  | 'topic';

/** What a text is to be turned into. */
export type TransformKind = 'digest' | 'label' | 'translation' | 'rewrite' | 'reply';

/** What a short answer to a question would be. */
export type Expected = 'person' | 'place' | 'time' | 'quantity' | 'yes-no' | 'reason' | 'steps' | 'thing';

const POLITE =
  /^(?:(?:hi|hello|hey|hallo|guten tag)[,!.]?\s+(?:there[,!.]?\s+)?)?(?:please[,]?\s+|kindly\s+|bitte\s+|(?:can|could|would|will) you (?:please )?|i(?:'d| would) like (?:you )?to |i (?:want|need) (?:you )?to |(?:kannst|könntest) du (?:mir )?(?:bitte )?|(?:können|könnten) sie (?:mir )?(?:bitte )?|help me (?:to )?|let's )+/i;

/** Takes greetings and polite turns off the front of a request. */
export function bareRequest(text: string): string {
  return text.trim().replace(POLITE, '');
}

const TRANSFORMS: readonly (readonly [kind: TransformKind, cue: RegExp])[] = [
  [
    'translation',
    /\btranslat(?:e|es|ed|ing|ion|ions|or)\b|übersetz|\btradu(?:ire|is|ce|cir|zir|cción)\b|翻訳|訳して|英訳|和訳/i,
  ],
  [
    'label',
    /\b(?:classif(?:y|ies|ied|ication)|categori[sz](?:e|es|ation)|label(?:s|ling)? (?:the|this|each|every|an?|incoming|them)|tag (?:the|this|each)|sentiment|detect the|route (?:the|each|every|incoming))\b|klassifizier|kategorisier|einordne|einstuf|分類|判定/i,
  ],
  [
    'digest',
    /\b(?:summar(?:y|ies|i[sz]e|i[sz]es|i[sz]ed|i[sz]ing|i[sz]ation)|tl;?dr|triag(?:e|es|ed|ing)|digests?|condens(?:e|es)|boil down|recap|key points|main points|action items|minutes of|extract(?:s|ed|ion)?|hand-?off note|ticket from)\b|zusammenfass|fasse\b.*\bzusammen|extrahier|stichpunkte|sichte|要約|まとめて|要点|抽出|トリアージ/i,
  ],
  [
    'digest',
    /\b(?:turns?|makes?|writes?|gives?|produces?|creates?|prepares?)\b[^.?!]{0,60}?\b(?:notes?|briefs?|brief|headlines?|abstracts?|synopsis|one[- ]liners?|one line|tickets?|reports?)\b[^.?!]{0,20}\b(?:of|for|from|per|about|to)\b|\b(?:every|each|incoming|this|these|the)\b[^.?!]{0,40}\binto (?:an? |one )?(?:\w+[- ]){0,2}(?:note|brief|line|ticket|report|record|entry)\b|\b(?:headline|one line|brief|note)\b[^.?!]{0,10}\b(?:for|of) (?:each|every|the|this)\b/i,
  ],
  [
    'reply',
    /\b(?:draft|write|compose|prepare|suggest)s?\s+(?:\w+\s+){0,3}(?:reply|replies|response|responses|answer to)\b|\breply to (?:this|the|that)\b|antwort\w* (?:entwurf|auf diese)|beantworte diese|返信(?:を|文|案)/i,
  ],
  [
    'rewrite',
    /\b(?:rewrit(?:e|es|ing)|rephras(?:e|es|ing)|paraphras(?:e|es|ing)|proofread|shorten|simplify|reformat|reword|polish|(?:correct|fix) (?:the |my )?(?:grammar|spelling|text)|convert(?! [\d$€£])|turns? (?:this|the|an?|each|every|it|\w+)\b[^.?!]{0,40}\binto)\b|umformulier|formuliere? .*\bum\b|korrigier|kürze|vereinfach|言い換え|書き換え|校正|添削/i,
  ],
];

/** Verbs that say what an agent does besides turning texts into others. */
const OTHER_WORK =
  /\b(?:answer|supports? (?:customers|users|people|clients)|help|assist|schedul|book|list|manage|search|find|chat|advis)|beantwort|hilf|unterstütz|termin|回答|案内|サポート|支援|対応/i;

export function transformOf(text: string): TransformKind | null {
  return TRANSFORMS.find(([, cue]) => cue.test(text))?.[0] ?? null;
}

/** True where a task names other work than turning texts into others. */
export function doesOtherWork(task: string): boolean {
  return OTHER_WORK.test(task);
}

/** True where a task says nothing but that texts are turned into others. */
export function isOnlyTransform(task: string): boolean {
  return transformOf(task) !== null && !OTHER_WORK.test(task);
}

const LIST =
  /^(?:list|enumerate|name (?:\d|two|three|four|five|some|all|a few)|(?:show|display|give|get|fetch|find|view|see)\b(?: me| us)?(?: a list| an overview| all| my| our| the (?:list|names)| every)|(?:what|which) (?:\w+ ){0,3}\w+s (?:do|did|have|are|exist|can) (?:i|we|you|there|available)\b|which (?:\w+ ){0,3}\w+s (?:exist|are (?:there|available|open|active))\b|what are (?:my|our|all|the (?:\w+ )?\w+s\b)|(?:liste|zähle?)\b|zeig\w* (?:mir |uns )?(?:alle|meine|unsere|die|eine liste)|nenne? (?:mir )?(?:alle|meine|die|drei|zwei|vier|fünf|einige)|welche \S+ (?:habe|haben|gibt|sind)|wer sind)|一覧|リスト|列挙|(?:すべて|全て|全部).*(?:見せ|表示|教え)/i;

const ACTION =
  /^(?:schedule|book|create|set\s?up|set|arrange|plan|cancel|delete|remove|send|remind|update|move|reschedule|reserve|order|invite|add|open an?|make an? (?:appointment|reservation|booking)|put|log|assign|file|block|start|stop|turn|enable|disable|vereinbare?|buche?|plane?|erstelle?|lege?|trage?|sage?|verschiebe?|sende?|schicke?|erinnere?|reserviere?|lösche?|storniere?)\b|(?:予約|予定|会議|ミーティング|打ち合わせ|リマインダー|タスク).*(?:して|入れて|お願い|作って|組んで|設定)|(?:登録|追加|作成|削除|設定|送信|予約|変更|キャンセル)して/i;

const COMPOSE =
  /^(?:write|compose|draft|invent|make up|tell me an? (?:\w+ )?(?:joke|story|tale|poem)|schreib|dichte|verfasse|erfinde|erzähl)|(?:詩|物語|俳句|小説|文章|メール)を?.*(?:書いて|作って)/i;

const CHAT =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?(?: you)?|thank you|hallo|guten (?:morgen|tag|abend)|danke|moin|servus|bonjour|hola|ciao)(?!\p{L})|こんにちは|おはよう|こんばんは|ありがとう)[\p{L}\s,]{0,25}[!.…。！]*$/iu;

const SCHEDULE =
  /schedul|\bbook\b|meeting|appointment|calendar|remind|invite|termin|besprechung|kalender|予約|予定|会議|ミーティング|打ち合わせ|リマインド/i;

/** True for an action whose result is an entry with a time. */
export function isScheduling(text: string): boolean {
  return SCHEDULE.test(text);
}

const QUESTION_START =
  /^(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|will|would|should|may|has|have|am|wer|wen|wem|wessen|was|welche[rnms]?|wann|wo|woher|wohin|warum|wieso|weshalb|wie|ist|sind|hat|haben|kann|können|darf|muss|gibt|wird|qui|que|quel\w*|où|quand|comment|combien|pourquoi|est-ce|quién|qué|cuál|cuándo|dónde|cómo|cuánt\w+|chi|quando|dove|quanto|quem|qual|onde)\b/i;

/** True where a text opens as a question does; "Translate: how are you?" does not. */
export function opensAsQuestion(text: string): boolean {
  return QUESTION_START.test(bareRequest(text));
}

/** The kind of a request by the form of its instruction. */
export function kindOf(instruction: string): RequestKind {
  const bare = bareRequest(instruction);
  if (CHAT.test(instruction.trim())) return 'chat';
  if (LIST.test(bare)) return 'list';
  if (COMPOSE.test(bare)) return 'compose';
  if (ACTION.test(bare)) return 'action';
  if (/[?？؟]\s*$/.test(instruction) || opensAsQuestion(bare) || /か[。．]?\s*$/.test(instruction))
    return 'question';
  return 'topic';
}

const EXPECTED: readonly (readonly [kind: Expected, cue: RegExp])[] = [
  [
    'time',
    /\bwhen\b|\bwhat (?:time|date|day|year|month)\b|\bwhich (?:date|day|year|month)\b|\bwann\b|\bum wie ?viel uhr\b|\bin welchem jahr\b|\bquand\b|\bcuándo\b|\bquando\b|いつ|何時|何日|何年|何月|何曜/i,
  ],
  [
    'quantity',
    /\bhow (?:many|much|long|old|far|tall|high|deep|big|large|fast|often|heavy|wide)\b|\bwhat (?:number|percentage|(?:height|weight|size|age|speed|temperature|distance|length|width|depth|amount|dose)\b|is the (?:price|cost|number|distance|height|population|age))\b|\bwie ?(?:viele?n?|lange?|alt|oft|hoch|weit|groß|schnell|schwer|teuer)\b|\bcombien\b|\bcuánt\w+|\bquant[oaie]\b|^(?:calculate|compute|convert|solve|berechne)\b|いくつ|いくら|何人|何個|何件|何本|何台|何回|何枚|何分|何メートル|どのくらい|どれくらい|計算/i,
  ],
  ['reason', /\bwhy\b|\bwarum\b|\bwieso\b|\bweshalb\b|\bpourquoi\b|\bpor qué\b|なぜ|どうして|理由/i],
  [
    'steps',
    /\bhow (?:do|can|to|should|would|could|does)\b|\bwie (?:kann|mache?|geht|setze|lösche|ändere|funktioniert)\b|\bcomment\b|\bcómo\b|どうやって|どのように|どうすれば|方法|手順/i,
  ],
  [
    'person',
    /\b(?:who|whom|whose)\b|\b(?:wer|wen|wem|wessen)\b|\bqui\b|\bquién(?:es)?\b|\bchi\b|\bquem\b|誰|だれ|どなた/i,
  ],
  [
    'place',
    /\bwhere\b|\b(?:in )?(?:what|which) (?:city|country|place|town|street|room|building)\b|\bwo(?:her|hin)?\b|\bin welche[rmn] (?:stadt|land)\b|\boù\b|\bdónde\b|\bdove\b|\bonde\b|どこ|どちら/i,
  ],
  [
    'thing',
    /\b(?:what|which)\b|\b(?:was|welche[rnms]?)\b|\bqu(?:e|el|elle|els|elles|oi)\b|\b(?:qué|cuál)\b|\b(?:quale|cosa|qual)\b|何|なに|なん|どの|どれ|どんな/i,
  ],
];

/** True where a question has a question word of its own. */
export function hasQuestionWord(text: string): boolean {
  return EXPECTED.some(([, cue]) => cue.test(text));
}

/** What a question wants to hear. A question without a question word wants a yes or a no. */
export function expectedOf(question: string, kind: RequestKind): Expected {
  // "Was" opens a question for a thing in one language and for a yes or no in another.
  const german = guessLanguage(question) === 'de';
  const auxiliary =
    /^(?:is|are|were|do|does|did|can|could|will|would|should|may|has|have|am|ist|sind|war|hat|haben|kann|können|darf|muss|gibt es|wird|est-ce|bietet|bieten|habt)\b/i;
  const bare = bareRequest(question);
  if (
    (auxiliary.test(bare) || (!german && /^was\b/i.test(bare))) &&
    !/\b(?:tell|know|say|sagen|wissen)\b/i.test(bare)
  )
    return 'yes-no';
  // The question word that comes first asks; a later one joins clauses: "What do I pay when I come late?"
  const cues = EXPECTED.map(([found, cue]) => ({ found, at: bare.search(cue) })).filter(({ at }) => at >= 0);
  const first = cues.toSorted((a, b) => a.at - b.at)[0];
  if (first !== undefined) return first.found;
  return kind === 'question' && isClause(bare, readWords(bare), guessLanguage(bare)) ? 'yes-no' : 'thing';
}
