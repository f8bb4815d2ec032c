import { cp, mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Overrides } from '../inputs/overrides.js';
import { runBaseline, runCheck } from './cli-run.js';
import type { Terminal } from './run-cli.js';

const SUITE_FOLDER = join(import.meta.dirname, '../../evals/support');

/** Base's version of the files that differ, laid over the suite's folder. */
const BASE_FILES = 'base';

/**
 * `demo`: the main job offline on the package's own suite. The base's files become the baseline, the head's files are
 * run against it, and the comment is printed that a pull request would get. Exits 0 although its gate fails.
 */
export async function runDemo(overrides: Overrides, terminal: Terminal): Promise<number> {
  const source =
    overrides.workingDirectory === undefined
      ? SUITE_FOLDER
      : resolve(terminal.cwd, overrides.workingDirectory);
  const folder = await mkdtemp(join(tmpdir(), 'prompt-regression-demo-'));
  const quiet: Terminal = { ...terminal, write: () => {} };
  const store = join(folder, 'baselines');

  const base = join(folder, 'base');
  await mkdir(base);
  await cp(source, base, { recursive: true });
  await cp(join(source, BASE_FILES), base, { recursive: true });
  terminal.writeError('1. The base branch: its answers become the baseline.\n');
  const measured = await runBaseline({ store }, { ...quiet, cwd: base });
  if (measured !== 0) return measured;

  terminal.writeError('\n2. The pull request: one line of the prompt has changed.\n');
  const head = join(folder, 'head');
  await mkdir(head);
  await cp(source, head, { recursive: true });
  const { report } = await runCheck({ store, output: folder }, { ...quiet, cwd: head });

  terminal.writeError('\n3. The comment that the pull request would get:\n\n');
  terminal.write(await readFile(join(folder, 'comment.md'), 'utf8'));
  return report.overall.outcome === 'inconclusive' ? report.overall.exitCode : 0;
}
