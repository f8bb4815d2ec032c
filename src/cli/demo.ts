import { cp, mkdir, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resolveFolder } from '../files/readers.js';
import { UserError } from '../model/errors.js';
import { escapeForLog } from '../report/console.js';
import { chooseExitCode } from '../session/exit-code.js';
import type { Overrides } from '../settings/overrides.js';
import { listChangedLines } from '../text/changed-lines.js';
import { renderPlaces } from './local-session.js';
import { checkLocal, runBaseline } from './run.js';
import { shortenPath, type Terminal } from './terminal.js';

const SUITE_FOLDER = join(import.meta.dirname, '../../evals/support');

const BASE_FILES = 'base';

const MAX_LINES = 8;

/** A pull request's check offline on the package's own suite. Exits 0 although its gate fails. */
export async function runDemo(overrides: Overrides, terminal: Terminal): Promise<number> {
  const source =
    overrides.workingDirectory === undefined ? SUITE_FOLDER : await resolveFolder(terminal.cwd, overrides);
  await checkLayout(source);
  const folder = await mkdtemp(join(tmpdir(), 'prompt-regression-demo-'));
  const printLine = (text: string) => terminal.writeError(`${text}\n`);
  // Standard output holds only the result; a run's progress is indented.
  const inner: Terminal = {
    ...terminal,
    write: () => {},
    writeError: (text) => terminal.writeError(text.replace(/^(?=.)/gm, '   ')),
  };
  const store = '../baselines';
  const options = { outsideGit: true };

  printLine('1. The base branch: its answers become the baseline.');
  const base = join(folder, 'base');
  await mkdir(base);
  await cp(source, base, { recursive: true });
  await cp(join(source, BASE_FILES), base, { recursive: true });
  const baselineOutput = join(folder, 'baseline');
  const baselineExitCode = await runBaseline(
    { store, output: baselineOutput },
    { ...inner, cwd: base },
    options,
  );
  if (baselineExitCode !== 0) return baselineExitCode;

  printLine('\n2. The pull request changes the prompt:');
  for (const line of await readChangedLines(source)) printLine(`   ${escapeForLog(line)}`);
  const head = join(folder, 'head');
  await mkdir(head);
  await cp(source, head, { recursive: true });
  const printResult = (text: string) => {
    printLine('\n3. The result:\n');
    terminal.write(text);
  };
  const { checked } = await checkLocal(
    { store, output: folder },
    { ...inner, cwd: head, write: printResult },
    options,
  );
  const { report, published, exitCode } = checked;
  if (report === null || published.reportPath === null) return chooseExitCode({ kind: 'mistake' });

  const { outcome } = report.overall;
  printLine(`\nA check would end with exit code ${exitCode}; the demo ends with 0.`);
  printLine(`\n${renderPlaces(folder)}`);
  printLine(
    '\nNext: copy the suite, change its prompt (its README.md has ideas) and run the demo on the copy:',
  );
  printLine(`  cp -r ${shortenPath(SUITE_FOLDER, terminal.cwd)} my-demo`);
  printLine(`  ${terminal.program} demo --working-directory my-demo`);
  return outcome === 'inconclusive' ? exitCode : 0;
}

async function checkLayout(source: string): Promise<void> {
  const stats = await stat(join(source, BASE_FILES)).catch(() => null);
  if (stats?.isDirectory()) return;
  throw new UserError(
    `working-directory: ${JSON.stringify(source)} has no folder ${BASE_FILES}/ with the base branch's version of the files that differ; give a folder laid out like evals/support of this package`,
  );
}

async function readChangedLines(source: string): Promise<readonly string[]> {
  const base = join(source, BASE_FILES);
  const files = await readdir(base, { recursive: true, withFileTypes: true });
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  const changed: string[] = [];
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const [before, after] = [await read(path), await read(join(source, path.slice(base.length)))];
    changed.push(...listChangedLines(before, after).map(({ sign, text }) => `${sign} ${text}`));
  }
  if (changed.length === 0) return ['Nothing differs from the base branch.'];
  const more = changed.length - MAX_LINES;
  return more > 0 ? [...changed.slice(0, MAX_LINES), `… and ${more} more changed lines`] : changed;
}
