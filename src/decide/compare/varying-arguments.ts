import type { ToolCall } from '../../model/case.js';
import { tryJson } from '../../text/json.js';
import { isFields } from '../../text/values.js';
import type { MaskCall } from './answer-pieces.js';

const PLACEHOLDER = '…';

/** Arguments that already differ between the base's runs, such as generated ids, count on neither side. */
export function maskVaryingArguments(runs: readonly (readonly ToolCall[])[]): MaskCall {
  const names = new Set(runs.flat().map(({ name }) => name));
  const varying = new Map([...names].map((name) => [name, findVaryingPaths(name, runs)]));
  return (call) => {
    const paths = varying.get(call.name);
    if (paths === undefined || paths.size === 0 || call.arguments === undefined) return call;
    return { ...call, arguments: maskValue(parseArguments(call), '', paths) };
  };
}

/** Paths whose values differ, if every run that calls the tool calls it equally often. */
function findVaryingPaths(name: string, runs: readonly (readonly ToolCall[])[]): ReadonlySet<string> {
  const calls = runs
    .map((run) => run.filter((call) => call.name === name).map(parseArguments))
    .filter(({ length }) => length > 0);
  if (new Set(calls.map(({ length }) => length)).size !== 1) return new Set();
  const byRun = calls.map(collectValuesByPath);
  const paths = new Set(byRun.flatMap((values) => [...values.keys()]));
  return new Set([...paths].filter((path) => new Set(byRun.map((values) => values.get(path))).size > 1));
}

function parseArguments({ arguments: given }: ToolCall): unknown {
  return typeof given === 'string' ? (tryJson(given) ?? given) : given;
}

/** All values that a run's calls have at a path, in a fixed order. */
function collectValuesByPath(calls: readonly unknown[]): ReadonlyMap<string, string> {
  const values = new Map<string, string[]>();
  const visit = (value: unknown, path: string): void => {
    if (isFields(value)) {
      for (const [key, each] of Object.entries(value)) visit(each, `${path}/${key}`);
    } else values.set(path, [...(values.get(path) ?? []), JSON.stringify(value) ?? '']);
  };
  for (const call of calls) visit(call, '');
  return new Map([...values].map(([path, each]) => [path, each.toSorted().join()]));
}

function maskValue(value: unknown, path: string, paths: ReadonlySet<string>): unknown {
  if (!isFields(value)) return paths.has(path) ? PLACEHOLDER : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, maskValue(each, `${path}/${key}`, paths)]),
  );
}
