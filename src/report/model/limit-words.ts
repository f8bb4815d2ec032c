import type { Finding } from '../../model/finding.js';
import type { MeasureWords } from '../../scorers/measure-words.js';
import { cutText, formatCount, formatNumber, renderList } from '../../text/values.js';

const MAX_TAG_LENGTH = 30;

const MAX_ID_LENGTH = 30;
const MAX_IDS = 2;

/** For the heading: `2 of 5 must-pass cases failed: refund and hours`. */
export function summarizeMustPass({ caseIds, numbers }: Extract<Finding, { rule: 'must-pass' }>): string {
  const shown = caseIds.slice(0, MAX_IDS).map((id) => cutText(id, MAX_ID_LENGTH));
  const more = caseIds.length - shown.length;
  const names = renderList(more === 0 ? shown : [...shown, `${formatNumber(more)} more`]);
  return `${formatNumber(caseIds.length)} of ${formatCount(numbers.of, 'must-pass case')} failed: ${names}`;
}

/** For the heading: a group, the cost or the time that is beyond its limit; `null` if none is among the findings. */
export function summarizeLimit(findings: readonly Finding[], words: MeasureWords): string | null {
  const tags = [...new Set(findings.map(({ tag }) => tag).filter((tag) => tag !== undefined))];
  const [first] = tags;
  if (first !== undefined) {
    const name = cutText(first, MAX_TAG_LENGTH);
    const others = tags.length === 1 ? '' : ` and ${formatCount(tags.length - 1, 'more group')}`;
    const isMean = findings.some(({ rule, tag }) => rule === 'mean' && tag === first);
    return `${name}${others} ${isMean ? `scored ${words.lower}` : `${tags.length === 1 ? 'is' : 'are'} ${words.below} the threshold`}`;
  }
  const rise = findings.find(({ rule }) => rule === 'cost' || rule === 'time');
  if (rise?.rule === 'cost') return `an answer costs ${renderRisePercent(rise.numbers)} more`;
  return rise?.rule === 'time' ? `an answer takes ${renderRisePercent(rise.numbers)} longer` : null;
}

function renderRisePercent({
  base,
  head,
}: {
  readonly base: number | null;
  readonly head: number | null;
}): string {
  return `${Math.round(100 * ((head ?? 0) / (base ?? 1) - 1))}%`;
}
