import type { JudgedStatement } from '../../../ports/verdict.js';
import type { ItemPart } from './item-spec.js';

const SHOWN = 3;
const LONGEST_SHOWN = 160;

/** The reason in words, from the verdicts alone: counts of each part, then the worst items with the judge's reasons. */
export function renderItemsReason(
  statements: readonly JudgedStatement[],
  parts: readonly ItemPart[],
): string {
  const counted = statements.filter(({ label }) => parts.some((part) => counts(part, label)));
  const lines = parts.map((part) => renderCounts(part, counted));
  const worst = counted.length === 1 ? counted : badItems(counted);
  return [...lines, ...quoteItems(worst, ({ label }) => capital(wordsOf(label ?? '')))].join(' ');
}

/** What is not as it should be, the worst first. */
export function badItems(items: readonly JudgedStatement[]): readonly JudgedStatement[] {
  return [
    ...items.filter(({ result }) => result === 'no'),
    ...items.filter(({ result }) => result === 'unsure'),
  ];
}

/** The first items with the judge's reasons, each under a word for its verdict, and how many are left. */
export function quoteItems(
  items: readonly JudgedStatement[],
  wordOf: (item: JudgedStatement) => string,
): string[] {
  const shown = items.slice(0, SHOWN).map((item) => {
    const why = item.reason === '' ? '' : ` (${item.reason.replace(/[.。]$/, '')})`;
    return `${wordOf(item)}: “${shorten(item.text)}”${why}.`;
  });
  return items.length > SHOWN ? [...shown, `And ${items.length - SHOWN} more.`] : shown;
}

function renderCounts(part: ItemPart, statements: readonly JudgedStatement[]): string {
  const own = statements.filter(({ label }) => counts(part, label));
  if (own.length === 0) return `No ${part.words.many}.`;
  const each = Object.keys(part.labels).flatMap((label) => {
    const count = own.filter((statement) => statement.label === label).length;
    return count === 0 ? [] : [`${count} ${wordsOf(label)}`];
  });
  return `${own.length} ${own.length === 1 ? part.words.one : part.words.many}: ${each.join(', ')}.`;
}

function counts(part: ItemPart, label: string | undefined): boolean {
  return label !== undefined && Object.hasOwn(part.labels, label) && !part.ignored.includes(label);
}

function wordsOf(label: string): string {
  return label.replaceAll('-', ' ');
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= LONGEST_SHOWN ? line : `${line.slice(0, LONGEST_SHOWN - 1)}…`;
}
