import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { markdownTable } from 'markdown-table';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseDataset } from '../../src/dataset/dataset.js';
import { readSuite } from '../../src/dataset/read-suite.js';
import { isLocalAddress, PROVIDER_PRESETS } from '../../src/model/provider.js';
import type { CallEstimate } from '../../src/model/spending.js';
import { estimateCalls, planCheckCalls, planExtraAnswers } from '../../src/produce/plan-run.js';
import { createBudget } from '../../src/produce/spending.js';
import { renderCallEstimate } from '../../src/report/call-estimate.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import { buildConfigJsonSchema } from '../../src/settings/config-schema.js';
import { DEFAULT_LIMITS } from '../../src/settings/defaults.js';
import { parseFlags } from '../../src/settings/flags.js';
import { parseWorkerReply } from '../../src/target/command-target.js';
import { formatEstimate, formatNumber, toKebabCase } from '../../src/text/values.js';
import { type, writeTree } from '../cli/terminal.js';
import { createFolder } from '../support/folder.js';
import { settingsOf } from '../support/settings.js';
import { createPreparedSuite, createSide } from '../support/suites.js';
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

/** The anchors that GitHub gives a page's headings. */
function listAnchors(page: string): readonly string[] {
  const text = readPage(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
  const seen = new Map<string, number>();
  return headings.map((anchor) => {
    const earlier = seen.get(anchor) ?? 0;
    seen.set(anchor, earlier + 1);
    return earlier === 0 ? anchor : `${anchor}-${earlier}`;
  });
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

test('the drawings say what the pages say: npm run pictures', () => {
  const args = [join(ROOT, 'scripts/drawings.mjs'), '--check'];
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
      'docs/config.md',
      'docs/providers.md',
      'docs/scorers.md',
    ]);
  });

  test.each(configs)('the one of %s makes suites that can run', (_, text) => {
    expect(settingsOf(text).suites.length).toBeGreaterThan(0);
  });

  // An editor must not underline what runs.
  const validate = new Ajv2020({ allErrors: true }).compile(buildConfigJsonSchema());
  const FILES = ['evals/support/prompt-regression.yml', 'examples/http-agent/prompt-regression.yml'];
  const files = FILES.map((path) => [path, readPage(path)] as const);

  test.each([...configs, ...files])('the one of %s is valid in an editor', (_, text) => {
    validate(parse(text));
    expect(validate.errors).toBeNull();
  });

  test('the complete example has every key that there is, but for the options of the other scorers', () => {
    const example = configs.find(([page]) => page === 'docs/config.md')?.[1] ?? '';
    const options = SCORERS.filter(({ id }) => id !== 'answer-relevancy').map((about) => about.options);
    const others = options.flatMap(({ shape }) => Object.keys(shape).map(toKebabCase));
    // Groups inside an option keep their names in code.
    const inside = options.flatMap((schema) =>
      keysOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })),
    );
    const elsewhere = new Set([...others, ...inside]);
    const missing = keysOf(buildConfigJsonSchema()).filter((key) => !new RegExp(`\\b${key}:`).test(example));
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
});

