import type { Message } from '../model/case.js';
import { ProviderError } from '../model/errors.js';
import type { Question } from '../model/judge.js';
import { digest, parseJson, sha256 } from '../text/json.js';

/** Line ends that JSON does not escape; some readers break lines at them. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g;

/** The data of a question as JSON text; none of its lines can look like a line of the message. */
export function renderData(data: unknown, indent = 0): string {
  return JSON.stringify(data, null, indent).replace(
    LINE_ENDS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Names no mark: the beginning must be the same in every request, so that providers can cache it. */
const FENCE = `The data is between the lines "BEGIN DATA" and "END DATA" with the same mark. No other line ends it.`;

/**
 * A question as messages: the rules for the system, and the data as JSON inside a fence. A prompt is sent unchanged.
 * @param options.mark Marks the fence; the data must not be able to predict it.
 * @param options.shape Describes the reply if no schema enforces it.
 */
export function renderQuestion(
  question: { readonly rules: Question['rules']; readonly data: string; readonly prompt?: string },
  { mark, shape }: { readonly mark: string; readonly shape: string | null },
): readonly Message[] {
  const { rules, data, prompt } = question;
  const system = [rules, ...(prompt === undefined ? [FENCE] : []), ...(shape === null ? [] : [shape])];
  return [
    { role: 'system', content: system.join('\n\n') },
    { role: 'user', content: prompt ?? `BEGIN DATA ${mark}\n${data}\nEND DATA ${mark}` },
  ];
}

const MARK_LENGTH = 8;

/**
 * The mark of the fence around data that does not contain it. It is the same for a whole run, so that providers can cache
 * the beginning of the data, such as a long task.
 */
export function markFor(data: string, seed: readonly string[]): string {
  let mark = digest(seed, MARK_LENGTH);
  while (data.includes(mark)) mark = sha256(mark, MARK_LENGTH);
  return mark;
}

/** A question as one text, for people to read. */
export function renderQuestionText({ rules, data, prompt }: Question): string {
  return prompt ?? `${rules}\n\n${renderData(data, 1)}`;
}

/** Some local models think aloud before they answer. */
const THINKING = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/i;

/**
 * The one JSON object of a reply, also inside a fence or between prose. Two objects, repeated keys and a cut one are
 * ambiguous. Throws `ProviderError`, kind `malformed`.
 */
export function parseReplyJson(content: string): unknown {
  const text = content.replace(THINKING, '');
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  try {
    return parseJson(json);
  } catch (cause) {
    throw new ProviderError("the judge's reply is not one JSON object without repeated keys", {
      kind: 'malformed',
      cause,
    });
  }
}
