import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { defineCodeScorer } from '../../define-scorer.js';
import { isInOrder, readToolInvocations, type ToolInvocation } from '../../messages/tool-calls.js';
import { COUNT, readOptions, TEXT } from '../../options.js';
import { CHECK, type CheckId, type CheckResult, createCheck, quoted } from './check.js';

/** A tool call for checks. */
type Call = Pick<ToolInvocation, 'toolName'> & Partial<Pick<ToolInvocation, 'arguments'>>;

export const calledTool = defineCodeScorer(
  {
    ...CHECK,
    id: 'called-tool',
    factory: 'createCalledToolCheck',
    measure: 'the expected tool call',
    summary: 'Whether the agent called a tool, with given arguments and a given number of times.',
    options: z.strictObject({
      tool: TEXT.describe('The name of the tool.'),
      times: COUNT.describe('Fewest calls of the tool.').default(1),
      arguments: z
        .record(z.string(), z.unknown(), { error: 'must be names with values' })
        .optional()
        .describe('Arguments that a call must have, with exactly these values. It may have others.'),
    }),
  },
  (options, { id }) => {
    const { tool: toolName, times: expectedTimes } = options;
    const description = `Whether the agent called ${quoted(toolName)}.`;
    return createCheck({ id, name: 'Called Tool', description }, (run) => {
      const { count, ...found } = checkCalledTool(readToolInvocations(run.output), options);
      return { ...found, shown: { toolName, expectedTimes, actualCount: count, passed: found.passed } };
    });
  },
);

/** Whether a tool was called often enough. */
export function checkCalledTool(
  calls: readonly Call[],
  wanted: {
    readonly tool: string;
    readonly times: number;
    readonly arguments?: Readonly<Record<string, unknown>> | undefined;
  },
): CheckResult & { readonly count: number } {
  const { tool, times, arguments: given } = wanted;
  const count = calls.filter((call) => call.toolName === tool && hasArguments(call.arguments, given)).length;
  const how = given === undefined ? '' : ` with ${quoted(JSON.stringify(given))}`;
  const passed = count >= times;
  return {
    passed,
    count,
    reason: passed
      ? `${quoted(tool)} was called${how}, ${timesOf(count)}.`
      : `Expected a call of ${quoted(tool)}${how}, ${timesOf(times)}; found ${count === 0 ? calledNames(calls) : timesOf(count)}.`,
  };
}

function calledNames(calls: readonly Call[]): string {
  if (calls.length === 0) return 'no tool call';
  return `calls of ${quoted(calls.map(({ toolName }) => toolName).join(', '))}`;
}

function timesOf(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

function hasArguments(given: unknown, wanted: Readonly<Record<string, unknown>> | undefined): boolean {
  if (wanted === undefined) return true;
  const fields = fieldsOf(given);
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(fields, name) && isDeepStrictEqual(Reflect.get(fields, name), value),
  );
}

/** Providers give arguments as an object or as JSON text. */
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

const DID_NOT_CALL = { id: 'check-did-not-call', options: z.strictObject({ tool: TEXT }) };

/** 1 if the agent did not call the tool, else 0. */
export function didNotCall(toolName: string, named: CheckId = {}) {
  const { id } = readOptions(DID_NOT_CALL, { ...named, tool: toolName });
  const description = `Whether the agent did not call ${quoted(toolName)}.`;
  return createCheck({ id, name: 'Did Not Call', description }, ({ output }) => {
    const count = readToolInvocations(output).filter((call) => call.toolName === toolName).length;
    const passed = count === 0;
    const reason = passed
      ? `${quoted(toolName)} was not called.`
      : `Expected no call of ${quoted(toolName)}, found ${count}.`;
    return { passed, reason, shown: { toolName, count, passed } };
  });
}

const TOOL_ORDER = {
  id: 'check-tool-order',
  options: z.strictObject({ tools: z.array(TEXT, { error: 'must be a list of names' }) }),
};

/** 1 if the tools were called in this order, with any calls between, else 0. */
export function toolOrder(expectedOrder: readonly string[], named: CheckId = {}) {
  const { id } = readOptions(TOOL_ORDER, { ...named, tools: expectedOrder });
  const wanted = quoted(expectedOrder.join(', '));
  const description = `Whether the agent called ${wanted} in this order.`;
  return createCheck({ id, name: 'Tool Order', description }, ({ output }) => {
    const calls = readToolInvocations(output);
    const actualTools = calls.map(({ toolName }) => toolName);
    const passed = isInOrder(actualTools, expectedOrder);
    const reason = `Expected calls of ${wanted} in this order, found ${calledNames(calls)}.`;
    return { passed, reason, shown: { actualTools, expectedOrder, passed } };
  });
}

const MOST_RULE = 'must be a whole number from 0 up';
const MAX_TOOL_CALLS = {
  id: 'check-max-tool-calls',
  options: z.strictObject({ most: z.int({ error: MOST_RULE }).min(0, { error: MOST_RULE }) }),
};

/** 1 for at most `max` tool calls, else 0. */
export function maxToolCalls(max: number, named: CheckId = {}) {
  const { id } = readOptions(MAX_TOOL_CALLS, { ...named, most: max });
  const description = `Whether the agent made at most ${max} tool calls.`;
  return createCheck({ id, name: 'Max Tool Calls', description }, ({ output }) => {
    const count = readToolInvocations(output).length;
    const passed = count <= max;
    return { passed, reason: `${count} tool calls of at most ${max}.`, shown: { count, max, passed } };
  });
}

const USED_NO_TOOLS = { id: 'check-used-no-tools', options: z.strictObject({}) };

/** 1 without tool calls, else 0. */
export function usedNoTools(named: CheckId = {}) {
  const { id } = readOptions(USED_NO_TOOLS, named);
  const description = 'Whether the agent called no tool.';
  return createCheck({ id, name: 'Used No Tools', description }, ({ output }) => {
    const calls = readToolInvocations(output);
    const passed = calls.length === 0;
    const reason = `Expected no tool call, found ${passed ? 'none' : calledNames(calls)}.`;
    return { passed, reason, shown: { count: calls.length, passed } };
  });
}

const NO_TOOL_ERRORS = { id: 'check-no-tool-errors', options: z.strictObject({}) };

/** 1 if no tool call threw, stayed without a result or returned an error, else 0. */
export function noToolErrors(named: CheckId = {}) {
  const { id } = readOptions(NO_TOOL_ERRORS, named);
  const description = 'Whether no tool call failed.';
  return createCheck({ id, name: 'No Tool Errors', description }, ({ output }) => {
    const calls = readToolInvocations(output);
    const failed = calls.filter((call) => call.failed);
    const passed = failed.length === 0;
    const reason = passed
      ? `None of ${calls.length} tool calls failed.`
      : `Expected no failed tool call, found failed ${calledNames(failed)}.`;
    return { passed, reason, shown: { errorCount: failed.length, totalCalls: calls.length, passed } };
  });
}