describe('what a check costs', () => {
  const PROMPT = `${'You answer questions of customers about orders and lamps. '.repeat(50).slice(0, 2047)}\n`;
  const PRICE = 0.5 / 1_000_000;
  /** Each pull request that changes a watched file is pushed to three times. */
  const PUSHES = 3;
  const PULL_REQUESTS = 40;

  /** The config file that `init` writes for this prompt: it has no task. */
  async function writeInitConfig(): Promise<string> {
    const cwd = createFolder();
    await writeTree(cwd, { 'prompts/support.md': PROMPT });
    await type('init --action acme/check@v1', { cwd });
    return await readFile(join(cwd, 'prompt-regression.yml'), 'utf8');
  }

  const quickStart = codeBlocks('README.md', 'yaml').find((text) => /^suites:/m.test(text)) ?? '';

  /** What a run of a config's first suite announces for so many short questions: the base runs now, then a stored baseline. */
  async function planRuns(config: string, count: number) {
    const [suite] = settingsOf(config).suites;
    if (suite === undefined) throw new Error('no suite');
    const question = (at: number) =>
      JSON.stringify({ id: `c-${at}`, input: 'How long do I have to return a lamp?' });
    const cwd = createFolder();
    await writeTree(cwd, {
      'prompts/support.md': PROMPT,
      [suite.dataset]: Array.from({ length: count }, (_, at) => question(at)).join('\n'),
    });
    const side = createSide(suite, [], cwd);
    const empty = createPreparedSuite(suite, []);
    const files = await readSuite({ ...empty, base: side, head: side });
    const sides = { base: { ...side, ...files.base }, head: { ...side, ...files.head } };
    const prepared = { ...empty, ...files, ...sides };
    const stored = { kind: 'record', again: null } as const;
    const asking = { askable: 'both', extraRuns: DEFAULT_LIMITS.extraRuns, scorers: suite.scorers } as const;
    const [base, later] = ([{ kind: 'run' }, stored] as const).map((found) => {
      const plan = planExtraAnswers(planCheckCalls(prepared, found), asking);
      return { plan, estimate: estimateCalls(plan) };
    });
    if (base === undefined || later === undefined) throw new Error('no plan');
    return { base, stored: later };
  }

  const money = (tokens: number) => (tokens * PRICE).toFixed(2);

  test('the lines about cost are what a run says', async () => {
    const { base, stored } = await planRuns(await writeInitConfig(), 50);
    const { left } = createBudget({ maxCalls: null, maxTokens: null });
    const lines = [base, stored].map(({ plan, estimate }) => renderCallEstimate(plan, estimate, left()));
    expect(codeBlocks('docs/costs.md', 'text')).toEqual([`${lines.join('\n')}\n`]);
  });

  /** Tokens if every rerun is used, or until the default limit of calls ends the run. */
  function limitTokens({ mostInAll, tokensInAll }: CallEstimate, count: number): number {
    const budget = createBudget({ maxCalls: null, maxTokens: null });
    budget.allowFor(count);
    const calls = Math.min(mostInAll, budget.left()?.calls ?? mostInAll);
    return (tokensInAll * calls) / mostInAll;
  }

  /** The costs of a config, for 30 and 300 cases. */
  async function renderCosts(config: string): Promise<string> {
    const rows = await Promise.all(
      [30, 300].map(async (count) => {
        const { base, stored } = await planRuns(config, count);
        // A baseline is measured with three runs of every case, like a base that runs now.
        const storing = base.estimate.tokens - stored.estimate.tokens;
        return [
          { name: `${count} cases, the base runs too`, count, ...base, storing: 0 },
          { name: `${count} cases, stored baseline`, count, ...stored, storing },
        ];
      }),
    );
    return markdownTable(
      [
        ['', 'calls', 'tokens', 'a check', 'at most', 'a pull request', 'a month'],
        ...rows.flat().map(({ name, count, estimate, storing }) => {
          const { most, tokens } = estimate;
          const pullRequest = PUSHES * tokens + storing;
          return [
            name,
            formatNumber(most),
            formatEstimate(tokens),
            money(tokens),
            money(limitTokens(estimate, count)),
            money(pullRequest),
            money(PULL_REQUESTS * pullRequest),
          ];
        }),
      ],
      { alignDelimiters: false, align: ['l', 'r', 'r', 'r', 'r', 'r', 'r'] },
    );
  }

  test('the example in money is what a run announces, with the config of the quick start and of `init`', async () => {
    const [withTask, withoutTask] = [quickStart, await writeInitConfig()];
    expect([withTask, withoutTask].map((config) => /^ *task:/m.test(config))).toEqual([true, false]);
    const page = readPage('docs/what-a-check-costs.md');
    const tables = page.match(/(?:^\|.*\n)+/gm)?.map((table) => table.trimEnd());
    expect(tables).toEqual([await renderCosts(withTask), await renderCosts(withoutTask)]);
  });

  test.each(['README.md', 'README.ja.md'])(
    '%s has the figures of its quick start, and of `init`',
    async (page) => {
      const text = readPage(page);
      for (const config of [quickStart, await writeInitConfig()]) {
        const { tokens } = (await planRuns(config, 30)).base.estimate;
        const month = Math.round(PULL_REQUESTS * PUSHES * tokens * PRICE);
        const figures = [money(tokens), money(PUSHES * tokens), `${month}`];
        expect(text).toMatch(new RegExp(figures.map((each) => each.replace('.', '\\.')).join('[^0-9]+')));
      }
    },
  );
});

