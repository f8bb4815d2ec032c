import type { Verdict } from '../../ports/verdict.js';
import type { RequestView } from '../request-view.js';
import { type Situation, yes } from '../rule.js';
import type { TextView } from '../text-view.js';
import { readWords } from '../tokens.js';

/** Words in the value of a field. */
const LONGEST_VALUE = 6;
/** What the reader can, may or has to do. */
const MAY =
  /\byou(?:'ll)?\b.{0,20}\b(?:can|may|must|need|should|have to)\b|\b(?:können|dürfen|müssen) sie\b|\bsie (?:können|dürfen|müssen)\b/i;
const PERSONAL = /\b(?:i|i'm|i've|we|my|me|our|us|ich|wir|mein\w*|je|mon|ma|mes|nous)\b|私/iu;
const ADVICE =
  /\b(?:should|what now|what (?:can|do|to)|need|ought|tips?|advice|advise|help|wrong)\b|was (?:tun|mache|brauche)|soll|hilf|muss|どうし(?:たら|よう)|que faire|qué (?:hago|hacer)|o que faço|(?:ば|たら)いい/i;

/**
 * Answers speak to whoever asked: they tell what to do, name conditions, say what one may, what was done, or leave out
 * what the question has said. What wanders off is as a rule a claim that stands alone. So the form of a statement tells
 * where its words do not; but it carries nothing in an answer none of whose other statements is relevant.
 *
 * @param anchors Places of the statements that are relevant without it, or open the answer in the form of a reply.
 * @param opens Whether the answer begins with it.
 */
export function fittingForm(
  { statement, place, request, answer }: Situation,
  { anchors, opens }: { readonly anchors: readonly number[]; readonly opens: boolean },
): Verdict | null {
  const block = answer.units[place]?.block;
  if (place < 0 || statement.code || block === 'table' || block === 'json') return null;
  const { form } = statement;
  if (request.transform !== null) return speaksForWriter(request, form);
  const anchored = anchors.some((anchor) => anchor !== place || opens);
  switch (form) {
    case 'instruction':
      return (anchored && (opens || isPersonal(request))) || wantsAdvice(request)
        ? yes('It tells what to do, as an answer does.')
        : null;
    case 'condition':
      return anchored || wantsAdvice(request) ? yes('It names a condition of what was asked.') : null;
    case 'address':
      return anchored ? yes('It speaks to whoever asked about their request.') : null;
    case 'speaker':
      return anchored ? yes('It says what the agent does about the request.') : null;
    case 'elliptic':
      return anchored && !isEntry(statement) ? yes('It leaves out what the question has said.') : null;
    case 'claim':
      return null;
    default: {
      const rest: never = form;
      return rest;
    }
  }
}

/** Whether a form at the head of an answer is that of a reply to a question, so that the rest may lean on it. */
export function opensAnswer(statement: TextView, request: RequestView): boolean {
  const { form, language, code, text } = statement;
  if (request.kind !== 'question' || request.transform !== null || isEntry(statement) || code) return false;
  if (form === 'address') return MAY.test(text);
  return form === 'instruction' || form === 'condition' || (form === 'elliptic' && language !== 'und');
}

/** `label: value` with a short value belongs to a form or a record; a longer one explains. */
function isEntry({ field }: TextView): boolean {
  return field !== null && readWords(field.value).length <= LONGEST_VALUE;
}

/** Somebody asks on their own account, so that telling them what to do may serve them. */
function isPersonal({ input, expected }: RequestView): boolean {
  return expected === 'yes-no' || PERSONAL.test(input);
}

/** A text that was rewritten, or a reply, speaks to its reader. */
function speaksForWriter({ transform }: RequestView, form: TextView['form']): Verdict | null {
  if (transform !== 'rewrite' && transform !== 'reply') return null;
  return form === 'instruction' || form === 'condition' || form === 'address' || form === 'speaker'
    ? yes('It speaks to the reader of the text that was asked for.')
    : null;
}

function wantsAdvice({ kind, expected, input }: RequestView): boolean {
  return (
    kind === 'action' || kind === 'topic' || ['steps', 'reason'].includes(expected) || ADVICE.test(input)
  );
}
