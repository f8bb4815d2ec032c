import { describe, expect, it } from 'vitest';
import { openFolderTree } from '../../../src/files/readers.js';
import type { OwnScorerEffects } from '../../../src/judging/own-scorer/open-own-scorer.js';
import {
  chooseScorerFiles,
  listMissingScorers,
  openOwnScorers,
  type ScorerSides,
} from '../../../src/judging/own-scorer/open-own-scorers.js';
import type { ScorerSettings } from '../../../src/model/suite.js';
import { DEFAULT_GATE } from '../../../src/settings/defaults.js';
import { PLAIN_ENV } from '../../cli/terminal.js';
import { createTree, SCORER_HOST, scoreWith } from '../../support/scorer-file.js';
import { createSuite } from '../../support/suites.js';

const PATH = 'evals/mine.ts';

function own(name: string, path = PATH): ScorerSettings {
  return { name, use: { kind: 'own', path, env: [], workers: 1, timeoutMs: 100_000 }, gate: DEFAULT_GATE };
}

const gives = (reason: string) => `export default { id: 'x', run: () => ({ score: 1, reason: ${reason} }) };`;

type Files = Readonly<Record<string, string>>;

/** Both sides as folders; `worktrees` tells how many of the base were opened and are left. */
async function createSides(head: Files, base: Files | null, isInBase = true) {
  const headRoot = await createTree(head);
  const baseRoot = base === null ? null : await createTree(base);
  const worktrees = { opened: 0, left: 0 };
  const sides: ScorerSides = {
    head: { root: headRoot, reader: openFolderTree(headRoot), commit: 'b' },
    base: baseRoot === null ? null : { commit: 'a', reader: openFolderTree(baseRoot) },
    judgedBy: baseRoot === null ? 'head' : 'base',
    inConfig: { base: isInBase, head: true },
    prefix: '',
  };
  const effects: OwnScorerEffects = {
    env: PLAIN_ENV,
    redact: (text) => text,
    scorerHost: SCORER_HOST,
    signal: new AbortController().signal,
    git: {
      async addWorktree(commit) {
        worktrees.opened += 1;
        worktrees.left += 1;
        return {
          path: baseRoot ?? '',
          commit,
          [Symbol.asyncDispose]: async () => {
            worktrees.left -= 1;
          },
        };
      },
    },
  };
  return { sides, effects, worktrees };
}

/** Whose code scores, by what it says; and the line in the report. */
async function scoredBy(...given: Parameters<typeof createSides>) {
  const { sides, effects, worktrees } = await createSides(...given);
  await using opened = await openOwnScorers([own('mine')], sides, effects);
  const scorer = opened.scorers.get('mine');
  if (scorer === undefined) throw new Error('no scorer was opened');
  const judgement = await scoreWith({ scorer, [Symbol.asyncDispose]: async () => {} }, 'any');
  const { changes, review } = opened;
  return { by: judgement?.reason, changes, review, worktrees: worktrees.opened };
}

const UNREADABLE = { kind: 'unreadable-base', what: 'scorer', path: PATH };

describe('whose code scores', () => {
  it("is the base's where the pull request edits it, and the report says so", async () => {
    expect(await scoredBy({ [PATH]: gives("'head'") }, { [PATH]: gives("'base'") })).toEqual({
      by: 'base',
      changes: [{ kind: 'scorer-code', path: PATH, files: [PATH], removed: false }],
      review: [],
      worktrees: 1,
    });
  });

  it("is the base's where the pull request edits what it imports", async () => {
    const mine = `import { side } from './side.ts';\n${gives('side')}`;
    const side = (name: string) => `export const side = '${name}';`;
    const { sides } = await createSides(
      { [PATH]: mine, 'evals/side.ts': side('head') },
      { [PATH]: mine, 'evals/side.ts': side('base') },
    );
    expect(await chooseScorerFiles(PATH, sides)).toMatchObject({
      side: 'base',
      files: new Map([
        [PATH, mine],
        ['evals/side.ts', side('base')],
      ]),
      change: { files: ['evals/side.ts'] },
      review: null,
    });
  });

  it("is the base's also where it reads a file that no import tells of", async () => {
    const mine = `import { readFileSync } from 'node:fs';\n${gives("readFileSync('rubric.md', 'utf8')")}`;
    expect(
      await scoredBy({ [PATH]: mine, 'rubric.md': 'lenient' }, { [PATH]: mine, 'rubric.md': 'strict' }),
    ).toMatchObject({ by: 'strict', changes: [] });
  });

  it("is the base's where the pull request removes it", async () => {
    const { sides } = await createSides({}, { [PATH]: gives("'base'") });
    expect(await chooseScorerFiles(PATH, sides)).toMatchObject({
      side: 'base',
      otherwise: null,
      change: { removed: true },
    });
  });

  it("is the head's if the suite is new or there is no base", async () => {
    const head = { [PATH]: gives("'head'") };
    expect(await scoredBy(head, {}, false)).toEqual({ by: 'head', changes: [], review: [], worktrees: 0 });
    const { sides } = await createSides(head, null);
    expect(await chooseScorerFiles(PATH, sides)).toMatchObject({ side: 'head', change: null, review: null });
  });

  it("is the head's where the base has no such file or cannot load it, and then a person has to look", async () => {
    const head = { [PATH]: gives("'head'") };
    expect(await scoredBy(head, {})).toMatchObject({
      by: 'head',
      changes: [],
      review: [{ ...UNREADABLE, problems: [] }],
    });
    expect(await scoredBy(head, { [PATH]: 'export default 1;' })).toMatchObject({
      by: 'head',
      changes: [],
      review: [{ ...UNREADABLE, problems: [expect.stringContaining('evals/mine.ts exports 1')] }],
    });
  });
});

it('reports the problems of all scorers at once, and leaves nothing behind', async () => {
  const base = { [PATH]: gives("'base'"), 'evals/bad.ts': 'export default 1;' };
  const { sides, effects, worktrees } = await createSides(base, base);
  const scorers = [own('mine'), own('bad', 'evals/bad.ts'), own('gone', 'evals/gone.ts')];
  await expect(openOwnScorers(scorers, sides, effects)).rejects.toMatchObject({
    problems: [
      expect.stringContaining('scorers: evals/bad.ts exports 1 as its default'),
      expect.stringMatching(/^scorers: the folder .* has no file "evals\/gone\.ts"/),
    ],
  });
  expect(worktrees).toEqual({ opened: 1, left: 0 });
  expect(await listMissingScorers(createSuite({ scorers }), { ...sides, configPath: null })).toEqual([
    expect.stringContaining('scorers: suite "support" names "evals/gone.ts"'),
  ]);
});

it('two scorers share one worktree, which is gone when they are done', async () => {
  const base = { [PATH]: gives("'base'") };
  const { sides, effects, worktrees } = await createSides({ ...base, 'other.md': 'x' }, base);
  {
    await using opened = await openOwnScorers([own('one'), own('two')], sides, effects);
    expect([...opened.scorers.keys()]).toEqual(['one', 'two']);
    expect(worktrees).toEqual({ opened: 1, left: 1 });
  }
  expect(worktrees).toEqual({ opened: 1, left: 0 });
});
