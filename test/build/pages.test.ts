import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseDataset } from '../../src/dataset/dataset.js';
import { isLocalAddress, PROVIDER_PRESETS } from '../../src/model/provider.js';
import { estimateCalls, planAsking, planCheckCalls } from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import { configJsonSchema } from '../../src/settings/config-schema.js';
import { DEFAULT_LIMITS } from '../../src/settings/defaults.js';
import { parseWorkerReply } from '../../src/target/command-target.js';
import { kebabCase } from '../../src/text/values.js';
import { settingsOf } from '../support/settings.js';
import { createPreparedSuite, createRow, createSide } from '../support/suites.js';
import { codeBlocks, PAGES, ROOT, readPage } from './code-blocks.js';

const configs = PAGES.flatMap((page) =>
  codeBlocks(page, 'yaml')
    .filter((text) => /^suites:/m.test(text))
    .map((text) => [page, text] as const),
);

/** Names of all keys that a JSON Schema knows, at any depth. */
function keysOf(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(keysOf);
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === 'properties' ? [...Object.keys(value), ...Object.values(value).flatMap(keysOf)] : keysOf(value),
  );
}

// From the sources: what is compiled may be of yesterday.
test('what is generated is what the code says: npm run generate', () => {
  const hooks = join(ROOT, 'test/support/typescript-hooks.mjs');
  const args = ['--import', hooks, join(ROOT, 'scripts/generate.mjs'), '--check'];
  expect(spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  });
});

test('the scripts that README and CONTRIBUTING call are there', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const called = ['README.md', 'CONTRIBUTING.md'].flatMap((page) =>
    codeBlocks(page, 'console').flatMap((block) =>
      [...block.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name),
    ),
  );
  expect(called.length).toBeGreaterThan(6);
  expect(called.filter((name) => name === undefined || !(name in scripts))).toEqual([]);
});

describe('config files on the pages', () => {
  test('are there', () => {
    expect([...new Set(configs.map(([page]) => page))]).toEqual([
      'README.md',
      'README.ja.md',
      'docs/baselines.md',
      'docs/config.md',
      'docs/providers.md',
      'docs/scorers.md',
    ]);
  });

  test.each(configs)('the one of %s makes suites that can run', (_, text) => {
    expect(settingsOf(text).suites.length).toBeGreaterThan(0);
  });

  test('the complete example has every key that there is, but for the options of the other scorers', () => {
    const example = configs.find(([page]) => page === 'docs/config.md')?.[1] ?? '';
    const options = SCORERS.filter(({ id }) => id !== 'answer-relevancy').map((about) => about.options);
    const others = options.flatMap(({ shape }) => Object.keys(shape).map(kebabCase));
    // Groups inside an option keep their names in code.
    const inside = options.flatMap((schema) =>
      keysOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    );
    const elsewhere = new Set([...others, ...inside]);
    const missing = keysOf(configJsonSchema()).filter((key) => !new RegExp(`\\b${key}:`).test(example));
    expect([...new Set(missing)].filter((key) => !elsewhere.has(key))).toEqual([]);
    const page = readPage('docs/scorers.md');
    expect(others.filter((key) => !page.includes(`\`${key}\``))).toEqual([]);
  });
});

test('the page of providers has every preset, with its address and its variable', () => {
  const rows = readPage('docs/providers.md').split('\n');
  for (const [name, { baseUrl, keyVariable }] of Object.entries(PROVIDER_PRESETS)) {
    const row = rows.find((line) => line.startsWith(`| \`${name}\` |`));
    expect(row).toContain(`\`${baseUrl ?? 'https://api.openai.com/v1'}\``);
    if (!isLocalAddress(baseUrl)) expect(row).toContain(`\`${keyVariable}\``);
  }
});

describe('data on the pages', () => {
  const datasets = PAGES.flatMap((page) => codeBlocks(page, 'jsonl').map((text) => [page, text] as const));

  test.each(datasets)('the dataset of %s can be read', (_, text) => {
    expect(parseDataset(text, 'cases.jsonl').length).toBeGreaterThan(1);
  });

  test("a command's question is JSON, and its answer is one", () => {
    const [question = '', answer = ''] = codeBlocks('docs/agents.md', 'json');
    expect(Object.keys(JSON.parse(question))).toEqual(['id', 'input', 'messages', 'vars', 'sample']);
    expect(parseWorkerReply(answer, (text) => text)).toMatchObject({
      kind: 'reply',
      reply: {
        answer: { status: 'answered', toolCalls: [{ name: 'search' }] },
        usage: { calls: 2, inputTokens: 900, outputTokens: 60 },
      },
    });
  });

  test('the lines about cost are what a run says', () => {
    const [suite] = settingsOf(
      'judge: { model: j }\nsuites: [{ name: p, dataset: d.jsonl, target: { prompt: p.md, model: m } }]',
    ).suites;
    if (suite === undefined) throw new Error('no suite');
    const cases = Array.from({ length: 50 }, (_, index) => createRow(`c-${index}`, { input: 'x' }));
    const side = { ...createSide(suite, cases), promptTokens: 500 };
    const prepared = createPreparedSuite(suite, cases, { base: side, head: side });
    const stored = { kind: 'record', again: null, record: { cases: [] }, used: { stale: false } } as const;
    const asking = { askable: 'both', extraRuns: DEFAULT_LIMITS.extraRuns, scorers: suite.scorers } as const;
    const plans = [planCheckCalls(prepared, { kind: 'run' }), planCheckCalls(prepared, stored)];
    const lines = plans.map((found) => {
      const plan = planAsking(found, asking);
      return renderCallEstimate(plan, estimateCalls(plan), null);
    });
    expect(codeBlocks('docs/costs.md', 'text')).toEqual([`${lines.join('\n')}\n`]);
  });
});

describe('the pages', () => {
  test('the README is read in five minutes', () => {
    expect(readPage('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_200);
  });

  test.each(PAGES)('%s names only files that exist', (page) => {
    const text = readPage(page);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)|<img src="([^"]+)"/g)].map(
      ([, link, image]) => join(dirname(page), link ?? image ?? ''),
    );
    const named = [...text.matchAll(/`((?:src|test|docs|scripts|schemas|evals|bench)\/[\w./-]+)`/g)]
      .map(([, path]) => path ?? '')
      // Paths in a user's repository, as examples have them.
      .filter((path) => !/^evals\/[\w-]+\.\w+$/.test(path));
    expect([...links, ...named].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files of folders that exist', (page) => {
    const named = [...readPage(page).matchAll(/`([\w-]+\/[\w/-]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect(named).not.toEqual([]);
    const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'src', path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test.each(PAGES)('%s speaks to everybody: no path of one machine', (page) => {
    expect(readPage(page)).not.toMatch(/\/(?:work|tmp|home|root)\//);
  });

  test('the pictures load quickly', () => {
    for (const name of readdirSync(join(ROOT, 'docs')).filter((each) => each.endsWith('.png'))) {
      expect(statSync(join(ROOT, 'docs', name)).size).toBeLessThan(150_000);
    }
  });
});
