import { answerText } from '../../builder/run-texts.js';
import { bigramSimilarity } from '../content-similarity/bigram-similarity.js';
import { isInOrder } from '../tool-call-accuracy/tool-invocations.js';
import { calledNames, callsOf, createCalledToolCheck } from './called-tool.js';
import { type CaseOption, comparable, createCheck, quoted } from './check.js';
import { checkExcludes, createContainsCheck } from './contains.js';
import { createEqualsCheck } from './equals.js';
import { createJsonSchemaCheck } from './json-schema.js';
import { createMaxLengthCheck, type MaxLengthOptions } from './max-length.js';
import { createRegexCheck } from './regex.js';
import { createStartsWithCheck } from './starts-with.js';

export type IncludesOptions = {
  /** Capital and small letters are the same; default true. */
  readonly ignoreCase?: boolean;
};

/** Checks in one line each; those of the documentation under its names and ids. */
export const checks = {
  includes: (expected: string, options: IncludesOptions = {}) =>
    createContainsCheck({ ...options, value: expected }, 'check-includes'),
  excludes,
  equals: (expected: string, options: IncludesOptions = {}) =>
    createEqualsCheck({ ...options, value: expected }, 'check-equals'),
  matches: (pattern: RegExp, { exact = false }: { readonly exact?: boolean } = {}) =>
    createRegexCheck(
      { pattern: pattern.source, flags: pattern.flags.replaceAll(/[dgy]/g, ''), exact },
      'check-matches',
    ),
  similarity,
  calledTool: (
    toolName: string,
    options: { readonly times?: number; readonly arguments?: Record<string, unknown> } = {},
  ) => createCalledToolCheck({ ...options, tool: toolName }, 'check-called-tool'),
  didNotCall,
  toolOrder,
  maxToolCalls,
  usedNoTools,
  noToolErrors,
  contains: (value: string, options: IncludesOptions = {}) => createContainsCheck({ ...options, value }),
  regex: (pattern: string, flags = '') => createRegexCheck({ pattern, flags }),
  jsonSchema: (schema: Readonly<Record<string, unknown>>) => createJsonSchemaCheck({ schema }),
  startsWith: (value: string, options: IncludesOptions = {}) => createStartsWithCheck({ ...options, value }),
  maxLength: (limits: MaxLengthOptions) => createMaxLengthCheck(limits),
} as const;

function excludes(unwanted: string, { ignoreCase = true }: IncludesOptions = {}) {
  const description = `Whether the answer does not contain ${quoted(unwanted)}.`;
  return createCheck({ id: 'check-excludes', name: 'Excludes', description }, (run) => {
    const answer = answerText(run);
    const found = checkExcludes(answer, unwanted, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(unwanted, { ignoreCase })];
    return { ...found, shown: { output, target, excluded: found.passed } };
  });
}

/** The Dice coefficient itself, or 1 and 0 where a threshold is given. */
function similarity(
  expected: string,
  { ignoreCase = true, threshold }: IncludesOptions & { readonly threshold?: number } = {},
) {
  const description = `How alike the answer and ${quoted(expected)} are.`;
  return createCheck({ id: 'check-similarity', name: 'Similarity', description }, (run) => {
    const answer = answerText(run);
    const score = answerSimilarity(answer, expected, { ignoreCase });
    const [output, target] = [comparable(answer, { ignoreCase }), comparable(expected, { ignoreCase })];
    const passed = score >= (threshold ?? 1);
    const wanted = threshold === undefined ? '' : `, at least ${threshold} wanted`;
    return {
      passed,
      reason: `Similarity ${score.toFixed(2)} with ${quoted(expected)}${wanted}, found ${quoted(answer)}.`,
      shown: { output, target, score, threshold },
      ...(threshold === undefined && { score }),
    };
  });
}

function answerSimilarity(answer: string, value: string, option: CaseOption): number {
  const [a, b] = [answer, value].map((text) => comparable(text, option).replace(/\s+/gu, ''));
  return bigramSimilarity(a ?? '', b ?? '');
}

/** 1 where the agent did not call the tool, else 0. */
function didNotCall(toolName: string) {
  const description = `Whether the agent did not call ${quoted(toolName)}.`;
  return createCheck({ id: 'check-did-not-call', name: 'Did Not Call', description }, (run) => {
    const count = callsOf(run).filter(({ name }) => name === toolName).length;
    const passed = count === 0;
    const reason = passed
      ? `${quoted(toolName)} was not called.`
      : `Expected no call of ${quoted(toolName)}, found ${count}.`;
    return { passed, reason, shown: { toolName, count, passed } };
  });
}

/** 1 where the tools were called in this order, whatever was called between, else 0. */
function toolOrder(expectedOrder: readonly string[]) {
  const wanted = quoted(expectedOrder.join(', '));
  const description = `Whether the agent called ${wanted} in this order.`;
  return createCheck({ id: 'check-tool-order', name: 'Tool Order', description }, (run) => {
    const calls = callsOf(run);
    const actualTools = calls.map(({ name }) => name);
    const passed = isInOrder(actualTools, expectedOrder);
    const reason = `Expected calls of ${wanted} in this order, found ${calledNames(calls)}.`;
    return { passed, reason, shown: { actualTools, expectedOrder, passed } };
  });
}

/** 1 where the agent made at most so many tool calls, else 0. */
function maxToolCalls(max: number) {
  const description = `Whether the agent made at most ${max} tool calls.`;
  return createCheck({ id: 'check-max-tool-calls', name: 'Max Tool Calls', description }, (run) => {
    const count = callsOf(run).length;
    const passed = count <= max;
    return { passed, reason: `${count} tool calls of at most ${max}.`, shown: { count, max, passed } };
  });
}

/** 1 where the agent called no tool, else 0. */
function usedNoTools() {
  const description = 'Whether the agent called no tool.';
  return createCheck({ id: 'check-used-no-tools', name: 'Used No Tools', description }, (run) => {
    const calls = callsOf(run);
    const passed = calls.length === 0;
    const reason = `Expected no tool call, found ${passed ? 'none' : calledNames(calls)}.`;
    return { passed, reason, shown: { count: calls.length, passed } };
  });
}

/** 1 where no tool call threw, stayed without a result or gave an error, else 0. */
function noToolErrors() {
  const description = 'Whether no tool call failed.';
  return createCheck({ id: 'check-no-tool-errors', name: 'No Tool Errors', description }, (run) => {
    const calls = callsOf(run);
    const failed = calls.filter((call) => call.failed);
    const passed = failed.length === 0;
    const reason = passed
      ? `None of ${calls.length} tool calls failed.`
      : `Expected no failed tool call, found failed ${calledNames(failed)}.`;
    return { passed, reason, shown: { errorCount: failed.length, totalCalls: calls.length, passed } };
  });
}
