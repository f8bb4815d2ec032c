import { answerText } from '../../builder/run-texts.js';
import { quoted } from './check-result.js';
import { createCheck } from './create-check.js';
import { createJsonSchemaCheck, createRegexCheck } from './create-pattern-checks.js';
import {
  createContainsCheck,
  createEqualsCheck,
  createMaxLengthCheck,
  createStartsWithCheck,
  type MaxLengthOptions,
} from './create-text-checks.js';
import {
  createCalledToolCheck,
  didNotCall,
  maxToolCalls,
  noToolErrors,
  toolOrder,
  usedNoTools,
} from './create-tool-checks.js';
import { answerSimilarity, checkExcludes, comparable } from './text-checks.js';

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
