import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSION } from '../../src/version.js';
import { PLAIN_ENV } from '../cli/terminal.js';
import { compile } from './compile.js';

const ROOT = join(import.meta.dirname, '../..');
const exec = promisify(execFile);

type Manifest = {
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, { readonly types: string }>>;
  readonly typesVersions?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
};

let folder: string;
let manifest: Manifest;
let files: readonly string[];

/** A user's project with the package as npm installs it, its dependencies taken from this repository. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'package-'));
  // lib/ is compiled before the tests; compiling it again here would pull it away from those beside this one.
  const { stdout } = await npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [packed] = JSON.parse(stdout);
  files = packed.files.map((file: { path: string }) => file.path);

  const modules = join(folder, 'node_modules');
  const home = join(modules, 'prompt-regression');
  await mkdir(home, { recursive: true });
  await exec('tar', ['-xzf', join(folder, packed.filename), '-C', home, '--strip-components=1']);
  manifest = await readManifest(home);
  await mkdir(join(modules, '.bin'));
  await linkCommands(home, manifest);
  await chmod(join(home, 'lib/cli.js'), 0o755);
  for (const name of new Set([...dependenciesOf(manifest), '@types/node'])) await installDependency(name);
  const scripts = { 'which-node': 'command -v node' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', scripts }));
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A package and what it needs, optional ones too; npm puts them beside each other and their commands in one folder. */
async function installDependency(name: string): Promise<void> {
  const home = join(folder, 'node_modules', name);
  const source = join(ROOT, 'node_modules', name);
  // An optional package of another platform is not there; one that two need is there already.
  if (!existsSync(source) || existsSync(home)) return;
  await mkdir(dirname(home), { recursive: true });
  await symlink(source, home);
  const dependency = await readManifest(home);
  await linkCommands(home, dependency);
  for (const needed of dependenciesOf(dependency)) await installDependency(needed);
}

function dependenciesOf({ dependencies, optionalDependencies }: Manifest): readonly string[] {
  return Object.keys({ ...dependencies, ...optionalDependencies });
}

async function readManifest(home: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
}

async function linkCommands(home: string, { bin = {} }: Manifest): Promise<void> {
  const commands = typeof bin === 'string' ? { [basename(home)]: bin } : bin;
  for (const [name, path] of Object.entries(commands)) {
    await symlink(join(home, path), join(folder, 'node_modules/.bin', name));
  }
}

/** npm, kept from the network. */
function npm(args: readonly string[], cwd: string) {
  return exec('npm', [...args, '--offline', '--no-update-notifier'], { cwd, maxBuffer: 1 << 24 });
}

it('its version equals the one that --version prints', () => {
  expect(manifest.version).toBe(VERSION);
});

it('holds what a user needs, and nothing of the workshop', () => {
  for (const path of [
    'README.md',
    'SKILL.md',
    'LICENSE',
    'docs/library.md',
    'lib/cli.js',
    'lib/library/index.js',
    'lib/library/index.d.ts',
    'evals/support/cases.jsonl',
    'evals/support/base/prompts/support.md',
    'schemas/config.schema.json',
    'schemas/result.schema.json',
  ]) {
    expect(files).toContain(path);
  }
  const places = new Set(files.map((path) => path.split('/')[0]));
  expect([...places].sort()).toEqual([
    'LICENSE',
    'README.ja.md',
    'README.md',
    'SKILL.md',
    'docs',
    'evals',
    'examples',
    'lib',
    'llms.txt',
    'package.json',
    'schemas',
  ]);
  expect(files.filter((path) => /\.test\.|\.prompt-regression\/|(^|\/)\.env/.test(path))).toEqual([]);
  expect(files.filter((path) => path.startsWith('evals/') && !path.startsWith('evals/support/'))).toEqual([]);
});

it('its command can still be run in a clone that was linked and then compiled again', async () => {
  expect((await stat(join(ROOT, 'lib/cli.js'))).mode & 0o111).toBe(0o111);
});

it('an installation from git is compiled where it comes without lib/, and one without a compiler is left as it is', async () => {
  const clone = join(folder, 'clone');
  const bin = join(clone, 'node_modules/.bin');
  await mkdir(bin, { recursive: true });
  const { prepare } = manifest.scripts ?? {};
  const compiles = `node -e "fs.mkdirSync('lib')"`;
  const scripts = { prepare, 'build:lib': compiles };
  await writeFile(join(clone, 'package.json'), JSON.stringify({ scripts }));
  await npm(['run', 'prepare'], clone);
  expect(existsSync(join(clone, 'lib'))).toBe(false);
  await writeFile(join(bin, 'tsc'), '');
  await npm(['run', 'prepare'], clone);
  expect(existsSync(join(clone, 'lib'))).toBe(true);
  await npm(['run', 'prepare'], clone);
});

