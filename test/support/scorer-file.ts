import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readImportedFiles } from '../../src/files/reached-files.js';
import { openFolderTree } from '../../src/files/readers.js';
import { judgeAnswer } from '../../src/judging/judge-answer.js';
import { type OwnScorer, openOwnScorer } from '../../src/judging/own-scorer/open-own-scorer.js';
import type { OwnScorerSettings } from '../../src/model/suite.js';
import type { Judgement } from '../../src/model/verdict.js';
import type { ScoreRequest } from '../../src/scorers/scorer.js';
import { createRedactor } from '../../src/text/redact.js';
import { PLAIN_ENV, writeTree } from '../cli/terminal.js';

/** As the command line starts it. */
export const SCORER_HOST = [process.execPath, join(import.meta.dirname, '../../lib/cli.js'), 'scorer-host'];

export const SECRET = 'sk-scorer-0123456789';

/** A folder with these files, gone when the test has ended. */
export async function createTree(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'own-scorer-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeTree(folder, files);
  return folder;
}

/** Opens the scorer of a file, or of the first of several; ended when the test has ended. */
export async function openFile(
  given: string | Readonly<Record<string, string>>,
  more: Partial<OwnScorerSettings> & { readonly variables?: Readonly<Record<string, string>> } = {},
): Promise<OwnScorer> {
  const { variables = {}, ...settings } = more;
  const files = typeof given === 'string' ? { 'evals/mine.ts': given } : given;
  const [path = ''] = Object.keys(files);
  const root = await createTree(files);
  const opened = await openOwnScorer(
    { name: 'mine', use: { kind: 'own', path, env: [], workers: 1, timeoutMs: 100_000, ...settings } },
    {
      root,
      files: await readImportedFiles(path, openFolderTree(root)),
      scorerHost: SCORER_HOST,
      env: { ...PLAIN_ENV, ...variables },
      redact: createRedactor([SECRET]),
      signal: new AbortController().signal,
    },
  );
  onTestFinished(() => opened[Symbol.asyncDispose]());
  return opened;
}

/** What opening the file is refused with. */
export async function refusal(given: string | Readonly<Record<string, string>>): Promise<string> {
  return openFile(given).then(
    () => 'it was opened',
    (thrown: Error) => `${thrown.name}: ${thrown.message}`,
  );
}

/** One answer's judgement, as the pipeline gets it. */
export async function scoreWith(
  { scorer }: OwnScorer,
  output: string,
  more: Partial<Omit<ScoreRequest, 'answer'>> & { readonly signal?: AbortSignal } = {},
): Promise<Judgement | undefined> {
  const { signal = new AbortController().signal, ...asked } = more;
  const judgements = await judgeAnswer({
    scorers: [scorer],
    request: { task: null, history: [], input: 'Tell me.', ...asked },
    answer: { status: 'answered', output, toolCalls: [], finish: 'stop' },
    signal,
  });
  return judgements[scorer.id];
}
