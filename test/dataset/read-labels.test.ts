import { describe, expect, test } from 'vitest';
import { readLabels } from '../../src/dataset/labels.js';
import { UserError } from '../../src/model/errors.js';
import type { FileReader } from '../../src/model/repository.js';

const KEY = '0123456789abcdef0123';
const YES = `{"key":"${KEY}","label":"yes"}\n`;
const NO = `{"key":"${KEY}","label":"no"}\n`;

function reader(name: string, files: Readonly<Record<string, string>>): FileReader {
  return { name, read: async (path) => files[path] ?? null };
}

type Given = {
  /** What the base's config names, and the head's. */
  readonly labels?: string | null;
  readonly givenLabels?: string | null;
  readonly head?: Readonly<Record<string, string>>;
  /** `null`: there is no base. */
  readonly base?: Readonly<Record<string, string>> | null;
  readonly isInBase?: boolean;
  readonly isInHead?: boolean;
};

async function read({
  labels = 'l.jsonl',
  givenLabels = 'l.jsonl',
  head = { 'l.jsonl': YES },
  ...rest
}: Given) {
  const { base = { 'l.jsonl': NO }, isInBase = true, isInHead = true } = rest;
  const run = {
    settings: { name: 'support', labels },
    head: { reader: reader('head', head), givenLabels },
    base: base === null ? null : { reader: reader('base', base) },
    judgedBy: base === null ? 'head' : 'base',
    inConfig: { base: isInBase, head: isInHead },
    configPath: null,
  };
  const found = await readLabels(run as unknown as Parameters<typeof readLabels>[0]);
  return { ...found, labels: [...found.labels.values()].map(({ label }) => label) };
}

describe("a pull request's labels", () => {
  const CHANGED = { kind: 'labels', path: 'l.jsonl' };
  const UNREADABLE = { kind: 'unreadable-base', what: 'labels', path: 'l.jsonl' };
  test.each<[string, Given, { labels: string[]; changes: unknown[]; review?: unknown[] }]>([
    [
      'its own word on its answers waits for the merge',
      {},
      {
        labels: ['no'],
        changes: [CHANGED],
      },
    ],
    ['a file that it empties', { head: { 'l.jsonl': '' } }, { labels: ['no'], changes: [CHANGED] }],
    [
      'another file in its config',
      { givenLabels: 'mine.jsonl', head: { 'mine.jsonl': YES } },
      { labels: ['no'], changes: [CHANGED] },
    ],
    ['none in its config', { givenLabels: null, head: {} }, { labels: ['no'], changes: [] }],
    ['a suite that it takes away', { isInHead: false, head: {} }, { labels: ['no'], changes: [] }],
    ['labels for a suite that had none', { labels: null }, { labels: [], changes: [] }],
    ['a new suite is as it says', { isInBase: false }, { labels: ['yes'], changes: [] }],
    ['what was merged holds', { base: null }, { labels: ['yes'], changes: [] }],
    ['the same labels', { head: { 'l.jsonl': NO } }, { labels: ['no'], changes: [] }],
    [
      "the base's own mistake needs a person",
      { base: { 'l.jsonl': '{' } },
      {
        labels: [],
        changes: [],
        review: [{ ...UNREADABLE, problems: [expect.stringMatching(/^l\.jsonl:1: this line/)] }],
      },
    ],
    [
      'a file that the base names and has not',
      { base: {} },
      { labels: [], changes: [], review: [{ ...UNREADABLE, problems: [] }] },
    ],
  ])('%s', async (_what, given, { labels, changes, review = [] }) => {
    const found = await read(given);
    expect(found.labels).toEqual(labels);
    expect(found.changes).toEqual(changes);
    expect(found.review).toEqual(review);
  });

  test.each<[string, Given, RegExp]>([
    [
      'a file that is gone, or a link',
      { head: {} },
      /^labels: suite "support" names "l\.jsonl", and the head has no such file; .* make an empty file there/,
    ],
    [
      'two words on one statement',
      { head: { 'l.jsonl': YES + NO } },
      /^l\.jsonl:2: .* an earlier line labels it yes/,
    ],
  ])('%s is a mistake to mend, whatever the base has', async (_what, given, problem) => {
    const failure = await read(given).catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure instanceof UserError && failure.problems).toEqual([expect.stringMatching(problem)]);
  });
});
