import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { messageOf, UserError } from '../ports/errors.js';

export type YamlDocument = {
  readonly root: Node | null;
  /** Plain values of a node, anchors and merge keys resolved. */
  valueOf(node: Node | null): unknown;
  /** Line of a node, from 1; 1 where it has no place of its own. */
  lineOf(node: unknown): number;
  /** Line of the deepest part of `path` that is written in the text; a key's own line for a key. */
  lineAt(path: readonly PropertyKey[]): number;
};

/** Parses one YAML document. Throws `UserError` with every syntax error as `path:line: …`. */
export function parseYamlDocument(text: string, path: string): YamlDocument {
  const lines = new LineCounter();
  const document = parseDocument(text.replace(/^\uFEFF/, ''), {
    lineCounter: lines,
    prettyErrors: false,
    merge: true,
  });
  if (document.errors.length > 0) {
    throw new UserError(
      document.errors.map((error) => {
        const cause = error.message.split('\n')[0] ?? 'not readable';
        return `${path}:${lines.linePos(error.pos[0]).line}: this is not valid YAML: ${cause}.`;
      }),
    );
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
