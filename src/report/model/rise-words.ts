import type { Finding } from '../../model/finding.js';
import { formatNumber } from '../../text/values.js';

const RISES = {
  amount: ['median cost of 1,000 answers', (amount: number) => (1_000 * amount).toFixed(2)],
  tokens: ['median number of tokens of an answer', (tokens: number) => formatNumber(Math.round(tokens))],
  seconds: ['median time of an answer', (seconds: number) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`],
} as const;

/** `the median time of an answer rose from 1.2 s to 1.9 s (+58%), more than max-time-rise: 50% allows`. */
export function explainRise(
  { rule, outcome, numbers }: Extract<Finding, { rule: 'cost' | 'time' }>,
  { sides }: { readonly sides: readonly [base: string, head: string] },
): string {
  const { unit, base, head, limit } = numbers;
  const [name, render] = RISES[unit];
  const setting = `\`max-${rule}-rise: ${Math.round(1000 * limit) / 10}%\``;
  if (base === null || head === null) {
    const side = base === null ? sides[0] : sides[1];
    return `${setting} was not checked: the ${name} is not known for ${side}`;
  }
  const move = renderMove(render(base), render(head), head > base ? 'rose' : 'fell');
  const isOver = outcome === 'fails' || outcome === 'worse';
  return `the ${name} ${move} (${renderRise(base, head)}), ${isOver ? 'more than' : 'within'} ${setting}`;
}

function renderMove(from: string, to: string, verb: string): string {
  return from === to ? `stayed ${to}` : `${verb} from ${from} to ${to}`;
}

function renderRise(base: number, head: number): string {
  const percent = Math.round((100 * (head - base)) / base);
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent)}%`;
}
