import type { CheckResult } from './check-result.js';
import { quoted } from './check-result.js';
import { same } from './schema-mismatch.js';

/** A call of a tool as the checks look at it. */
export type CheckedCall = {
  readonly name: string;
  readonly arguments?: unknown;
  /** The call threw, never came back, or came back with an error. */
  readonly failed: boolean;
};

export type CalledToolOptions = {
  readonly tool: string;
  readonly times: number;
  readonly arguments?: Readonly<Record<string, unknown>> | undefined;
};

/** How often a tool was called, and whether that is enough. */
export function checkCalledTool(
  calls: readonly CheckedCall[],
  { tool, times, arguments: wanted }: CalledToolOptions,
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

/** Whether the tools were called in this order, whatever was called between. */
export function isInOrder(called: readonly string[], expected: readonly string[]): boolean {
  let next = 0;
  for (const name of called) if (next < expected.length && name === expected[next]) next += 1;
  return next === expected.length;
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
