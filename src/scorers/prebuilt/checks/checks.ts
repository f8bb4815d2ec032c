import { UserError } from '../../../model/errors.js';
import { describeJson } from '../../../text/values.js';
import type { CheckId } from './check.js';
import { jsonSchema } from './json-schema.js';
import {
  contains,
  equals,
  excludes,
  maxLength,
  regex,
  similarity,
  startsWith,
  type TextCheckOptions,
} from './text-checks.js';
import { calledTool, didNotCall, maxToolCalls, noToolErrors, toolOrder, usedNoTools } from './tool-checks.js';

/**
 * One-line checks. Their names, and their ids without an `id` of yours, are Mastra's.
 *
 * @example
 * const mentionsParis = checks.includes('Paris', { id: 'mentions-paris', ignoreCase: true });
 * const { score } = await mentionsParis.run({ output: 'It is Paris.' });
 */
export const checks = {
  includes: (expected: string, options: TextCheckOptions = {}) =>
    contains.create({ id: 'check-includes', ...options, value: expected }),
  excludes,
  equals: (expected: string, options: TextCheckOptions = {}) =>
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
  contains: (value: string, options: TextCheckOptions = {}) => contains.create({ ...options, value }),
  regex: (pattern: string, flags = '', checkId: CheckId = {}) => regex.create({ ...checkId, pattern, flags }),
  jsonSchema: (schema: Readonly<Record<string, unknown>>, checkId: CheckId = {}) =>
    jsonSchema.create({ ...checkId, schema }),
  startsWith: (value: string, options: TextCheckOptions = {}) => startsWith.create({ ...options, value }),
  maxLength: (limits: Parameters<typeof maxLength.create>[0]) => maxLength.create(limits),
} as const;

function matches(pattern: RegExp, options: { readonly exact?: boolean } & CheckId = {}) {
  const { source, flags } = Object(pattern) as Partial<RegExp>;
  if (source === undefined || flags === undefined) {
    throw new UserError(
      `check-matches: pattern is ${describeJson(pattern)}: give a regular expression such as /\\d+/, or use checks.regex`,
    );
  }
  return regex.create({
    id: 'check-matches',
    ...options,
    pattern: source,
    flags: flags.replaceAll(/[dgy]/g, ''),
  });
}
