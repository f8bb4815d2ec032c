import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { messageOf, UserError } from '../model/errors.js';
import { grouped } from '../text/values.js';

export type YamlDocument = {
  readonly root: Node | null;
  /** A node's plain values, with anchors and merge keys resolved. */
  valueOf(node: Node | null): unknown;
  /** A node's line, from 1; 1 for nodes without a place. */
  lineOf(node: unknown): number;
  /** Line of the deepest part of `path` that the text has. */
  lineAt(path: readonly PropertyKey[]): number;
};

/** The parser needs seconds for a million wrong characters, and searches the whole document for each alias. */
export const LONGEST_YAML = 1_000_000;
export const MOST_ALIASES = 1_000;
/** More problems would not say more about a wrong file. */
const MOST_PROBLEMS = 50;

/** Parses one YAML document. Throws `UserError` with the syntax errors as `path:line: …`. */
export function parseYamlDocument(text: string, path: string): YamlDocument {
  if (text.length > LONGEST_YAML) {
    throw new UserError(
      `${path}:1: this YAML has ${grouped(text.length)} characters, and at most ${grouped(LONGEST_YAML)} are read: write a dataset of this size as JSON Lines, and anything else in several files.`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
    // The parser compares each key with all others in its group; `findSlips` is linear.
    uniqueKeys: false,
  });
  const slips = [...document.errors.map(slipOf), ...findSlips(document)].sort((a, b) => a.at - b.at);
  if (slips.length > 0) {
    const more = slips.length - MOST_PROBLEMS;
    throw new UserError([
      ...slips
        .slice(0, MOST_PROBLEMS)
        .map(({ at, cause }) => `${path}:${lines.linePos(at).line}: this is not valid YAML: ${cause}.`),
      ...(more > 0 ? [`… and ${grouped(more)} more problems.`] : []),
    ]);
  }
  const lineOf = (node: unknown): number => {
    const offset = isNodeWithRange(node) ? node.range[0] : null;
    return offset === null ? 1 : lines.linePos(offset).line;
  };
  return {
    root: document.contents,
    valueOf: (node) => plainValue({ node, document, path }),
    lineOf,
    lineAt: (keys) => lineOf(deepestNode(document, keys)),
  };
}

const TOO_DEEP = 'Its lists and groups lie too deep in one another';

/** A problem, and its offset in the text. */
type Slip = { readonly at: number; readonly cause: string };

function slipOf({ pos, message }: Document.Parsed['errors'][number]): Slip {
  const cause = message.split('\n')[0] ?? 'not readable';
  return { at: pos[0], cause: /call stack/i.test(cause) ? TOO_DEEP : cause };
}

/** Problems that the parser accepts, or finds only in quadratic time. */
function findSlips(document: Document.Parsed): readonly Slip[] {
  const slips: Slip[] = [];
  let aliases = 0;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        // It may equal a literal key.
        if (isAlias(key)) slips.push({ at: key.range?.[0] ?? 0, cause: 'A key must not be an alias' });
        // The merge key `<<` is a symbol, and may appear several times in one group.
        if (!isScalar(key) || typeof key.value === 'symbol') continue;
        const name = String(key.value ?? '');
        if (names.has(name)) slips.push({ at: key.range?.[0] ?? 0, cause: 'Map keys must be unique' });
        names.add(name);
      }
    },
    Alias(_, alias) {
      aliases += 1;
      if (aliases !== MOST_ALIASES + 1) return;
      slips.push({ at: alias.range?.[0] ?? 0, cause: `More than ${grouped(MOST_ALIASES)} aliases` });
    },
  });
  return slips;
}

function plainValue(given: {
  readonly node: Node | null;
  readonly document: Document.Parsed;
  readonly path: string;
}): unknown {
  if (given.node === null) return null;
  try {
    return given.node.toJS(given.document);
  } catch (cause) {
    // Also thrown for aliases that multiply without end.
    throw new UserError(`${given.path}: this YAML cannot be read: ${messageOf(cause)}.`, { cause });
  }
}

function isNodeWithRange(node: unknown): node is { readonly range: readonly [number, number, number] } {
  return typeof node === 'object' && node !== null && Array.isArray((node as { range?: unknown }).range);
}

function deepestNode(document: Document.Parsed, path: readonly PropertyKey[]): unknown {
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
