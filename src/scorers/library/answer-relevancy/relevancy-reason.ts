import type { JudgedStatement } from '../../../ports/verdict.js';

const SHOWN = 3;
const LONGEST_SHOWN = 160;

/** The reason in words, from the verdicts alone: counts, then the worst statements with the judge's reasons. */
export function renderReason(statements: readonly JudgedStatement[]): string {
  const count = (label: JudgedStatement['result']): number =>
    statements.filter(({ result }) => result === label).length;
  const [yes, unsure, no] = [count('yes'), count('unsure'), count('no')];
  const total = statements.length;
  if (yes === total)
    return total === 1 ? 'The statement is relevant.' : `All ${total} statements are relevant.`;
  const counts = [
    `${yes} of ${total} ${total === 1 ? 'statement' : 'statements'} ${yes === 1 ? 'is' : 'are'} relevant`,
  ];
  if (unsure > 0) counts.push(`${unsure} unsure`);
  if (no > 0) counts.push(`${no} not relevant`);
  const worst = [
    ...statements.filter(({ result }) => result === 'no'),
    ...statements.filter(({ result }) => result === 'unsure'),
  ];
  const shown = worst.slice(0, SHOWN).map(({ result, text, reason }) => {
    const word = result === 'no' ? 'Not relevant' : 'Unsure';
    return `${word}: “${shorten(text)}”${reason === '' ? '' : ` (${reason.replace(/[.。]$/, '')})`}.`;
  });
  const more = worst.length - shown.length;
  if (more > 0) shown.push(`And ${more} more.`);
  return `${counts.join(', ')}. ${shown.join(' ')}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1)}…`;
}
