import { posix } from 'node:path';
import type { FileReader } from '../model/repository.js';
import { findNearestName } from '../text/nearest-name.js';
import { getValueAt, isFields, isList } from '../text/values.js';
import { normalizePath } from './readers.js';
import { parseYamlDocument } from './yaml-document.js';

/** A file that a suite names, and the key that names it. */
export type NamedFile = { readonly key: string; readonly suite: string; readonly path: string };

/**
 * Renders the place in the config that names a file: `path:line: `. `configPath` is `null` if the head has no config.
 */
export async function createPlaceRenderer(
  reader: FileReader,
  configPath: string | null,
): Promise<(file: NamedFile) => string> {
  const config = configPath === null ? null : await reader.read(configPath);
  return (file) => {
    const line = config === null ? null : findLineOfFile(config, file);
    return line === null ? '' : `${configPath}:${line}: `;
  };
}

/** Describes a missing file: its place in the config, and similar names. */
export async function createMissingFileMessage(
  reader: FileReader,
  configPath: string | null,
): Promise<(file: NamedFile) => string> {
  const renderPlace = await createPlaceRenderer(reader, configPath);
  const paths = (await reader.paths?.()) ?? [];
  return (file) => {
    const start = `${renderPlace(file)}${file.key}: suite ${JSON.stringify(file.suite)} names ${JSON.stringify(file.path)}`;
    // Git lists it, and it is a link or a submodule.
    if (paths.includes(file.path)) {
      return `${start}, and in the ${reader.name} that is not a file itself: symbolic links are not followed, and submodules are not read; put the file there`;
    }
    const suggestions = suggestPaths(file.path, paths).slice(0, 3);
    const advice =
      suggestions.length === 0
        ? '; check the path, it is relative to the working directory'
        : `: did you mean ${suggestions.map((path) => JSON.stringify(path)).join(' or ')}?`;
    return `${start}, and the ${reader.name} has no such file${advice}`;
  };
}

/** Files of the same name in other folders, else the one with the most similar name. */
export function suggestPaths(path: string, paths: readonly string[]): readonly string[] {
  const { dir, base, ext, name } = posix.parse(path);
  const parsed = paths.map((each) => ({ path: each, ...posix.parse(each) }));
  const same = parsed.filter((each) => each.base === base);
  if (same.length > 0) return same.map((each) => each.path);
  const alike = parsed.filter((each) => each.ext === ext);
  const beside = parsed.filter((each) => each.dir === dir);
  const near = [...alike.filter((each) => each.dir === dir), ...alike, ...beside];
  const names = near.map((each) => each.name);
  const nearest = findNearestName(name, names);
  const suggestion = near.find((each) => each.name === nearest);
  return suggestion === undefined ? [] : [suggestion.path];
}

/** The keys and values of a list or group; none of another value. */
function listEntries(value: unknown): readonly (readonly [PropertyKey, unknown])[] {
  if (isList(value)) return [...value.entries()];
  return isFields(value) ? Object.entries(value) : [];
}

/** The config's line that names a suite's file, else `null`. */
function findLineOfFile(config: string, { key, suite, path }: NamedFile): number | null {
  const document = parseYamlDocument(config, '');
  const suites = getValueAt(document.readValue(document.root), ['suites']);
  const index = isList(suites) ? suites.findIndex((each) => getValueAt(each, ['name']) === suite) : -1;
  const isMatch = (keys: readonly PropertyKey[], value: unknown) =>
    typeof value === 'string' && keys.includes(key) && normalizePath(value) === normalizePath(path);
  const find = (value: unknown, keys: readonly PropertyKey[]): readonly PropertyKey[] | undefined => {
    if (isMatch(keys, value)) return keys;
    for (const [name, below] of listEntries(value)) {
      const path = find(below, [...keys, name]);
      if (path !== undefined) return path;
    }
    return undefined;
  };
  const keys = index < 0 ? undefined : find(getValueAt(suites, [index]), ['suites', index]);
  return keys === undefined ? null : document.lineAt(keys);
}
