import { addUsage } from '../ports/answer.js';
import type { BaselineUsed, EvaluatedSuite, Spent, SuiteReport } from '../ports/report.js';
import type { Repeat, RunRecord } from '../ports/run-record.js';
import type { Cost } from '../ports/spending.js';
import { counted, grouped } from '../text/counts.js';
import { bareReason, cutText } from '../text/values.js';
import { renderList, renderSeconds } from './figures.js';
import { nameBaseline } from './notes/baseline.js';

/** What the offline judge cannot do belongs beside its verdicts. */
const BUILTIN = 'Judged offline by the built-in judge: it cannot tell a right short answer from a wrong one';

/** Digits of an amount below 1 that tell something. */
const DIGITS = 2;
const MOST_DECIMALS = 8;

/** How foreign text gets into the place where the line is printed. */
export type FooterText = { readonly name: (text: string) => string; readonly line: (text: string) => string };

/** Small print of a suite in one line; of one that could not be evaluated what was spent all the same, else `null`. */
export function renderFooter(suite: SuiteReport, text: FooterText): string | null {
  const parts = partsOf(suite, text);
  return parts && [...parts.about, ...parts.spent].join(' · ');
}

/** The same of several suites, a line each, and before them what holds for all of these: often one judge and one base. */
export function renderFooters(suites: readonly SuiteReport[], text: FooterText): readonly string[] {
  const all = suites.flatMap((suite) => {
    const parts = partsOf(suite, text);
    return parts === null ? [] : [{ name: text.name(suite.suite), ...parts }];
  });
  const [first, ...others] = all;
  const isCommon = (part: string) => others.length > 0 && all.every(({ about }) => about.includes(part));
  const common = first?.about.filter(isCommon) ?? [];
  const own = all.map(({ name, about, spent }) => {
    return `${name}: ${[...about.filter((part) => !common.includes(part)), ...spent].join(' · ')}`;
  });
  return common.length === 0 ? own : [common.join(' · '), ...own];
}

/** Judge, which baseline and why; what the run cost. */
function partsOf(
  suite: SuiteReport,
  text: FooterText,
): { readonly about: readonly string[]; readonly spent: readonly string[] } | null {
  if (suite.kind === 'evaluated') {
    const { head, baseline } = suite;
    const spent = suite.spent ?? { ...head.usage, seconds: head.seconds };
    return {
      about: [
        ...(head.scorers.some(({ judged }) => judged !== false) ? [renderJudge(head.judge, text)] : []),
        ...renderBaseline(baseline, text),
      ],
      spent: [...renderSpending(spent, text.name), ...renderRepeats(untoldRepeats(suite), text.line)],
    };
  }
  if (suite.spent === undefined) return null;
  return { about: [], spent: [`spent: ${renderSpending(suite.spent, text.name).join(' · ')}`] };
}

const REPEATS: readonly (readonly [Repeat['of'], (count: number) => string])[] = [
  ['answer', (count) => `${counted(count, 'answer')} asked for a second time`],
  ['judgement', (count) => `${counted(count, 'answer')} had to be judged again`],
  ['reply', (count) => `${counted(count, 'reply', 'replies')} of the judge asked for again`],
];

/** A reason is a hint in small print: the whole of it, with the last lines of stderr, stands in the record. */
const REASON_CHARACTERS = 120;

/** Where nothing was decided for the very reason, it has been said what was asked for in vain. */
function untoldRepeats({ head, decision }: EvaluatedSuite): readonly Repeat[] {
  const repeats = head.repeats ?? [];
  if (decision.outcome !== 'inconclusive') return repeats;
  return repeats.filter(({ why }) => !decision.headline.includes(hintOf(why).slice(0, REASON_CHARACTERS)));
}

function hintOf(why: string): string {
  return bareReason(why).replace(/\.$/, '');
}

/** What a run asked for once more, in the parts of a line: `2 answers asked for a second time: database gone`. */
export function renderRepeats(repeats: readonly Repeat[], line: FooterText['line']): readonly string[] {
  return REPEATS.flatMap(([of, what]) => {
    const own = repeats.filter((repeat) => repeat.of === of);
    const [first] = own.toSorted((a, b) => b.count - a.count);
    if (first === undefined) return [];
    const count = own.reduce((sum, repeat) => sum + repeat.count, 0);
    const why = line(cutText(hintOf(first.why), REASON_CHARACTERS));
    const others = own.length === 1 ? '' : ` (${grouped(first.count)} of them)`;
    return [`${what(count)}: ${why}${others}`];
  });
}

function renderJudge({ builtin, name }: RunRecord['judge'], text: FooterText): string {
  return builtin ? BUILTIN : `Judge ${text.name(name)}`;
}

function renderBaseline(baseline: BaselineUsed, text: FooterText): readonly string[] {
  switch (baseline.kind) {
    case 'record':
      if (baseline.stale) return ['baseline: see above'];
      return [`baseline: ${text.line(nameBaseline(baseline))}`];
    case 'none':
      // What is measured becomes the baseline: there is one now.
      return baseline.reason === 'first' ? [] : ['no baseline'];
    case 'unreadable':
      return ['baseline unreadable'];
    default:
      return baseline satisfies never;
  }
}

/** What a suite's run has cost, in the parts of a line: `240 model calls`, `81,000 tokens`, `cost 0.042`, `32 s`. */
export function renderSpending(
  { target, judge, seconds, cost }: Spent,
  name: (model: string) => string,
): readonly string[] {
  const spent = addUsage(target, judge);
  return [
    counted(spent.calls, 'model call'),
    ...(spent.calls === 0 ? [] : [`${grouped(spent.inputTokens + spent.outputTokens)} tokens`]),
    ...(cost === undefined ? [] : [renderCost(cost, name)]),
    renderSeconds(seconds),
  ];
}

function renderCost(cost: Cost, name: (model: string) => string): string {
  switch (cost.status) {
    case 'known':
      return `${cost.covers === 'judge' ? "judge's cost" : 'cost'} ${renderAmount(cost.amount)}`;
    case 'unpriced':
      return `cost not known: no price for ${renderList(cost.models.map(name))}`;
    default:
      return cost satisfies never;
  }
}

/** `12.50`, `0.042`, `0.00003`: two digits that tell something, without an exponent. */
export function renderAmount(amount: number): string {
  if (amount >= 1) return amount.toFixed(2);
  if (amount === 0) return '0';
  const decimals = Math.min(MOST_DECIMALS, DIGITS - 1 - Math.floor(Math.log10(amount)));
  return amount.toFixed(decimals);
}
