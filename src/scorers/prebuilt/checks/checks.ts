import { answerText } from '../../builder/run-texts.js';
import { bigramSimilarity } from '../content-similarity/bigram-similarity.js';
import { type CaseOption, compared, createCheck, type Named, quoted } from './check.js';
import { jsonSchema } from './json-schema.js';
import { checkExcludes, contains, equals, maxLength, regex, startsWith } from './text-checks.js';
import { calledTool, didNotCall, maxToolCalls, noToolErrors, toolOrder, usedNoTools } from './tool-checks.js';

/** `ignoreCase`: capital and small letters are the same; default true. */
type IncludesOptions = Partial<CaseOption> & Named;

/** Checks in one line each; those of the documentation under its names and ids, unless another `id` is given. */
export const checks = {
  includes: (expected: string, options: IncludesOptions = {}) =>
    contains.create({ id: 'check-includes', ...options, value: expected }),
  excludes,
  equals: (expected: string, options: IncludesOptions = {}) =>
    equals.create({ id: 'check-equals', ...options, value: expected }),
  matches: (pattern: RegExp, options: { readonly exact?: boolean } & Named = {}) =>
    regex.create({
      id: 'check-matches',
      ...options,
      pattern: pattern.source,
      flags: pattern.flags.replaceAll(/[dgy]/g, ''),
    }),
  similarity,
  calledTool: (
    toolName: string,
    options: { readonly times?: number; readonly arguments?: Record<string, unknown> } & Named = {},
  ) => calledTool.create({ id: 'check-called-tool', ...options, tool: toolName }),
  didNotCall,
  toolOrder,
  maxToolCalls,
  usedNoTools,
  noToolErrors,
  contains: (value: string, options: IncludesOptions = {}) => contains.create({ ...options, value }),
  regex: (pattern: string, flags = '', named: Named = {}) => regex.create({ ...named, pattern, flags }),
  jsonSchema: (schema: Readonly<Record<string, unknown>>, named: Named = {}) =>
    jsonSchema.create({ ...named, schema }),
  startsWith: (value: string, options: IncludesOptions = {}) => startsWith.create({ ...options, value }),
  maxLength: (limits: Parameters<typeof maxLength.create>[0]) => maxLength.create(limits),
} as const;

function excludes(unwanted: string, { ignoreCase = true, id = 'check-excludes' }: IncludesOptions = {}) {
  const description = `Whether the answer does not contain ${quoted(unwanted)}.`;
  return createCheck({ id, name: 'Excludes', description }, (run) => {
    const answer = answerText(run);
    const found = checkExcludes(answer, unwanted, { ignoreCase });
    return { ...found, shown: { ...compared(answer, unwanted, { ignoreCase }), excluded: found.passed } };
  });
}

/** The Dice coefficient itself, or 1 and 0 where a threshold is given. */
function similarity(
  expected: string,
  {
    ignoreCase = true,
    threshold,
    id = 'check-similarity',
  }: IncludesOptions & { readonly threshold?: number } = {},
) {
  const description = `How alike the answer and ${quoted(expected)} are.`;
  return createCheck({ id, name: 'Similarity', description }, (run) => {
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
