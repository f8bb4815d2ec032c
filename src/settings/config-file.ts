import type { z } from 'zod';
import { parseYamlDocument, type YamlDocument } from '../files/yaml-document.js';
import { UserError } from '../model/errors.js';
import { suggestName } from '../text/nearest-name.js';
import { describeValue, getValueAt, isFields } from '../text/values.js';
import {
  buildConfigJsonSchema,
  type ConfigFile,
  configSchema,
  findGroupsWithKey,
  listKnownKeys,
} from './config-schema.js';
import { listScorerKeys } from './scorer-config.js';

export type { ConfigFile, ConfigSuite } from './config-schema.js';

/** Throws `UserError` with every problem as `path:line: …`, in the order of the lines. */
export function parseConfig(text: string, path: string): ConfigFile {
  const document = parseYamlDocument(text, path);
  const data = keepBodies(document.readValue(document.root) ?? {}, text, path);
  // Compiling the parser does not pay for one use.
  const parsed = configSchema.safeParse(data, { jitless: true });
  const source = { data, numberAt: document.numberAt };
  const problems = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => listIssueProblems(issue, [], source)),
    ...findRepeatedNames(data),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  const reported = problems
    .map((problem) => ({ line: document.lineAt(problem.path), ...problem }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, message, path: keys }) => ({
      owner: findOwner(keys, data),
      line: `${path}:${line}: ${message}`,
    }));
  const wrong = Map.groupBy(reported, ({ owner }) => owner);
  const suites = readSuites(data);
  if (!wrong.has(null) && wrong.size < suites.length) {
    const right = {
      ...Object(data),
      suites: [...suites.keys()].filter((index) => !wrong.has(index)).map((index) => suites[index]),
    };
    const invalid = [...wrong].map(
      ([index, found]) => [readSuiteName(suites[index ?? 0]) ?? '', removeDuplicates(found)] as const,
    );
    return { ...configSchema.parse(right), invalid: new Map(invalid) };
  }
  throw new UserError(removeDuplicates(reported));
}

/** The body of an agent's request is sent on, so its numbers keep their digits. */
function keepBodies(data: unknown, text: string, path: string): unknown {
  const buildBodyPath = (index: number) => ['suites', index, 'target', 'body'];
  const suites = readSuites(data);
  if ([...suites.keys()].every((index) => getValueAt(data, buildBodyPath(index)) === undefined)) return data;
  const document = parseYamlDocument(text, path, { numbers: 'as-written' });
  const written = document.readValue(document.root);
  const suitesWithBodies = suites.map((suite, index) => {
    const target = getValueAt(suite, ['target']);
    const body = getValueAt(written, buildBodyPath(index));
    const hasBody = isFields(suite) && isFields(target) && body !== undefined;
    return hasBody ? { ...suite, target: { ...target, body } } : suite;
  });
  return { ...Object(data), suites: suitesWithBodies };
}

function removeDuplicates(reported: readonly { readonly line: string }[]): readonly string[] {
  return [...new Set(reported.map(({ line }) => line))];
}

/** Index of the suite that has the problem; `null` for a problem of the whole file or of an unknown suite. */
function findOwner([key, index, inside]: FieldPath, data: unknown): number | null {
  if (key !== 'suites' || typeof index !== 'number' || inside === undefined || inside === 'name') return null;
  return readSuiteName(readSuites(data)[index]) === null ? null : index;
}

function readSuites(data: unknown): readonly unknown[] {
  const suites = isFields(data) ? data['suites'] : null;
  return Array.isArray(suites) ? suites : [];
}

function readSuiteName(suite: unknown): string | null {
  const name = isFields(suite) ? suite['name'] : null;
  return typeof name === 'string' ? name : null;
}

/** Names that differ in case alone count as one: on some disks their stores would be one folder. */
function findRepeatedNames(data: unknown): readonly ConfigProblem[] {
  const seen = new Map<string, number>();
  return readSuites(data).flatMap((suite, index): readonly ConfigProblem[] => {
    const name = readSuiteName(suite);
    if (name === null) return [];
    const first = seen.get(name.toLowerCase());
    if (first === undefined) {
      seen.set(name.toLowerCase(), index);
      return [];
    }
    const message = `\`suites[${index}].name\` is "${name}": \`suites[${first}]\` has that name already; give each suite its own.`;
    return [{ path: ['suites', index, 'name'], message }];
  });
}

