import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { parseYamlDocument, type YamlDocument } from '../files/yaml-document.js';
import { UserError } from '../ports/errors.js';
import type { DatasetRow } from './case-columns.js';

/** Rows of a YAML file that is a list. Throws `UserError` where it is none. */
export function readYamlList(text: string, path: string): readonly DatasetRow[] {
  const document = parseYamlDocument(text, path);
  if (document.root === null) return [];
  return listRows(document, document.root, () => `${path}:1: a YAML dataset must be a list of rows.`);
}

/** Rows of the `testData` of a prompt file. Throws `UserError` where it has none. */
export function readTestData(text: string, path: string): readonly DatasetRow[] {
  const document = parseYamlDocument(text, path);
  const pair = isMap(document.root)
    ? document.root.items.find((item) => isScalar(item.key) && item.key.value === 'testData')
    : undefined;
  if (pair === undefined) {
    throw new UserError(
      `${path}:1: the prompt file is used as its own dataset and has no \`testData\`; add some, or give a dataset.`,
    );
  }
  return listRows(
    document,
    pair.value as Node | null,
    () => `${path}:${document.lineOf(pair.key)}: \`testData\` must be a list of rows.`,
  );
}

function listRows(document: YamlDocument, node: Node | null, problem: () => string): readonly DatasetRow[] {
  if (!isSeq(node)) throw new UserError(problem());
  const values = document.valueOf(node);
  if (!Array.isArray(values)) throw new UserError(problem());
  return values.map((value: unknown, index) => ({
    line: document.lineOf(node.items[index]),
    value,
    textOnly: false,
  }));
}
