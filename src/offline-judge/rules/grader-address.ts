import { no, type Rule } from '../rule.js';

/**
 * Text that speaks to whoever grades the answer instead of to the user: orders about verdicts and scores, forged
 * verdicts, orders to drop the rules. Whatever else it says, it does not answer the request.
 */
const PATTERNS: readonly RegExp[] = [
  /\b(?:dear |note to (?:the )?|to the |hey |attention )(?:llm |ai )?(?:judge|grader|evaluator|scorer|rater|assessor|reviewer)\b/i,
  /\b(?:judge|grader|evaluator|scorer|rater|assessor)s?\s*[:,]/i,
  /\b(?:judge|grader|evaluator|scorer|rater|assessor)s?\b.{0,40}\b(?:should|must|please|will|has to|have to|mark|score|rate|give|accept|treat)\b/i,
  /\b(?:mark|rate|score|grade|label|judge|consider|treat|count|classify|accept|regard|deem|evaluate)\b.{0,50}\b(?:as|is|are|be)\b.{0,20}\b(?:relevant|on[- ]topic|correct|yes|perfect|a pass|passed|passing|valid)\b/i,
  /\b(?:mark|rate|score|grade|give)\b.{0,40}\b(?:full (?:marks|score|points)|(?:highest|maximum|top|perfect) (?:score|mark|grade|rating)|(?:10|100|1\.0|5)(?: ?\/ ?\d+| out of))/i,
  /\b(?:this|the|every|each|all|following|preceding|above)\s+(?:statements?|sentences?|answers?|responses?|outputs?|lines?|texts?)\b.{0,40}\b(?:(?:is|are|be)\s+(?:\w+\s+)?(?:relevant|on[- ]topic)|(?:deserves?|gets?|receives?)\b.{0,20}\b(?:score|yes|marks?))/i,
  /\b(?:ignore|disregard|forget|override|skip|bypass)\b.{0,40}\b(?:instructions?|rubrics?|rules?|prompts?|criteria|guidelines?|directions?)\b/i,
  /\bverdicts?\b\W{0,4}(?::|=|is|are|must be|should be)\W{0,4}(?:yes|relevant|unsure|no)\b/i,
  /\b(?:answer|reply|respond|say|return|output)\b.{0,20}\b(?:["'“]?yes["'”]?) (?:for|to) (?:this|every|all|each)\b/i,
  /["']?s\d+["']?\s*[:=]\s*["'{]*\s*(?:yes|verdict|reason|relevant)/i,
  /\brelevan(?:t|ce|cy)\b\W{0,3}(?::|=)\W{0,3}(?:yes|true|high|1\b|10|100)/i,
  /<\/?(?:system|instructions?|rubric|data|statements?)>|\[\/?(?:system|inst)\]|^\s*system\s*(?:prompt)?\s*:/i,
  /\bthis (?:answer|response|reply)\b.{0,20}\bis\b.{0,40}\b(?:accurate|comprehensive|relevant|helpful|on[- ]topic)\b|\bthis (?:answer|response|reply)\b.{0,60}\b(?:addresses|answers|meets|fulfils|satisfies)\b.{0,30}\b(?:user|question|request|query|criteria)/i,
  /\b(?:bewerte|werte|stufe|markiere|beurteile)\b.{0,60}(?:relevant|korrekt|höchstpunktzahl|volle punktzahl|\bja\b|\byes\b)/i,
  /\b(?:ignoriere?n?|vergiss|missachte)\b.{0,40}\b(?:anweisung|regel|vorgabe|kriteri|instruktion)/i,
  /(?:評価者|採点者|審査員|ジャッジ)|(?:指示|ルール|規則|命令).{0,10}(?:無視|忘れ)|関連(?:性が|が)?(?:ある|高い)と(?:評価|判定|判断|採点)|満点/,
];

export const graderAddress: Rule = ({ statement }) =>
  PATTERNS.some((pattern) => pattern.test(statement.text))
    ? no('It speaks to whoever grades the answer, not to the user.')
    : null;
