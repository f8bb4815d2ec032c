import type { AnswerCost, EvaluatedSuite } from '../../model/report.js';
import { grouped } from '../../text/counts.js';
import { NONE } from './scores.js';

/** One number per answer on both sides: `tokens 410 → 530`. It decides nothing. */
export type AnswerCostRow = {
  readonly name: string;
  readonly base: string;
  readonly head: string;
  /** `+29 %`, or a dash. */
  readonly change: string;
};

/** Answers that take less than this are not slow; the time is mostly our own. */
const LEAST_SECONDS = 0.1;

/** What an answer takes, base against head; empty if neither is known, or if the run could not decide. */
export function listAnswerCosts({
  answerCosts,
  decision,
}: Pick<EvaluatedSuite, 'answerCosts' | 'decision'>): readonly AnswerCostRow[] {
  if (answerCosts === undefined || decision.outcome === 'inconclusive') return [];
  const { base, head } = answerCosts;
  const row = (name: string, of: (cost: AnswerCost) => number | null, render: (value: number) => string) => {
    const text = (cost: AnswerCost | null) => {
      const value = cost && of(cost);
      return value === null ? NONE : render(value);
    };
    const change = renderChange(base && of(base), of(head));
    return of(head) === null ? [] : [{ name, base: text(base), head: text(head), change }];
  };
  const isQuick = Math.max(base?.seconds ?? 0, head.seconds ?? 0) < LEAST_SECONDS;
  return [
    ...row(
      'tokens',
      ({ tokens }) => tokens,
      (tokens) => grouped(Math.round(tokens)),
    ),
    ...row('cost', ({ amount }) => amount, renderAmount),
    ...(isQuick ? [] : row('median time', ({ seconds }) => seconds, renderSeconds)),
  ];
}

/** `per answer: tokens 410 → 530, median time 1.2 s → 1.9 s`, if there are numbers. */
export function describeAnswerCosts(rows: readonly AnswerCostRow[]): readonly string[] {
  const parts = rows.map(
    ({ name, base, head }) => `${name} ${base === NONE || base === head ? head : `${base} → ${head}`}`,
  );
  return parts.length === 0 ? [] : [`per answer: ${parts.join(', ')}`];
}

function renderChange(base: number | null, head: number | null): string {
  if (base === null || head === null || base === 0) return NONE;
  const percent = Math.round((100 * (head - base)) / base);
  return percent === 0 ? '0 %' : `${percent > 0 ? '+' : '−'}${Math.abs(percent)} %`;
}

function renderSeconds(seconds: number): string {
  return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
}

/** Two significant digits, without an exponent. */
function renderAmount(amount: number): string {
  if (amount >= 1 || amount === 0) return amount.toFixed(2);
  return amount.toFixed(Math.min(8, 1 - Math.floor(Math.log10(amount))));
}
