import { historyAmong } from '../baseline/store/store-paths.js';
import { findTrend } from '../decide/trend.js';
import { messageOf, UserError } from '../ports/errors.js';
import type { HistoryPoint, SuiteHistory } from '../ports/history.js';
import type { ScorerSettings } from '../ports/settings.js';
import { consoleLine } from '../report/console-text.js';
import { MOST_SHOWN, renderBars, renderCourse, renderFall } from '../report/history.js';
import { nativeDelta, nativeScore, wordsFor } from '../scorers/measure-words.js';
import type { Overrides } from '../settings/overrides.js';
import { shortCommit } from '../text/values.js';
import { renderJson } from './local-output.js';
import { type Local, openLocal } from './open-local.js';
import type { Terminal } from './terminal.js';

const HISTORY_FORMAT = 'prompt-regression/history';

/** Where runs are kept, and those of one suite and scorer. */
type Source = {
  readonly name: string;
  readonly points: (suite: string, scorer: string) => Promise<readonly HistoryPoint[]>;
};

type Told = {
  readonly suite: string;
  readonly scorer: ScorerSettings;
  readonly from: string;
  readonly history: SuiteHistory;
};

/** `history`: how the suites fared, from what the stores keep. Resolves with the exit code. Throws `UserError`. */
export async function runHistory(overrides: Overrides, terminal: Terminal): Promise<number> {
  const local = await openLocal(overrides, terminal, { against: 'nothing' });
  const sources = await listSources(local);
  const told: Told[] = [];
  for (const { name: suite, scorers } of local.sides.settings.suites) {
    for (const scorer of scorers) {
      for (const { name: from, points } of sources) {
        const found = await points(suite, scorer.name).catch((cause: unknown) => {
          throw new UserError(`history: the ${from} cannot be read: ${messageOf(cause)}`, { cause });
        });
        const history = findTrend(found, { scorer: scorer.name, maxDrop: scorer.gate.maxDrop });
        if (history.levels.length > 0) told.push({ suite, scorer, from, history });
      }
    }
  }
  if (overrides.json === true) terminal.write(renderJson(asJson(told)));
  else if (told.length > 0) terminal.write(told.map(renderTold).join('\n'));
  else terminal.write(`No run is stored yet in ${sources.map(({ name }) => `the ${name}`).join(' or ')}.\n`);
  return 0;
}

/** The branch of the action, where the clone can get it, and the local store. */
async function listSources({ git, store, copy, sides }: Local): Promise<readonly Source[]> {
  const own: Source = { name: store.name, points: (suite, scorer) => store.history(suite, scorer) };
  const branch = sides.settings.store.actionBranch;
  const tip = branch === undefined ? null : ((await git?.resolve(branch)) ?? null);
  if (git === null || branch === undefined || tip === null) return [own];
  const paths = (await git.commitTree(tip).list()).map(({ path }) => path);
  return [
    {
      name: `branch ${branch} (${shortCommit(tip)})`,
      points: async (suite, scorer) => historyAmong(paths, { directory: copy.prefix, suite, scorer }),
    },
    own,
  ];
}

function wordsOfTold({ scorer: { name: id, use }, history: { higherIsBetter } }: Told) {
  return wordsFor({ id, use: use.kind === 'prebuilt' ? use.id : use.kind, higherIsBetter });
}

function renderTold(told: Told): string {
  const { suite, from, history } = told;
  const { levels, falls } = history;
  const words = wordsOfTold(told);
  const shown = levels.slice(-MOST_SHOWN);
  const figures = words.course(shown.map(({ level }) => level));
  const rows = shown.map(
    ({ commit, createdAt }, index) =>
      `  ${createdAt.slice(0, 10)}  ${shortCommit(commit)}  ${figures[index]?.to}  ${figures[index]?.delta}`,
  );
  const lines = [
    `${consoleLine(suite)}: ${renderCourse(history, words)} (${consoleLine(from)})`,
    `  ${renderBars(history)}`,
    ...rows,
    ...falls.map((fall) => `  ! ${renderFall(history, fall, words)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Scores and changes 0..1 of the scale, as the scorer gives them. */
function asJson(all: readonly Told[]) {
  return {
    format: HISTORY_FORMAT,
    version: 1,
    histories: all.map((told) => {
      const { suite, scorer, from, history } = told;
      const words = wordsOfTold(told);
      const score = (level: number) => Number((nativeScore(level, words) / 100).toFixed(4));
      return {
        suite,
        scorer: scorer.name,
        from,
        runs: history.levels.map(({ commit, createdAt, level }, index) => {
          const before = history.levels[index - 1];
          const change = before === undefined ? null : nativeDelta(level - before.level, words) / 100;
          return {
            commit,
            createdAt,
            score: score(level),
            change: change === null ? null : Number(change.toFixed(4)),
          };
        }),
        falls: history.falls.map(({ at, foundAt, from: was, to: is }) => ({
          since: history.levels[at]?.commit ?? null,
          foundAt: history.levels[foundAt]?.commit ?? null,
          from: score(was),
          to: score(is),
        })),
      };
    }),
  };
}
