import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { describeError, UserError } from '../model/errors.js';
import { isTooDeepValue, MAX_DEPTH } from '../text/json.js';
import { formatNumber } from '../text/values.js';
import { parseWrittenNumber } from '../text/written-number.js';

/** Finds values in the text that they were read from. */
export type TextPlaces = {
  /** Line of the deepest part of `path` that the text has. */
  lineAt(path: readonly PropertyKey[]): number;
  /** A number at `path` as the text has it, such as `3.10` or `007`; `null` for anything else. */
  numberAt(path: readonly PropertyKey[]): string | null;
};

/** A parsed document that knows the lines of its values. */
export type YamlDocument = TextPlaces & {
  readonly root: Node | null;
  /** A node's plain values, with anchors and merge keys resolved. */
  readValue(node: Node | null): unknown;
  /** A node's line, from 1; 1 for nodes without a place. */
  findLine(node: unknown): number;
};

/** The parser needs seconds for a million wrong characters. */
export const MAX_YAML_LENGTH = 1_000_000;
/** More problems would not say more about a wrong file. */
const MAX_PROBLEMS = 50;

/**
 * Parses one YAML document. Throws `UserError` with the syntax errors as `path:line: …`. With numbers `as-written`, each
 * is a `WrittenNumber`, or a text if JSON has no such number.
 */
export function parseYamlDocument(
  text: string,
  path: string,
  { numbers = 'plain' }: { readonly numbers?: 'plain' | 'as-written' } = {},
): YamlDocument {
  if (text.length > MAX_YAML_LENGTH) {
    throw new UserError(
      `${path}:1: this YAML has ${formatNumber(text.length)} characters, and at most ${formatNumber(MAX_YAML_LENGTH)} are read: write a dataset of this size as JSON Lines, and anything else in several files.`,
    );
  }
  const lines = new LineCounter();
  const document = tryYaml(text, { lineCounter: lines, merge: true });
  if (document === null)
    throw new UserError(`${path}:1: this YAML is nested more than ${MAX_DEPTH} levels deep.`);
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const faults = [...document.errors.map(explainError), ...findFaults(document.contents)];
  if (faults.length > 0) {
    const first = faults.toSorted((a, b) => a.offset - b.offset).slice(0, MAX_PROBLEMS);
    throw new UserError(first.map(({ offset, problem }) => `${path}:${lineAt(offset)}: ${problem}.`));
  }
  const findLine = (node: unknown) => (isNodeWithRange(node) ? lineAt(node.range[0]) : 1);
  if (numbers === 'as-written') keepNumbers(document);
  return {
    root: document.contents,
    readValue: (node) => toPlainValue({ node, document, path }),
    findLine,
    lineAt: (keys) => findLine(findDeepestNode(document, keys)),
    numberAt: (keys) => findNumberSource(document.getIn(keys, true)),
  };
}

/** The parser's document, which may repeat keys; `null` if it is nested too deeply. */
export function tryYaml(text: string, options: Parameters<typeof parseDocument>[1]): Document.Parsed | null {
  try {
    // The parser would compare each key with all before it.
    const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false, ...options });
    return listLevels(document.contents).length > MAX_DEPTH ? null : document;
  } catch (thrown) {
    // The parser calls itself for each level.
    if (thrown instanceof RangeError) return null;
    throw thrown;
  }
}

type YamlFault = { readonly offset: number; readonly problem: string };

function explainError({ code, pos: [offset], message }: Document.Parsed['errors'][number]): YamlFault {
  if (code === 'MULTIPLE_DOCS') {
    const remedy = 'remove the line `---`, or split the file';
    return { offset, problem: `a second YAML document begins here, and only one is read: ${remedy}` };
  }
  return createFault(offset, message.split('\n')[0] ?? '');
}

function createFault(offset: number, cause: string): YamlFault {
  return { offset, problem: `this is not valid YAML: ${cause}` };
}

type Collection = YAMLMap | YAMLSeq;

/** Lists and maps by depth, at most one level too many. A function that calls itself would not reach the end. */
function listLevels(root: unknown): readonly (readonly Collection[])[] {
  const levels: Collection[][] = [];
  let level = [root].filter((node) => isCollection(node));
  while (level.length > 0 && levels.length <= MAX_DEPTH) {
    levels.push(level);
    level = level.flatMap(listParts).filter((node) => isCollection(node));
  }
  return levels;
}

function listParts(node: Collection): readonly unknown[] {
  return isMap(node) ? node.items.flatMap(({ key, value }) => [key, value]) : node.items;
}

/** Each alias looks for its anchor in the whole document. */
const MAX_ALIASES = 1_000;

/** Faults that the parser does not refuse, or not in time. */
function findFaults(root: unknown): readonly YamlFault[] {
  const collections = listLevels(root).flat();
  const repeated = collections.flatMap((node) => (isMap(node) ? listRepeatedKeys(node) : []));
  const aliases = collections.flatMap(listParts).filter((node) => isAlias(node));
  const tooMany = aliases.slice(MAX_ALIASES, MAX_ALIASES + 1);
  return [
    ...repeated.map((key) => createFault(findOffset(key), 'Map keys must be unique')),
    ...tooMany.map((alias) =>
      createFault(findOffset(alias), `it has more than ${formatNumber(MAX_ALIASES)} aliases`),
    ),
  ];
}

function findOffset(node: unknown): number {
  return isNodeWithRange(node) ? node.range[0] : 0;
}

function listRepeatedKeys({ items }: YAMLMap): readonly unknown[] {
  const keys = new Set<unknown>();
  return items.flatMap(({ key }) => {
    if (!isScalar(key) || key.value === MERGE) return [];
    if (keys.has(key.value)) return [key];
    keys.add(key.value);
    return [];
  });
}

/** May be given several times. */
const MERGE = '<<';

function findNumberSource(node: unknown): string | null {
  return isScalar(node) && typeof node.value === 'number' ? (node.source ?? null) : null;
}

function keepNumbers(document: Document.Parsed): void {
  visit(document, {
    Scalar(role, node) {
      const { value, source } = node;
      const isText = value === null || typeof value === 'string' || typeof value === 'boolean';
      if (isText || source === undefined) return;
      node.value = role === 'key' ? source : parseWrittenNumber(source);
    },
  });
}

function toPlainValue(given: {
  readonly node: Node | null;
  readonly document: Document.Parsed;
  readonly path: string;
}): unknown {
  if (given.node === null) return null;
  try {
    const value: unknown = given.node.toJS(given.document);
    if (!isTooDeepValue(value)) return value;
  } catch (cause) {
    // Also thrown for aliases that multiply without end.
    throw new UserError(`${given.path}: this YAML cannot be read: ${describeError(cause)}.`, { cause });
  }
  throw new UserError(
    `${given.path}: this YAML is nested more than ${MAX_DEPTH} levels deep by its aliases.`,
  );
}

function isNodeWithRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && Array.isArray((node as { range?: unknown }).range);
}

function findDeepestNode(document: Document.Parsed, path: readonly PropertyKey[]): unknown {
  let node: unknown = document.contents;
  let place: unknown = node;
  for (const key of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isSeq(node)) {
      node = node.items[Number(key)];
      place = node ?? place;
    } else if (isMap(node)) {
      const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key));
      if (pair === undefined) return place;
      place = pair.key;
      node = pair.value;
    } else {
      return place;
    }
  }
  return place;
}
