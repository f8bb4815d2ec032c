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
import { keepNumber } from '../text/written-number.js';

export type YamlDocument = {
  readonly root: Node | null;
  /** A node's plain values, with anchors and merge keys resolved. */
  valueOf(node: Node | null): unknown;
  /** A node's line, from 1; 1 for nodes without a place. */
  lineOf(node: unknown): number;
  /** Line of the deepest part of `path` that the text has. */
  lineAt(path: readonly PropertyKey[]): number;
};

/** The parser needs seconds for a million wrong characters. */
export const LONGEST_YAML = 1_000_000;
/** More problems would not say more about a wrong file. */
const MOST_PROBLEMS = 50;

/**
 * Parses one YAML document. Throws `UserError` with the syntax errors as `path:line: …`. With numbers `as-written`, each
 * is a `WrittenNumber`, or a text if JSON has no such number.
 */
export function parseYamlDocument(
  text: string,
  path: string,
  { numbers = 'plain' }: { readonly numbers?: 'plain' | 'as-written' } = {},
): YamlDocument {
  if (text.length > LONGEST_YAML) {
    throw new UserError(
      `${path}:1: this YAML has ${grouped(text.length)} characters, and at most ${grouped(LONGEST_YAML)} are read: write a dataset of this size as JSON Lines, and anything else in several files.`,
    );
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const problems = document.errors.slice(0, MOST_PROBLEMS).map(({ code, pos, message }) => {
    const at = `${path}:${lines.linePos(pos[0]).line}`;
    if (code === 'MULTIPLE_DOCS') {
      return `${at}: a second YAML document begins here, and only one is read: remove the line \`---\`, or split the file.`;
    }
    const [cause] = message.split('\n');
    return `${at}: this is not valid YAML: ${cause}.`;
  });
  if (problems.length > 0) throw new UserError(problems);
  if (numbers === 'as-written') keepNumbers(document);
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

function keepNumbers(document: Document.Parsed): void {
  visit(document, {
    Scalar(role, node) {
      const { value, source } = node;
      const isText = value === null || typeof value === 'string' || typeof value === 'boolean';
      if (isText || source === undefined) return;
      node.value = role === 'key' ? source : keepNumber(source);
    },
  });
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
