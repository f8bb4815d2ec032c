import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { isPromptYaml } from '../files/readers.js';
import { parseYamlDocument, type YamlDocument } from '../files/yaml-document.js';
import type { Case } from '../model/case.js';
import { UserError } from '../model/errors.js';
import { buildCase, type DatasetRow } from './case-row.js';
import { readCsv, readJsonLines, readJsonList } from './rows.js';

/** More problems would not say more about a wrong file. */
const MAX_PROBLEMS = 50;

/**
 * Parses a dataset by its extension: `.jsonl`, `.ndjson`, `.json`, `.yaml`, `.yml`, `.csv`, `.tsv`, or the `testData`
 * of a `.prompt.yml`. Throws `UserError` with every problem as `path:line: …`.
 */
export function parseDataset(text: string, path: string): readonly Case[] {
  const { rows, problems: unreadable } = readRows(text, path);
  const problems = [...unreadable];
  const cases: Case[] = [];
  const lines = new Map<string, number>();
  for (const datasetRow of rows) {
    const result = buildCase(datasetRow);
    if (!('row' in result)) {
      problems.push(...result.map((problem) => `${path}:${datasetRow.line}: ${problem}`));
      continue;
    }
    const { row, idGiven } = result;
    const first = lines.get(row.id);
    if (first === undefined) {
      lines.set(row.id, datasetRow.line);
      cases.push(row);
    } else {
      problems.push(
        `${path}:${datasetRow.line}: ${idGiven ? explainSameId(row.id, first) : explainSameQuestion(first)}`,
      );
    }
  }
  if (problems.length > 0) throw new UserError(limitProblems(sortByLine(problems, path)));
  if (cases.length === 0)
    throw new UserError(`${path}:1: the dataset has no rows; a run needs at least one.`);
  return cases;
}

function readRows(
  text: string,
  path: string,
): { readonly rows: readonly DatasetRow[]; readonly problems: readonly string[] } {
  if (isPromptYaml(path)) return { rows: readTestData(text, path), problems: [] };
  const extension = /\.[^./]*$/.exec(path)?.[0].toLowerCase();
  switch (extension) {
    case '.jsonl':
    case '.ndjson':
      return readJsonLines(text, path);
    case '.json':
      return { rows: readJsonList(text, path), problems: [] };
    case '.yaml':
    case '.yml':
      return { rows: readYamlList(text, path), problems: [] };
    case '.csv':
      return readCsv(text, path, ',');
    case '.tsv':
      return readCsv(text, path, '\t');
    default:
      throw new UserError(
        `dataset: ${path} is of no known kind; name a .jsonl, .ndjson, .json, .yaml, .yml, .csv, .tsv or .prompt.yml file.`,
      );
  }
}

function explainSameId(id: string, first: number): string {
  return `the id ${JSON.stringify(id)} is taken already by line ${first}; ids must be unique.`;
}

function explainSameQuestion(first: number): string {
  return `this row asks the same as line ${first}, and neither has an id; remove one, or give both an id.`;
}

function sortByLine(problems: readonly string[], path: string): readonly string[] {
  const readLineNumber = (problem: string) => Number.parseInt(problem.slice(path.length + 1), 10) || 0;
  return [...problems].sort((a, b) => readLineNumber(a) - readLineNumber(b));
}

function limitProblems(problems: readonly string[]): readonly string[] {
  if (problems.length <= MAX_PROBLEMS) return problems;
  return [...problems.slice(0, MAX_PROBLEMS), `… and ${problems.length - MAX_PROBLEMS} more problems.`];
}

function readYamlList(text: string, path: string): readonly DatasetRow[] {
  const document = parseYamlDocument(text, path, { numbers: 'as-written' });
  if (document.root === null) return [];
  return listRows(document, document.root, `${path}:1: a YAML dataset must be a list of rows.`);
}

function readTestData(text: string, path: string): readonly DatasetRow[] {
  const document = parseYamlDocument(text, path, { numbers: 'as-written' });
  const pair = isMap(document.root)
    ? document.root.items.find((item) => isScalar(item.key) && item.key.value === 'testData')
    : undefined;
  if (pair === undefined) {
    throw new UserError(
      `${path}:1: the prompt file is used as its own dataset and has no \`testData\`; add some, or give a dataset.`,
    );
  }
  const problem = `${path}:${document.findLine(pair.key)}: \`testData\` must be a list of rows.`;
  return listRows(document, pair.value as Node | null, problem);
}

function listRows(document: YamlDocument, node: Node | null, problem: string): readonly DatasetRow[] {
  const values = document.readValue(node);
  if (!isSeq(node) || !Array.isArray(values)) throw new UserError(problem);
  return values.map((value: unknown, index) => ({
    line: document.findLine(node.items[index]),
    value,
    textOnly: false,
  }));
}
