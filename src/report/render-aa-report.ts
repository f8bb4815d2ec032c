import type { PairedCase } from '../model/comparison.js';
import type { ScorerReport } from '../model/report.js';
import type { RunRecord } from '../model/run-record.js';
import { wordsOf } from '../scorers/measure-words.js';
import { counted, renderFirst } from '../text/counts.js';
import { capitalised } from '../text/values.js';
import { consoleLine, shortened } from './console-text.js';
import { factsOf, reasonOf } from './model/finding-words.js';

const MOST_CASES = 20;
const MOST_NAMES = 5;
const NAME_CHARACTERS = 40;
const GATE = { pass: 'stayed green', fail: 'turned red', inconclusive: 'decided nothing' } as const;
const YELLOW = 'turned yellow';

/** Two runs of one unchanged suite under one scorer, for a terminal; ends with a line break. */
export function renderAaReport({ scorer, decision, comparison }: ScorerReport, second: RunRecord): string {
  const { pairs, unscored } = comparison;
  const words = wordsOf(second, scorer);
  const scores = (values: readonly number[]) => values.map((value) => words.score(value)).join(' ');
  const spread = pairs.filter((pair) => spreadOf(pair) > 0).sort((a, b) => spreadOf(b) - spreadOf(a));
  const steady = pairs.length - spread.length;
  const more = spread.length - MOST_CASES;
  const lines = [
    ...spread
      .slice(0, MOST_CASES)
      .map(({ id, baseScores, headScores }) => `${name(id)}: ${scores(baseScores)} → ${scores(headScores)}`),
    ...(more > 0 ? [`and ${counted(more, 'more case')} with a smaller spread`] : []),
    ...(steady === 0 ? [] : [`${counted(steady, 'case')} had the same score in every run`]),
    ...(unscored.length === 0
      ? []
      : [`without a score: ${renderFirst(unscored, MOST_NAMES, ({ id }) => name(id))}`]),
  ];
  const reason = consoleLine(capitalised(reasonOf(decision, factsOf(words, comparison))));
  const isYellow =
    decision.outcome === 'pass' && decision.findings.some(({ outcome }) => outcome === 'worse');
  const gate = isYellow ? YELLOW : GATE[decision.outcome];
  const title = `${name(second.suite)} · ${name(scorer)}: the gate ${gate}. ${reason}`;
  return `${[title.trimEnd(), ...lines].join('\n  ')}\n`;
}

/** Between the highest and the lowest run of a case, in hundredths. */
function spreadOf({ baseScores, headScores }: PairedCase): number {
  const all = [...baseScores, ...headScores];
  return all.length === 0 ? 0 : Math.max(...all) - Math.min(...all);
}

function name(text: string): string {
  return shortened(consoleLine(text), NAME_CHARACTERS);
}
