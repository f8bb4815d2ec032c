import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { tryJson } from '../../../text/json.js';
import { isFields, summarizeWords } from '../../../text/values.js';
import { createRunScorer, defineCodeScorer } from '../../define-scorer.js';
import {
  buildToolCallInfos,
  isInOrder,
  readToolInvocations,
  type ToolInvocation,
} from '../../messages/tool-calls.js';
import { BOOLEAN_OPTION, COUNT_OPTION, TEXT_OPTION } from '../../options.js';
import { CODE_SCORER } from '../../scorer.js';
import { type AnswerCheck, CHECK, type CheckId, createCheck, quoteText, readCheck } from './check.js';

export const calledTool = defineCodeScorer(
  {
    ...CHECK,
    id: 'called-tool',
    factory: 'createCalledToolCheck',
    measure: 'the expected tool call',
    failing: ['lacks the expected tool call', 'lack the expected tool call'],
    summary: 'Whether the agent called a tool, with given arguments and a given number of times.',
    options: z.strictObject({
      tool: TEXT_OPTION.describe('The name of the tool.'),
      times: COUNT_OPTION.describe('Fewest calls of the tool.').default(1),
      arguments: z
        .record(z.string(), z.unknown(), { error: 'must be names with values' })
        .optional()
        .describe('Arguments that a call must have, with exactly these values. It may have others.'),
    }),
  },
  ({ id }, { tool: toolName, times: expectedTimes, arguments: given = {} }) => {
    const tool = quoteText(toolName);
    const how = Object.keys(given).length === 0 ? '' : ` with ${quoteText(JSON.stringify(given))}`;
    return createToolCheck({ id, description: `Whether the agent called ${tool}.` }, (calls) => {
      const actualCount = calls.filter(
        (call) => call.toolName === toolName && hasArguments(call.arguments, given),
      ).length;
      const passed = actualCount >= expectedTimes;
      const actual = actualCount === 0 ? listCalledNames(calls) : formatTimes(actualCount);
      const reason = passed
        ? `${tool} was called${how}, ${formatTimes(actualCount)}.`
        : `Expected a call of ${tool}${how}, ${formatTimes(expectedTimes)}; found ${actual}.`;
      return { passed, reason, shown: { toolName, expectedTimes, actualCount, passed } };
    });
  },
);

function createToolCheck<Details>(
  names: Parameters<typeof createCheck>[0],
  look: (calls: readonly ToolInvocation[]) => AnswerCheck<Details>,
) {
  return createCheck(names, ({ output }) => look(readToolInvocations(output)));
}

function listCalledNames(calls: readonly ToolInvocation[]): string {
  if (calls.length === 0) return 'no tool call';
  return `calls of ${quoteText(calls.map(({ toolName }) => toolName).join(', '))}`;
}

function formatTimes(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** Providers give arguments as an object or as JSON text. */
function hasArguments(callArguments: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  const value = typeof callArguments === 'string' ? tryJson(callArguments) : callArguments;
  if (value === undefined) return false;
  const fields = isFields(value) ? value : {};
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(fields, name) && isDeepStrictEqual(fields[name], value),
  );
}

/** 1 if the agent did not call the tool, else 0. */
export function didNotCall(toolName: string, checkId: CheckId = {}) {
  const { id } = readCheck('check-did-not-call', { tool: TEXT_OPTION }, { ...checkId, tool: toolName });
  const tool = quoteText(toolName);
  return createToolCheck({ id, description: `Whether the agent did not call ${tool}.` }, (calls) => {
    const count = calls.filter((call) => call.toolName === toolName).length;
    const passed = count === 0;
    const reason = passed ? `${tool} was not called.` : `Expected no call of ${tool}, found ${count}.`;
    return { passed, reason, shown: { toolName, count, passed } };
  });
}

/** 1 if the tools were called in this order, with any calls between, else 0. */
export function toolOrder(expectedOrder: readonly string[], checkId: CheckId = {}) {
  const tools = z.array(TEXT_OPTION, { error: 'must be a list of names' });
  const { id } = readCheck('check-tool-order', { tools }, { ...checkId, tools: expectedOrder });
  const wanted = quoteText(expectedOrder.join(', '));
  const description = `Whether the agent called ${wanted} in this order.`;
  return createToolCheck({ id, description }, (calls) => {
    const actualTools = calls.map(({ toolName }) => toolName);
    const passed = isInOrder(actualTools, expectedOrder);
    const reason = `Expected calls of ${wanted} in this order, found ${listCalledNames(calls)}.`;
    return { passed, reason, shown: { actualTools, expectedOrder, passed } };
  });
}

