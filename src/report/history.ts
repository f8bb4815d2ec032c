import type { HistoryFall, SuiteHistory } from '../ports/history.js';
import type { SuiteReport } from '../ports/report.js';
import type { MeasureWords } from '../scorers/measure-words.js';
import { counted } from '../text/counts.js';
import { shortCommit } from '../text/values.js';
import { renderList } from './figures.js';
import { wordsOfSuite } from './list-scores.js';

/** So many runs are shown, the newest. */
export const MOST_SHOWN = 40;
const MOST_STEPS = 3;
/** A smaller difference, in hundredths, would draw noise as a mountain range. */
const LEAST_HEIGHT = 10;
const BARS = '▁▂▃▄▅▆▇█';

/** A suite's course on its branch, and the fall that its newest run made clear; `null` where there is nothing to see yet. */
export function tellHistory(
  suite: SuiteReport,
): { readonly bars: string; readonly course: string; readonly fall: string | null } | null {
  if (suite.kind !== 'evaluated') return null;
  const own = suite.history?.find(({ scorer }) => scorer === suite.comparison.scorer);
  if (own === undefined || own.levels.length < 2) return null;
  const words = wordsOfSuite(suite);
  const fall = own.falls.find(({ foundAt }) => foundAt === own.levels.length - 1);
  return {
    bars: renderBars(own),
    course: renderCourse(own, words),
    fall: fall === undefined ? null : renderFall(own, fall, words),
  };
}

/** The loss that a pull request inherits, in one line; `null` where there is none. */
export function tellSlowLoss(suite: SuiteReport): string | null {
  if (suite.kind !== 'evaluated') return null;
  const loss = suite.slowLosses?.find(({ scorer }) => scorer === suite.comparison.scorer);
  if (loss === undefined) return null;
  const words = wordsOfSuite(suite);
  const { commit, createdAt, from, to, change } = loss;
  const moved = `mean ${words.name} ${words.worse} ${words.move(from, to)}, little by little`;
  const own = change < 0 ? `${words.figures(to - change, to).delta} of it` : 'no part of it';
  return `Since \`${shortCommit(commit)}\` (${createdAt.slice(0, 10)}) ${moved}; this pull request is ${own}.`;
}

/** The newest runs as a row of bars, a low one for a low score, whichever way is better. */
export function renderBars({ levels, higherIsBetter }: SuiteHistory): string {
  const shown = levels.slice(-MOST_SHOWN).map(({ level }) => (higherIsBetter ? level : 100 - level));
  const highest = Math.max(...shown);
  const height = Math.max(LEAST_HEIGHT, highest - Math.min(...shown));
  // At the top, unless the room below is none: a score of 0 is a low bar also where all are.
  const top = Math.max(highest, height);
  return shown
    .map((level) => BARS.at(Math.round((BARS.length - 1) * (1 - (top - level) / height))) ?? '')
    .join('');
}

/** `mean relevancy 0.93 → 0.86 over 9 runs on this branch` */
export function renderCourse({ levels }: SuiteHistory, words: MeasureWords): string {
  const shown = levels.slice(-MOST_SHOWN);
  const [first, last] = [shown[0]?.level ?? 0, shown.at(-1)?.level ?? 0];
  const move = shown.length === 1 ? words.score(last) : words.move(first, last);
  return `mean ${words.name} ${move} ${shown.length === 1 ? 'in' : 'over'} ${counted(shown.length, 'run')}`;
}

/** What fell, since when, and where most of it came from. */
export function renderFall(history: SuiteHistory, fall: HistoryFall, words: MeasureWords): string {
  const { first, at, foundAt, from, to } = fall;
  const { levels } = history;
  const steps = levels
    .slice(first + 1, foundAt + 1)
    .map(({ commit }, index) => {
      const [before, after] = [levels[first + index]?.level ?? 0, levels[first + index + 1]?.level ?? 0];
      return { commit, index, fell: before - after, shown: words.figures(before, after).delta };
    })
    .filter(({ fell }) => fell > 0)
    .sort((a, b) => b.fell - a.fell)
    .slice(0, MOST_STEPS)
    .sort((a, b) => a.index - b.index)
    .map(({ commit, shown }) => `\`${shortCommit(commit)}\` (${shown})`);
  const since = shortCommit(levels[at]?.commit ?? null);
  const { from: was, to: is } = words.figures(from, to);
  return `Mean ${words.name} ${words.worse} and stays ${words.lower}: ${was} on average before \`${since}\`, ${is} from there on. The largest steps: ${renderList(steps)}. If that was intended, nothing is to be done: from now on the new level counts.`;
}
