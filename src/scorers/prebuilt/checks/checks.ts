import { answerText } from '../../builder/run-texts.js';
import { bigramSimilarity } from '../content-similarity/bigram-similarity.js';
import { type CaseOption, compared, createCheck, quoted } from './check.js';
import { jsonSchema } from './json-schema.js';
import { checkExcludes, contains, equals, maxLength, regex, startsWith } from './text-checks.js';
import { calledTool, didNotCall, maxToolCalls, noToolErrors, toolOrder, usedNoTools } from './tool-checks.js';

/** Capital and small letters are the same; default true. */
type IncludesOptions = Partial<CaseOption>;

/** Checks in one line each; those of the documentation under its names and ids. */
export const checks = {
  includes: (expected: string, options: IncludesOptions = {}) =>
    contains.create({ ...options, value: expected }, 'check-includes'),
  excludes,
  equals: (expected: string, options: IncludesOptions = {}) =>
    equals.create({ ...options, value: expected }, 'check-equals'),
  matches: (pattern: RegExp, { exact = false }: { readonly exact?: boolean } = {}) =>
    regex.create(
      { pattern: pattern.source, flags: pattern.flags.replaceAll(/[dgy]/g, ''), exact },
      'check-matches',
    ),
  similarity,
  calledTool: (
    toolName: string,
    options: { readonly times?: number; readonly arguments?: Record<string, unknown> } = {},
  ) => calledTool.create({ ...options, tool: toolName }, 'check-called-tool'),
  didNotCall,
  toolOrder,
  maxToolCalls,
  usedNoTools,
  noToolErrors,
  contains: (value: string, options: IncludesOptions = {}) => contains.create({ ...options, value }),
  regex: (pattern: string, flags = '') => regex.create({ pattern, flags }),
  jsonSchema: (schema: Readonly<Record<string, unknown>>) => jsonSchema.create({ schema }),
  startsWith: (value: string, options: IncludesOptions = {}) => startsWith.create({ ...options, value }),
  maxLength: (limits: Parameters<typeof maxLength.create>[0]) => maxLength.create(limits),
} as const;

function excludes(unwanted: string, { ignoreCase = true }: IncludesOptions = {}) {
  const description = `Whether the answer does not contain ${quoted(unwanted)}.`;
  return createCheck({ id: 'check-excludes', name: 'Excludes', description }, (run) => {
    const answer = answerText(run);
    const found = checkExcludes(answer, unwanted, { ignoreCase });
    return { ...found, shown: { ...compared(answer, unwanted, { ignoreCase }), excluded: found.passed } };
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
    const { output, target } = compared(answer, expected, { ignoreCase });
    const score = bigramSimilarity(output.replace(/\s+/gu, ''), target.replace(/\s+/gu, ''));
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