type Issue = z.core.$ZodIssue;
type FieldPath = readonly PropertyKey[];

type ConfigProblem = { readonly path: FieldPath; readonly message: string };

/** A user may have pasted a key instead of its variable's name. */
const NEVER_SHOWN = new Set(['api-key-env', 'env']);

type Given = { readonly data: unknown; readonly numberAt: YamlDocument['numberAt'] };

/** Zod's problems in one sentence each: the key, its value, the rule or the nearest known name. */
function listIssueProblems(issue: Issue, above: FieldPath, configSource: Given): readonly ConfigProblem[] {
  const { data, numberAt } = configSource;
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], message: describeUnknownKey(path, key, data) }));
  }
  const value = getValueAt(data, path);
  if (issue.code === 'invalid_union' && isFields(value)) {
    // Of a group's possible forms, the one with the fewest problems is the intended one.
    const [nearest] = [...issue.errors].sort((a, b) => countIssues(a) - countIssues(b));
    const isIntended = nearest?.some(
      (inner) => inner.path.length === 1 && getValueAt(value, inner.path) === undefined,
    );
    const hasOtherId =
      Object.hasOwn(value, 'id') && nearest?.every((inner) => inner.path[0] !== 'id') === true;
    const unknown = Object.keys(value).filter(
      (key) => !listKnownKeys(buildConfigJsonSchema(), path).includes(key),
    );
    if (nearest !== undefined && (!isIntended || hasOtherId || unknown.length > 0)) {
      return isIntended && !hasOtherId
        ? unknown.map((key) => ({ path: [...path, key], message: describeUnknownKey(path, key, data) }))
        : nearest.flatMap((inner) => listIssueProblems(inner, path, configSource));
    }
  }
  return [
    { path, message: `${renderPath(path)} ${describeState(path, value, numberAt)}: ${issue.message}.` },
  ];
}

/** Number of problems; a form that is not a group is never the intended one. */
function countIssues(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys') return sum + issue.keys.length;
    // Another `id` than the form's is a good sign that this form is not intended.
    if (issue.path[0] === 'id') return sum + 1.5;
    return sum + (issue.path.length === 0 && issue.code !== 'custom' ? Number.POSITIVE_INFINITY : 1);
  }, 0);
}

function describeUnknownKey(path: FieldPath, key: string, data: unknown): string {
  const knownKeys = listKnownKeys(buildConfigJsonSchema(), path);
  const inside = path.length === 0 ? '' : ` in ${renderPath(path)}`;
  if (knownKeys.includes(key)) {
    const group = getValueAt(data, path);
    const others = isFields(group) ? Object.keys(group).filter((other) => other !== key) : [];
    return `\`${key}\`${inside} does not go with ${others.map((other) => `\`${other}\``).join(', ')}: remove one.`;
  }
  const names = listScorerKeys(getValueAt(data, [...path, 'id'])) ?? knownKeys;
  // Deeper, the same name means something else: a scorer's `file` is no `store.file`.
  const isOuter = path.length === 0 || (path.length === 2 && path[0] === 'suites');
  const groups = isOuter ? findGroupsWithKey(buildConfigJsonSchema(), key) : [];
  const places = groups.slice(0, MAX_PLACES).map(quotePlace);
  const advice = places.length > 0 ? `It goes in ${places.join(' or ')}.` : suggestName(key, names);
  return `unknown key \`${key}\`${inside}. ${advice}`;
}

const MAX_PLACES = 2;

function quotePlace(place: string): string {
  return place === '' ? "the file's top level" : `\`${place}\``;
}

function describeState(path: FieldPath, value: unknown, numberAt: Given['numberAt']): string {
  if (value === undefined) return 'is missing';
  if (value === null) return 'has no value';
  if (path.some((key) => NEVER_SHOWN.has(String(key)))) return 'is not usable';
  return `is ${numberAt(path) ?? describeValue(value)}`;
}

function renderPath(path: FieldPath): string {
  if (path.length === 0) return 'the file';
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return `\`${parts.join('').replace(/^\./, '')}\``;
}
