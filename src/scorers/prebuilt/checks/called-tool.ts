import { z } from 'zod';
import type { AboutScorer } from '../../about-scorer.js';
import { codeScorer } from '../../definition.js';
import { readOptions } from '../../options.js';
import { readToolInvocations } from '../tool-call-accuracy/tool-invocations.js';
import {
  CHECK,
  type CheckResult,
  type CheckRun,
  COUNT,
  createCheck,
  type Given,
  quoted,
  TEXT,
} from './check.js';
import { same } from './schema-mismatch.js';

const about = {
  ...CHECK,
  id: 'called-tool',
  factory: 'createCalledToolCheck',
  measure: 'the expected tool call',
  summary: 'Whether the agent called a tool, as often as asked and with the arguments asked for.',
  options: z.strictObject({
    tool: TEXT.describe('The name of the tool.'),
    times: COUNT.describe('It must be called at least so often.').default(1),
    arguments: z
      .record(z.string(), z.unknown(), { error: 'must be names with values' })
      .optional()
      .describe(
        'Arguments that a call must have to count, each with exactly this value; it may have others.',
      ),
  }),
} satisfies AboutScorer;

export type CalledToolOptions = z.input<typeof about.options>;

/**
 * 1 where the agent called a tool, as often as asked and with the arguments asked for, else 0.
 * @throws UserError naming every option that does not exist or is out of range.
 */
export function createCalledToolCheck(given: Given<CalledToolOptions>, id: string = about.id) {
  const options = readOptions(about, given);
  const description = `Whether the agent called ${quoted(options.tool)}.`;
  return createCheck({ id, name: 'Called Tool', description }, (run) => {
    const { count, ...found } = checkCalledTool(callsOf(run), options);
    const { tool: toolName, times: expectedTimes } = options;
    return { ...found, shown: { toolName, expectedTimes, actualCount: count, passed: found.passed } };
  });
}

/** How often a tool was called, and whether that is enough. */
export function checkCalledTool(
  calls: readonly CheckedCall[],
  { tool, times, arguments: wanted }: z.output<typeof about.options>,
): CheckResult & { readonly count: number } {
  const count = calls.filter((call) => call.name === tool && hasArguments(call.arguments, wanted)).length;
  const how = wanted === undefined ? '' : ` with ${quoted(JSON.stringify(wanted))}`;
  if (count >= times)
    return { passed: true, count, reason: `${quoted(tool)} was called${how}, ${timesOf(count)}.` };
  return {
    passed: false,
    count,
    reason: `Expected a call of ${quoted(tool)}${how}, ${timesOf(times)}; found ${count === 0 ? calledNames(calls) : timesOf(count)}.`,
  };
}

export function calledNames(calls: readonly { readonly name: string }[]): string {
  return calls.length === 0 ? 'no tool call' : `calls of ${quoted(calls.map(({ name }) => name).join(', '))}`;
}

function hasArguments(given: unknown, wanted: Readonly<Record<string, unknown>> | undefined): boolean {
  if (wanted === undefined) return true;
  const fields = fieldsOf(given);
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(fields, name) && same(Reflect.get(fields, name), value),
  );
}

/** Providers give arguments as an object or as its JSON. */
function fieldsOf(given: unknown): object {
  if (typeof given === 'object' && given !== null) return given;
  if (typeof given !== 'string') return {};
  try {
    const parsed: unknown = JSON.parse(given);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** A call of a tool as the checks look at it. */
export type CheckedCall = {
  readonly name: string;
  readonly arguments?: unknown;
  /** The call threw, never came back, or came back with an error. */
  readonly failed: boolean;
};

/** The tool calls of an answer. */
export function callsOf(run: CheckRun): CheckedCall[] {
  return readToolInvocations(run.output).map(({ toolName, arguments: given, failed }) => ({
    name: toolName,
    arguments: given,
    failed,
  }));
}

export const calledTool = codeScorer(about, createCalledToolCheck);
