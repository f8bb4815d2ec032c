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
import { messageOf, UserError } from '../ports/errors.js';
import { grouped } from '../text/counts.js';

export type YamlDocument = {
  readonly root: Node | null;
  /** Plain values of a node, anchors and merge keys resolved. */
  valueOf(node: Node | null): unknown;
  /** Line of a node, from 1; 1 where it has no place of its own. */
  lineOf(node: unknown): number;
  /** Line of the deepest part of `path` that is written in the text; a key's own line for a key. */
  lineAt(path: readonly PropertyKey[]): number;
};

/** The parser takes seconds for a million signs that are wrong, and an alias is looked for in all of the document. */
export const LONGEST_YAML = 1_000_000;
export const MOST_ALIASES = 1_000;
/** More than these say nothing more about a file that is wrong throughout. */
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
    // The parser compares each key with all others of its group: `findSlips` looks each up once.
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

/** What is wrong, and at which character. */
type Slip = { readonly at: number; readonly cause: string };

function slipOf({ pos, message }: Document.Parsed['errors'][number]): Slip {
  const cause = message.split('\n')[0] ?? 'not readable';
  return { at: pos[0], cause: /call stack/i.test(cause) ? TOO_DEEP : cause };
}

/** What the parser does not refuse, or not in a time that grows with the length alone. */
function findSlips(document: Document.Parsed): readonly Slip[] {
  const slips: Slip[] = [];
  let aliases = 0;
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>();
      for (const { key } of items) {
        // It may be the same key as one that is written out.
        if (isAlias(key)) slips.push({ at: key.range?.[0] ?? 0, cause: 'A key must not be an alias' });
        // The merge key `<<` is a symbol, and may be used several times in one group.
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
    // Aliases that multiply without end stop here.
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
