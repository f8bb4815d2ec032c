import { z } from 'zod';
import { UserError } from '../../../model/errors.js';
import { shownJson } from '../../../text/values.js';
import { answerText } from '../../messages/read-run.js';
import { readOptions, SHARE, TEXT } from '../../options.js';
import { bigramSimilarity } from '../content-similarity.js';
import { type CheckId, compared, createCheck, quoted } from './check.js';
import { jsonSchema } from './json-schema.js';
import {
  contains,
  createTextCheck,
  equals,
  IGNORE_CASE,
  maxLength,
  regex,
  startsWith,
} from './text-checks.js';
import { calledTool, didNotCall, maxToolCalls, noToolErrors, toolOrder, usedNoTools } from './tool-checks.js';

/** `ignoreCase`: default true. */
type IncludesOptions = { readonly ignoreCase?: boolean } & CheckId;

/** One-line checks, under the documented names and ids unless `id` is given. */
export const checks = {
  includes: (expected: string, options: IncludesOptions = {}) =>
    contains.create({ id: 'check-includes', ...options, value: expected }),
  excludes,
  equals: (expected: string, options: IncludesOptions = {}) =>
    equals.create({ id: 'check-equals', ...options, value: expected }),
  matches,
  similarity,
  calledTool: (
    toolName: string,
    options: { readonly times?: number; readonly arguments?: Record<string, unknown> } & CheckId = {},
  ) => calledTool.create({ id: 'check-called-tool', ...options, tool: toolName }),
  didNotCall,
  toolOrder,
  maxToolCalls,
  usedNoTools,
  noToolErrors,
  contains: (value: string, options: IncludesOptions = {}) => contains.create({ ...options, value }),
  regex: (pattern: string, flags = '', named: CheckId = {}) => regex.create({ ...named, pattern, flags }),
  jsonSchema: (schema: Readonly<Record<string, unknown>>, named: CheckId = {}) =>
    jsonSchema.create({ ...named, schema }),
  startsWith: (value: string, options: IncludesOptions = {}) => startsWith.create({ ...options, value }),
  maxLength: (limits: Parameters<typeof maxLength.create>[0]) => maxLength.create(limits),
} as const;

function matches(pattern: RegExp, options: { readonly exact?: boolean } & CheckId = {}) {
  const { source, flags } = Object(pattern) as Partial<RegExp>;
  if (source === undefined || flags === undefined) {
    throw new UserError(
      `check-matches: pattern is ${shownJson(pattern)}: give a regular expression such as /\\d+/, or use checks.regex`,
    );
  }
  return regex.create({
    id: 'check-matches',
    ...options,
    pattern: source,
    flags: flags.replaceAll(/[dgy]/g, ''),
  });
}

const EXCLUDES = { id: 'check-excludes', options: z.strictObject({ value: TEXT, ignoreCase: IGNORE_CASE }) };

function excludes(unwanted: string, given: IncludesOptions = {}) {
  const { id, options } = readOptions(EXCLUDES, { ...given, value: unwanted });
  return createTextCheck(id, options, {
    name: 'Excludes',
    verb: ['not contain', 'does not contain'],
    key: 'excluded',
    passes: (answer, text) => !answer.includes(text),
  });
}

const SIMILARITY = {
  id: 'check-similarity',
  options: z.strictObject({
    value: z.string({ error: 'must be a text' }),
    ignoreCase: IGNORE_CASE,
    threshold: SHARE.optional(),
  }),
};

/** The Dice coefficient, or 1 and 0 with a threshold. */
function similarity(expected: string, given: IncludesOptions & { readonly threshold?: number } = {}) {
  const { id, options } = readOptions(SIMILARITY, { ...given, value: expected });
  const { threshold } = options;
  const description = `How alike the answer and ${quoted(expected)} are.`;
  return createCheck({ id, name: 'Similarity', description }, (run) => {
    const answer = answerText(run);
    const { output, target } = compared(answer, expected, options.ignoreCase);
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
