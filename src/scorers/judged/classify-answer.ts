import { isEmptyAnswer } from '../../ports/answer.js';
import type { Judgement, VerdictLabel } from '../../ports/verdict.js';
import type { GivenAnswer } from '../scorer.js';
import { isCourtesy, spareWords } from './take-apart/courtesy.js';

/** What a program leaves when it prints a value that was never an answer. */
const HARNESS_TEXT =
  /^["'`]?(?:undefined|null|NaN|\[object [A-Za-z]+\](?:\s*,\s*\[object [A-Za-z]+\])*|\[?Function(?:: [^\]]*)?\]?|<generator object .*>|<coroutine object .*>|Promise \{ .* \})["'`]?$/;

/**
 * Judges what needs no judge: answers that are empty or an artefact of the harness.
 * @returns `null` where there is something to judge.
 */
export function judgeWithoutAsking(answer: GivenAnswer): Judgement | null {
  const output = answer.output.trim();
  if (HARNESS_TEXT.test(output)) {
    return {
      status: 'unscored',
      kind: 'harness',
      reason: `the answer is the text ${JSON.stringify(output.slice(0, 60))}: the program around the agent printed a value that is no answer`,
    };
  }
  if (!isEmptyAnswer(answer)) return null;
  if (answer.finish === 'length') {
    return {
      status: 'unscored',
      kind: 'length',
      reason: 'the answer is empty because the model reached its token limit; raise max_tokens',
    };
  }
  if (answer.finish === 'content-filter') {
    return {
      status: 'unscored',
      kind: 'content-filter',
      reason: "the answer is empty because the provider's content filter withheld it",
    };
  }
  return {
    status: 'scored',
    score: 0,
    reason: 'The answer is empty.',
    statements: [],
    flags: ['empty'],
    extractionKey: null,
  };
}

const REFUSAL =
  /(?:\b(?:i|we)(?: am|'m| are|'re)?(?: really| very| so)?(?: sorry| afraid)?[^.!?]{0,30}\b(?:can(?:not|'t|’t| not)|won(?:'t|’t)|will not|(?:am|'m|’m|are|'re) (?:not able|unable|not allowed|not permitted)|unable to|must decline|have to decline)\s+(?:to\s+)?(?:help|assist|answer|provide|comply|do that|do this|fulfil|discuss|share|support|process|give|offer|engage|respond)|\bas an ai(?: language)? model\b|\bi (?:must|have to) (?:decline|refuse)\b)|(?:ich|wir) (?:kann|können|darf|dürfen)[^.!?]{0,60}\bnicht (?:helfen|beantworten|weiterhelfen|geben|unterstützen|beitragen)|je (?:ne peux|suis désolée?)[^.!?]{0,40}(?:pas|ne peux)[^.!?]{0,20}(?:aider|répondre|fournir)|no puedo (?:ayudar|responder|proporcionar|asistir)|não posso (?:ajudar|responder|fornecer)|non posso (?:aiutar|rispondere|fornire)|(?:お答え|お手伝い|対応|回答)(?:することは|することが)?(?:でき(?:ません|かねます)|いたしかねます)|(?:无法|不能)(?:回答|提供|帮助|协助)|не могу (?:помочь|ответить|предоставить)|(?:도와|답변)[^.!?]{0,10}(?:없습니다|드릴 수 없)/iu;

/** Says what alone is helped with: no help with what was asked, unless a condition follows. */
const ONLY_OTHER_HELP =
  /\b(?:(?:i|we)(?: can|(?: am|'m|’m| are|'re|’re) able to)? only (?:help|assist)(?: you)? (?:with|on)|(?:ich|wir) (?:helfe|helfen) (?:ihnen |dir )?nur (?:bei|mit))\b(?!.*\b(?:if|once|when|after|wenn|sobald)\b)/iu;

/** What stands between a refusal and something else. */
const CLAUSE_END = /[,;:.!?、，；：。！？–—\n]+|\s(?:and|but|so|as|because|und|aber|pero|mais)\s/iu;

/** A refusal gives a reason or a subject in fewer words than these; who says more answers something. */
const LEAST_OTHER_WORDS = 3;

/**
 * Whether the answer declines and does little else; a flag for readers, the verdict is the judge's.
 * @param statements What the answer says, with the judge's word where there is one: what is irrelevant is no answer.
 */
export function isRefusal(
  statements: readonly { readonly text: string; readonly result?: VerdictLabel }[],
): boolean {
  let refuses = false;
  const others: string[] = [];
  for (const { text, result } of statements) {
    const clauses = text.split(CLAUSE_END);
    const other = clauses.filter((clause) => !declines(clause) && !isCourtesy(clause));
    if (clauses.some(declines)) refuses = true;
    else if (result === 'yes' || result === 'unsure') return false;
    else if (result === 'no') continue;
    others.push(...other);
  }
  const rest = others.join('\n');
  return refuses && !/\p{N}/u.test(rest) && spareWords(rest).length < LEAST_OTHER_WORDS;
}

function declines(clause: string): boolean {
  const start = clause.slice(0, 300);
  return REFUSAL.test(start) || ONLY_OTHER_HELP.test(start);
}