const MAX_CALLS_RULE = { error: 'must be a whole number from 0 up' };

/** 1 for at most `max` tool calls, else 0. */
export function maxToolCalls(max: number, checkId: CheckId = {}) {
  const most = z.int(MAX_CALLS_RULE).min(0, MAX_CALLS_RULE);
  const { id } = readCheck('check-max-tool-calls', { most }, { ...checkId, most: max });
  const description = `Whether the agent made at most ${max} tool calls.`;
  return createToolCheck({ id, description }, ({ length: count }) => {
    const passed = count <= max;
    return { passed, reason: `${count} tool calls of at most ${max}.`, shown: { count, max, passed } };
  });
}

/** 1 without tool calls, else 0. */
export function usedNoTools(checkId: CheckId = {}) {
  const { id } = readCheck('check-used-no-tools', {}, checkId);
  return createToolCheck({ id, description: 'Whether the agent called no tool.' }, (calls) => {
    const passed = calls.length === 0;
    const reason = `Expected no tool call, found ${listCalledNames(calls)}.`;
    return { passed, reason, shown: { count: calls.length, passed } };
  });
}

/** 1 if no tool call threw, stayed without a result or returned an error, else 0. */
export function noToolErrors(checkId: CheckId = {}) {
  const { id } = readCheck('check-no-tool-errors', {}, checkId);
  return createToolCheck({ id, description: 'Whether no tool call failed.' }, (calls) => {
    const failed = calls.filter((call) => call.failed);
    const passed = failed.length === 0;
    const reason = `${failed.length} of ${calls.length} tool calls failed${passed ? '' : `: ${listCalledNames(failed)}`}.`;
    return { passed, reason, shown: { errorCount: failed.length, totalCalls: calls.length, passed } };
  });
}

export const toolCallAccuracy = defineCodeScorer(
  {
    ...CODE_SCORER,
    id: 'tool-call-accuracy',
    factory: 'createToolCallAccuracyScorerCode',
    measure: 'tool call accuracy',
    summary: 'Whether the agent called the expected tool, or the expected tools in order.',
    formula: '1 or 0',
    options: z
      .strictObject({
        expectedTool: TEXT_OPTION.optional().describe(
          'The expected tool. Ignored if `expectedToolOrder` is set.',
        ),
        strictMode: BOOLEAN_OPTION.describe('No other calls are allowed.').default(false),
        expectedToolOrder: z
          .array(TEXT_OPTION, { error: 'must be a list of names of tools' })
          .min(1, { error: 'must name at least one tool' })
          .optional()
          .describe('The expected tools, in order.'),
      })
      .refine(({ expectedTool, expectedToolOrder }) => (expectedTool ?? expectedToolOrder) !== undefined, {
        path: ['expectedTool'],
        error: 'needs expectedTool or expectedToolOrder',
      }),
  },
  ({ id }, { expectedTool, strictMode, expectedToolOrder }) => {
    const wanted = expectedToolOrder
      ? `${summarizeWords(expectedToolOrder)} in this order`
      : (expectedTool ?? '');
    return createRunScorer({
      id,
      description: `Whether the agent called ${wanted}${strictMode ? ', and nothing else' : ''}.`,
    })
      .preprocess(({ run }) => {
        const invocations = readToolInvocations(run.output);
        const actualTools = invocations.map(({ toolName }) => toolName);
        return {
          expectedTool,
          actualTools,
          strictMode,
          expectedToolOrder,
          hasToolCalls: actualTools.length > 0,
          correctToolCalled:
            expectedTool !== undefined && isExpectedOrder(actualTools, [expectedTool], strictMode),
          correctOrderCalled: expectedToolOrder
            ? isExpectedOrder(actualTools, expectedToolOrder, strictMode)
            : null,
          toolCallInfos: buildToolCallInfos(invocations),
        };
      })
      .generateScore(({ results: { preprocessStepResult: result } }) => {
        return (result.correctOrderCalled ?? result.correctToolCalled) ? 1 : 0;
      })
      .generateReason(({ results: { preprocessStepResult: result } }) => {
        const called = result.hasToolCalls
          ? `called ${summarizeWords(result.actualTools)}`
          : 'called no tool';
        return `Expected ${wanted}${strictMode ? ' and nothing else' : ''}; the agent ${called}.`;
      });
  },
);

function isExpectedOrder(called: readonly string[], expected: readonly string[], strict: boolean): boolean {
  return isInOrder(called, expected) && (!strict || called.length === expected.length);
}