it('the scripts of a project that installs it run the Node that they ran before', async () => {
  const bin = dirname(process.execPath);
  const PATH = [bin, '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);
  const { stdout } = await exec('npm', ['run', '--silent', 'which-node'], {
    cwd: folder,
    env: { ...process.env, PATH },
  });
  expect(stdout.trim()).toBe(join(bin, 'node'));
  expect(dependenciesOf(manifest).filter((name) => /^node(-|$)/.test(name))).toEqual([]);
});

it('its command starts as npx starts it, and its demo finds the suite', async () => {
  const version = await exec('npx', ['--no', '--offline', 'prompt-regression', '--version'], { cwd: folder });
  expect(version.stdout).toBe(`${VERSION}\n`);
  const demo = await exec(join(folder, 'node_modules/.bin/prompt-regression'), ['demo'], {
    cwd: folder,
    env: { ...PLAIN_ENV, HOME: folder, TMPDIR: folder },
  });
  expect(demo.stdout).toContain('gained the same irrelevant sentence');
  expect(demo.stderr).toContain('\n  npx prompt-regression demo --working-directory my-demo\n');
});

const USE = `import {
  createAnswerRelevancyScorer,
  createFaithfulnessScorer,
  createScorer,
  createToneScorer,
  notScorable,
  runEvals,
  z,
} from 'prompt-regression/scorers';

const scorer = createAnswerRelevancyScorer({ model: 'builtin', uncertaintyWeight: 0.5 });
const { score } = await scorer.run({ input: 'What is the capital of France?', output: 'Paris' });
const number: number = score ?? 0;
console.log(number > 0.8);

const named = createScorer<string, string>({ name: 'Named', description: 'Names a city.' })
  .preprocess(({ run }) => run.output.match(/[A-Z]/g) ?? [])
  .generateScore(({ results }) =>
    results.preprocessStepResult.length === 0 ? notScorable('no names') : 1,
  );
const { scores, summary } = await runEvals({
  target: (city: string) => city,
  data: [{ input: 'Paris' }, { input: 'none' }],
  scorers: [named, createToneScorer()],
});
console.log(scores['named'], summary.unscored);

export const prompted = named.id satisfies string;
export const warmth = createScorer({
  id: 'warmth',
  description: 'Warmth.',
  judge: { model: 'openai/gpt-6-luna' },
}).generateScore({
  description: 'Rates.',
  outputSchema: z.object({ level: z.number() }),
  createPrompt: () => 'How warm?',
  calculateScore: ({ analyzeStepResult }) => analyzeStepResult.level satisfies number,
});

// @ts-expect-error a model is a name or a judge
export const wrong = () => createAnswerRelevancyScorer({ model: 1 });
// @ts-expect-error there is no such option
export const unknown = () => createFaithfulnessScorer({ model: 'openai/x', weight: 1 });
`;

it.each([
  ['nodenext', 'nodenext'],
  ['esnext', 'bundler'],
])(
  'its scorers can be imported, with types: module %s, resolution %s',
  async (module, moduleResolution) => {
    await writeFile(join(folder, 'use.ts'), USE);
    // The types of what it depends on are the same under both.
    const skipLibCheck = module === 'esnext';
    await compile(folder, { files: ['use.ts'], module, moduleResolution, skipLibCheck });
    const { stdout } = await exec(process.execPath, [join(folder, 'use.js')], { cwd: folder });
    expect(stdout).toBe('true\n1 { named: 1 }\n');
  },
  60_000,
);

it('CommonJS requires its scorers, with types under the older resolution too', async () => {
  const use = `const { createContainsCheck } = require('prompt-regression/scorers');
if (require('prompt-regression').createContainsCheck !== createContainsCheck) throw new Error('another');
createContainsCheck({ value: 'Paris' }).run({ input: '', output: 'Paris' }).then(({ score }) => console.log(score));`;
  const { stdout } = await exec(process.execPath, ['-e', use], { cwd: folder });
  expect(stdout).toBe('1\n');
  expect(manifest.typesVersions?.['*']?.['scorers']).toEqual([manifest.exports?.['./scorers']?.types]);
});

it('exports only the documented entry points', async () => {
  const script = "await import('prompt-regression/lib/session/pipeline.js')";
  await expect(
    exec(process.execPath, ['--input-type=module', '-e', script], { cwd: folder }),
  ).rejects.toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
});
