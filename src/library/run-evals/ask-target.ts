import { describeError } from '../../model/errors.js';
import { omitUndefined } from '../../model/omit-undefined.js';
import { type Fields, isFields } from '../../text/values.js';
import type { EvalItem, TargetOptions } from './eval-results.js';

/** The scorable parts of a target's answer. */
export type ScorableRun =
  | { readonly status: 'answered'; readonly input: unknown; readonly output: unknown }
  | { readonly status: 'missing'; readonly reason: string };

export type TargetAnswer = {
  readonly result: unknown;
  readonly whole: ScorableRun;
  /** The output of a workflow's step. */
  step(name: string): ScorableRun;
};

type TargetKind = 'function' | 'agent' | 'workflow';

export function detectTargetKind(target: unknown): TargetKind | null {
  if (typeof target === 'function') return 'function';
  const { generate, run } = Object(target) as Fields;
  if (typeof generate === 'function') return 'agent';
  return typeof run === 'function' ? 'workflow' : null;
}

/** Asks the target about an item. Rethrows the target's errors; `TypeError` if the result cannot be scored. */
export async function askEvalTarget(
  target: unknown,
  item: EvalItem,
  options: TargetOptions,
): Promise<TargetAnswer> {
  const kind = detectTargetKind(target);
  const { generate, run } = Object(target);
  const { input } = item;
  const method = kind === 'agent' ? generate : run;
  const ask = kind === 'function' ? target : method;
  const result: unknown = await ask.call(target, input, kind === 'function' ? { ...options, item } : options);
  if (kind !== 'workflow') {
    const answer = requirePresent(
      result,
      `the target gave ${String(result)} instead of an answer: let it return one, or a promise of one`,
    );
    return {
      result,
      whole: { status: 'answered', input, output: kind === 'agent' ? readAnswerMessages(answer) : answer },
      step: () => ({ status: 'missing', reason: 'the target is not a workflow and has no steps' }),
    };
  }
  const { output, result: ended, status, error, steps } = Object(result) as Fields;
  if (status === 'failed') throw new Error(`the workflow failed: ${describeError(error)}`, { cause: error });
  return {
    result,
    whole: {
      status: 'answered',
      input,
      output: requirePresent(output ?? ended, 'the workflow gave no output'),
    },
    step: (name) => readStep(Object(steps), name, input),
  };
}

/** A text, messages, or the messages and texts that agents wrap their answers in. */
function readAnswerMessages(result: unknown): unknown {
  if (Array.isArray(result)) return dropEarlierMessages(result);
  if (typeof result !== 'object') return result;
  const { text, toolCalls, response, messages, content, role, metadata } = Object(result) as Fields;
  if (content !== undefined || role !== undefined) return result;
  const answered = Object(response) as Fields;
  const own = { ...Object(answered['metadata']), ...Object(metadata) };
  for (const list of [answered['messages'], messages]) {
    if (Array.isArray(list) && list.length > 0) return addMetadata(dropEarlierMessages(list), own);
  }
  if (typeof text !== 'string') return result;
  const message = omitUndefined({
    role: 'assistant',
    content: text,
    toolCalls: Array.isArray(toolCalls) ? toolCalls : undefined,
  });
  return addMetadata([message], own)[0];
}

/** Messages whose last one has the whole answer's metadata too. */
function addMetadata(messages: readonly unknown[], own: Fields): readonly unknown[] {
  const last = messages.at(-1);
  if (!isFields(last) || Object.keys(own).length === 0) return messages;
  return [...messages.slice(0, -1), { ...last, metadata: { ...own, ...Object(last['metadata']) } }];
}

/** Earlier messages do not answer this input. */
function dropEarlierMessages(messages: readonly unknown[]): readonly unknown[] {
  return messages.slice(messages.findLastIndex((message) => Object(message).role === 'user') + 1);
}

function readStep(steps: Fields, name: string, input: unknown): ScorableRun {
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (isFields(step) && ('output' in step || 'status' in step)) {
    const { output, status, payload, input: given } = step;
    const stepInput = payload ?? given ?? input;
    return output === undefined || output === null
      ? { status: 'missing', reason: `the step ${JSON.stringify(name)} gave no output (${String(status)})` }
      : { status: 'answered', input: stepInput, output };
  }
  return step === undefined || step === null
    ? { status: 'missing', reason: `the workflow did not run a step ${JSON.stringify(name)}` }
    : { status: 'answered', input, output: step };
}

function requirePresent(value: unknown, otherwise: string): unknown {
  if (value === undefined || value === null) throw new TypeError(otherwise);
  return value;
}