describe('pages for coding agents', () => {
  test('SKILL.md calls only commands and flags that there are', () => {
    const calls = codeBlocks('SKILL.md', 'console').flatMap(
      (block) => block.match(/(?<=^\$ prompt-regression ).*?(?= *(?:#|$))/gm) ?? [],
    );
    for (const call of calls) expect(parseFlags(call.split(' ')), call).toMatchObject({ help: false });
    const commands = new Set(calls.map((call) => call.split(' ')[0]));
    expect(commands).toEqual(new Set(['init', 'lint', 'run', 'explain', 'coverage', 'baseline']));
  });

  test('SKILL.md names only fields and values that the result has (paths: test/cli/result-details)', () => {
    const page = readPage('SKILL.md');
    const read = page.slice(page.indexOf('## Run, and read'), page.indexOf('## Fix a prompt'));
    const named = [...read.matchAll(/`(\w[\w-]*)`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(20);
    const schema = readPage('schemas/result.schema.json');
    const isKnown = (name = '') => ['run', 'explain'].includes(name) || schema.includes(`"${name}"`);
    expect(named.filter((name) => !isKnown(name))).toEqual([]);
  });

  test('llms.txt has a line for every page, and every line a page', () => {
    const listed = [...readPage('llms.txt').matchAll(/^- \[([^\]]+)\]\(([^)]+)\): \S/gm)].map(
      ([, name, path]) => {
        expect(name).toBe(path);
        return path ?? '';
      },
    );
    const ofAgents = ['README.md', 'SKILL.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'];
    const docs = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
    expect(listed.toSorted()).toEqual([...ofAgents, ...docs.map((name) => `docs/${name}`)].toSorted());
  });
});

describe('the Japanese README', () => {
  const shapeOf = (page: string) => {
    const text = readPage(page).replaceAll(/^```[\s\S]*?^```$/gm, '');
    const tables = text.match(/(?:^\|.*\n)+/gm) ?? [];
    return {
      headings: text.match(/^#+ /gm)?.length,
      /** Rows by table, and what needs no translation in each: code, links, numbers, names of rules. */
      tables: tables.map((table) =>
        table
          .trim()
          .split('\n')
          .slice(2)
          .map(
            (row) =>
              row.match(/`[^`]+`|\]\([^)]+\)|\*\*[^*]+\*\*|✅|🟡|❌|⚠️|\d+(?:\.\d+)?/gu)?.toSorted() ?? [],
          ),
      ),
      links: [...new Set(text.match(/\]\((?!README)[^)]+\)/g))].toSorted(),
      code: codeBlocks(page, 'yaml').map((block) => stripStrings(parse(block))),
    };
  };
  /** A config file's or workflow's structure: words may be translated. */
  const stripStrings = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(stripStrings);
    if (typeof value !== 'object' || value === null) return typeof value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, stripStrings(inner)]));
  };

  test('has the headings, tables, links and examples of the English one', () => {
    expect(shapeOf('README.ja.md')).toEqual(shapeOf('README.md'));
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

  test.each(PAGES)('%s links only to headings that exist', (page) => {
    const links = [...readPage(page).matchAll(/\]\(([^)#:\s]*)#([^)\s]+)\)/g)].map(
      ([, path = '', anchor = '']) => [path === '' ? page : join(dirname(page), path), anchor] as const,
    );
    const missing = links.filter(([path, anchor]) => !listAnchors(path).includes(anchor));
    expect(missing).toEqual([]);
  });

  test('the program links only to headings that exist', () => {
    const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' });
    const links = sources
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readPage(join('src', name)).matchAll(/(docs\/[\w-]+\.md)#([\w-]+)/g)]);
    expect(links.length).toBeGreaterThan(0);
    const missing = links.filter(([, path = '', anchor = '']) => !listAnchors(path).includes(anchor));
    expect(missing.map(([link]) => link)).toEqual([]);
  });

  test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names files of folders that exist', (page) => {
    const named = [...readPage(page).matchAll(/`([\w-]+\/[\w/-]+\.ts)`/g)].map(([, path]) => path ?? '');
    expect(named).not.toEqual([]);
    const isThere = (path: string) => existsSync(join(ROOT, path)) || existsSync(join(ROOT, 'src', path));
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  test("test/README.md's map names tests that exist", () => {
    const page = readPage('test/README.md');
    const map = page.slice(page.indexOf('## Which behaviour'), page.indexOf('### Files with'));
    const named = [...map.matchAll(/`([^`]+)`/g)].map(([, path]) => path ?? '');
    const pathOf = (name: string) => join(ROOT, 'test', name.endsWith('/') ? name : `${name}.test.ts`);
    expect(named.filter((name) => !existsSync(pathOf(name)))).toEqual([]);
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
