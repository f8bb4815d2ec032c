import type { AaCase, AaReport, FalseAlarms } from '../ports/aa-check.js';
import { counted, grouped } from '../text/counts.js';
import { consoleLine, renderTable } from './console-text.js';
import { renderFirst } from './figures.js';
import { excerpt } from './markdown/excerpt.js';

const MOST_CASES = 10;
const MOST_NAMES = 5;
const NAME_CHARACTERS = 40;

/** What an A/A check found, for a terminal; ends with a line break. Of several scorers each is named. */
export function renderAaReport(report: AaReport, isOne: boolean): string {
  const { suite, scorer, judge, cases, pair } = report;
  const [first] = cases;
  const runs = Math.max(first?.first.length ?? 0, first?.second.length ?? 0);
  const lines = [
    `${name(suite)}${isOne ? '' : ` · ${name(scorer)}`}: ${counted(cases.length, 'case')}, run twice without a change, each time ${counted(runs, 'run')} a case; judge ${name(judge)}`,
    `  The gate says of the second run: ${pair.outcome}. ${consoleLine(pair.line)}`,
    '',
    `  ${renderAnswerNoise(report)}`,
    `  ${renderJudgeNoise(report)}`,
    ...renderFalseAlarms(report.falseAlarms).map((line) => `  ${line}`),
    ...renderCases(cases),
    ...renderLeftOut(report.leftOut),
  ];
  return `${lines.join('\n')}\n`;
}

function renderAnswerNoise({ answerNoise }: AaReport): string {
  if (answerNoise === null) return 'Answer noise: not known, since no case has two runs.';
  if (answerNoise === 0) return 'Answer noise: none; every run of a case got the same score.';
  return `Answer noise ${decimals(answerNoise)}: the score of one run usually lies so far from the mean of its case.`;
}

function renderJudgeNoise({ judgeNoise }: AaReport): string {
  if (judgeNoise === null) return 'Judge noise: not measured; no answer was judged a second time.';
  const over = counted(judgeNoise.answers, 'answer');
  if (judgeNoise.deviation === 0) {
    return `Judge noise: none; ${over} judged a second time got the same ${judgeNoise.answers === 1 ? 'score' : 'scores'}.`;
  }
  return `Judge noise ${decimals(judgeNoise.deviation)}: the score of one answer usually moves so far when it is judged anew (${over} judged a second time). It is part of the answer noise; verdicts that a run reuses do not add to it.`;
}

function renderFalseAlarms(alarms: FalseAlarms): readonly string[] {
  const { relabellings, mean, spread, byCase, caseTakes, short, baseRuns, headRuns } = alarms;
  const have = counted(Math.floor((baseRuns + headRuns) / 2), 'run');
  return [
    `False alarms, of ${counted(relabellings, 'time')} that the runs of each case are dealt out at random, ${grouped(baseRuns)} as the base and up to ${grouped(headRuns)} as the change:`,
    `  the mean: ${mean === null ? 'not tested, there are too few cases' : rate(mean, relabellings)}`,
    `  several cases clearly lower: ${rate(spread, relabellings)}`,
    `  a single case: ${byCase === null ? `not measurable with ${have}; --repeat ${caseTakes} measures it` : rate(byCase, relabellings)}`,
    ...(short === 0
      ? []
      : [
          `  In ${grouped(short)} the gate wanted more runs than there are, and decided without them; a higher --repeat gives it more.`,
        ]),
  ];
}

/** `20 (2.0 %)`; of none the bound that so many tries leave, with 95 % confidence. */
function rate(count: number, of: number): string {
  if (of === 0) return 'none';
  // The rule of three.
  if (count === 0) return `none (fewer than ${percent(3 / of)})`;
  return `${grouped(count)} (${percent(count / of)})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function renderCases(cases: readonly AaCase[]): readonly string[] {
  const noisy = cases.filter(
    ({ answerNoise, judgeNoise }) => (answerNoise ?? 0) > 0 || (judgeNoise ?? 0) > 0,
  );
  if (noisy.length === 0) return [];
  const shown = noisy.slice(0, MOST_CASES);
  const rows = [
    ['case', 'mean', 'answer noise', 'judge noise', 'scores'],
    ...shown.map((row) => [
      name(row.id),
      decimals(row.mean),
      row.answerNoise === null ? '–' : decimals(row.answerNoise),
      row.judgeNoise === null ? '–' : decimals(row.judgeNoise),
      `${scores(row.first)} | ${scores(row.second)}`,
    ]),
  ];
  const more = noisy.length - shown.length;
  return [
    '',
    '  The noisiest cases:',
    ...renderTable(rows).map((line) => `  ${line}`),
    ...(more === 0 ? [] : [`    and ${counted(more, 'case')} more with some noise`]),
  ];
}

function renderLeftOut(ids: readonly string[]): readonly string[] {
  if (ids.length === 0) return [];
  return ['', `  Without a score in one of the runs, and left out: ${renderFirst(ids, MOST_NAMES, name)}.`];
}

function scores(values: readonly number[]): string {
  return values.map(decimals).join(' ');
}

function decimals(value: number): string {
  return value > 0 && value < 0.01 ? value.toFixed(3) : value.toFixed(2);
}

function name(text: string): string {
  const { text: shown, remark } = excerpt(consoleLine(text), NAME_CHARACTERS);
  return remark === null ? shown : `${shown}…`;
}
