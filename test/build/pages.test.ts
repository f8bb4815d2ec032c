import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { parseDataset } from '../../src/dataset/dataset.js';
import { CONTROL_RUNS } from '../../src/produce/open-base.js';
import { planCheck } from '../../src/produce/plan-run.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import { parseConfig } from '../../src/settings/config-file.js';
import { configJsonSchema } from '../../src/settings/config-schema.js';
import { resolveSettings } from '../../src/settings/resolve-settings.js';
import { parseWorkerReply } from '../../src/target/worker-reply.js';
import { kebabCase } from '../../src/text/values.js';
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

describe('what is generated', () => {
  it('is what the code says: npm run generate', () => {
    execFileSync(process.execPath, ['scripts/generate.mjs', '--check'], { cwd: ROOT, stdio: 'pipe' });
  });
});

describe('config files on the pages', () => {
  test('are there', () => {
    expect(configs.map(([page]) => page)).toEqual([
      'README.md',
      'docs/baselines.md',
      'docs/config.md',
      'docs/scorers.md',
    ]);
  });

  test.each(configs)('the one of %s makes suites that can run', (_, text) => {
    const settings = resolveSettings({
      config: parseConfig(text, 'prompt-regression.yml'),
      configPath: 'prompt-regression.yml',
      overrides: {},
      env: {},
      shell: 'action',
    });
    expect(settings.suites.length).toBeGreaterThan(0);
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

describe('data on the pages', () => {
  const datasets = PAGES.flatMap((page) => codeBlocks(page, 'jsonl').map((text) => [page, text] as const));

  test.each(datasets)('the dataset of %s can be read', (_, text) => {
    expect(parseDataset(text, 'cases.jsonl').length).toBeGreaterThan(1);
  });

  test("a command's question is JSON, and its answer is one", () => {
    const [question = '', answer = ''] = codeBlocks('docs/config.md', 'json');
    expect(Object.keys(JSON.parse(question))).toEqual(['id', 'input', 'messages', 'vars', 'sample']);
    expect(parseWorkerReply(answer)).toMatchObject({
      kind: 'reply',
      answer: { status: 'answered', toolCalls: [{ name: 'search' }] },
      usage: { calls: 2, inputTokens: 900, outputTokens: 60 },
    });
  });

  test('the lines about cost are what a run says', () => {
    const overrides = { prompt: 'p.md', dataset: 'd.jsonl', model: 'm', judgeModel: 'j' };
    const [suite] = resolveSettings({
      config: null,
      configPath: null,
      overrides,
      env: {},
      shell: 'action',
    }).suites;
    if (suite === undefined) throw new Error('no suite');
    const run = { suite, files: { cases: Array.from({ length: 50 }) }, dropped: [] };
    const stored = { kind: 'record', again: null, record: { cases: [] }, used: { stale: false } } as const;
    // Of a stored baseline the base can be asked again today.
    const plans = [
      planCheck(run, { kind: 'run' }),
      { ...planCheck(run, stored), controlSamples: CONTROL_RUNS },
    ];
    const lines = plans.map((plan) => renderCallEstimate(plan));
    expect(codeBlocks('docs/costs.md', 'text')).toEqual([`${lines.join('\n')}\n`]);
  });
});

describe('the pages', () => {
  test('the README is read in five minutes', () => {
    expect(readPage('README.md').split(/\s+/).length).toBeLessThanOrEqual(1_600);
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

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files of rooms that exist', (page) => {
    const named = [...readPage(page).matchAll(/`([\w-]+\/[\w/-]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect(named).not.toEqual([]);
    const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'src', path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test.each(PAGES)('%s speaks to everybody: no path of one machine', (page) => {
    expect(readPage(page)).not.toMatch(/\/(?:work|tmp|home|root)\//);
  });

  test('the picture loads quickly', () => {
    expect(statSync(join(ROOT, 'docs/comment.png')).size).toBeLessThan(150_000);
  });
});
