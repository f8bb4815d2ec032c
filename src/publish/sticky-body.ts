import { type EarlierDecision, parseDecisionLine, renderDecisionLine } from './earlier-decision.js';

/**
 * The parts of our comment, in this order: the marker, the remembered decision, a banner about it, the report. They are
 * told apart by their place alone, since a report may quote any line.
 */
export type StickyBody = {
  readonly marker: string;
  readonly decision: EarlierDecision | null;
  /** Markdown above the report: that it is accepted, or shown again. */
  readonly banner: string | null;
  readonly report: string;
};

const BANNER_START = '<!-- prompt-regression-banner -->';
const BANNER_END = '<!-- end of prompt-regression-banner -->';

/** Most bytes of a banner with its marks; a report leaves this room free. */
export const BANNER_BYTES = 2_000;

export function splitStickyBody(body: string): StickyBody {
  const [marker = '', ...lines] = body.replaceAll('\r\n', '\n').split('\n');
  const decision = parseDecisionLine(lines[0] ?? '');
  if (decision !== null) lines.shift();
  const end = lines[0] === BANNER_START ? lines.indexOf(BANNER_END) : -1;
  if (end < 0) return { marker, decision, banner: null, report: lines.join('\n') };
  const banner = lines.slice(1, end).join('\n').trim();
  return { marker, decision, banner, report: lines.slice(end + 1).join('\n') };
}

export function joinStickyBody({ marker, decision, banner, report }: StickyBody): string {
  return [
    firstLines(marker, decision),
    ...(banner === null ? [] : [BANNER_START, banner, '', BANNER_END]),
    report,
  ].join('\n');
}

/** What stands above a new report: the marker, and the decision where it is short enough to be remembered. */
export function firstLines(marker: string, decision: EarlierDecision | null): string {
  const line = decision === null ? null : renderDecisionLine(decision);
  return line === null ? marker : `${marker}\n${line}`;
}
