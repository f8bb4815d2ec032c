import { parseYamlDocument } from '../files/yaml-document.js';
import { UserError } from '../ports/errors.js';
import { type ConfigProblem, listConfigProblems } from './config-problems.js';
import { type ConfigFile, configSchema } from './config-schema.js';

export type { ConfigFile, ConfigSuite, ConfigTarget } from './config-schema.js';

/**
 * Parses the config file, under its own kebab-case names. An empty file is an empty config.
 * Throws `UserError` with every problem as `path:line: …`, in the order of the lines.
 */
export function parseConfig(text: string, path: string): ConfigFile {
  const document = parseYamlDocument(text, path);
  const data = document.valueOf(document.root) ?? {};
  const parsed = configSchema.safeParse(data);
  const problems = [
    ...(parsed.success ? [] : listConfigProblems(parsed.error.issues, data)),
    ...repeatedNames(data),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  const lines = problems
    .map((problem) => ({ line: document.lineAt(problem.path), message: problem.message }))
    .sort((a, b) => a.line - b.line)
    .map(({ line, message }) => `${path}:${line}: ${message}`);
  throw new UserError([...new Set(lines)]);
}

/** Names that differ in case alone count as one: on some disks their stores would be one folder. */
function repeatedNames(data: unknown): readonly ConfigProblem[] {
  const suites = typeof data === 'object' && data !== null ? (data as { suites?: unknown }).suites : null;
  if (!Array.isArray(suites)) return [];
  const seen = new Map<string, number>();
  return suites.flatMap((suite: unknown, index): readonly ConfigProblem[] => {
    const name = typeof suite === 'object' && suite !== null ? (suite as { name?: unknown }).name : undefined;
    if (typeof name !== 'string') return [];
    const first = seen.get(name.toLowerCase());
    if (first === undefined) {
      seen.set(name.toLowerCase(), index);
      return [];
    }
    const message = `\`suites[${index}].name\` is "${name}": \`suites[${first}]\` has that name already; give each suite its own.`;
    return [{ path: ['suites', index, 'name'], message }];
  });
}
