import { NEXT_START } from '../report/comment/render-comment.js';
import { sha256 } from '../text/json.js';
import { type EarlierDecision, parseDecisionLine, renderDecisionLine } from './earlier-decision.js';
import { suiteIdentity } from './status.js';

/** The parts of our comment in order. Only their position identifies them, since a report may quote any line. */
export type StickyBody = {
  readonly marker: string;
  readonly decision: EarlierDecision | null;
  /** Markdown above the report: it was accepted, or is shown again. */
  readonly banner: string | null;
  readonly report: string;
};

const BANNER_START = '<!-- prompt-regression-banner -->';
const BANNER_END = '<!-- end of prompt-regression-banner -->';

/** Most bytes of a banner with its marks, which a report leaves free. */
export const MAX_BANNER_BYTES = 2_000;

export function splitStickyBody(body: string): StickyBody {
  const [marker = '', ...lines] = body.replaceAll('\r\n', '\n').split('\n');
  const decision = parseDecisionLine(lines[0] ?? '');
  if (decision !== null) lines.shift();
  const end = lines[0] === BANNER_START ? lines.indexOf(BANNER_END) : -1;
  const banner = end < 0 ? null : lines.slice(1, end).join('\n').trim();
  return { marker, decision, banner, report: lines.slice(end + 1).join('\n') };
}

export function joinStickyBody({ marker, decision, banner, report }: StickyBody): string {
  const above = banner === null ? [] : [BANNER_START, banner, '', BANNER_END];
  return [firstLines(marker, decision), ...above, report].join('\n');
}

/** An HTML comment that ends with `NEXT_END`, so the text between is hidden. */
const NEXT_HIDDEN = '<!-- prompt-regression-next';

/** The report of an accepted head asks for nothing. Foreign text cannot have these marks: it has no `<!--`. */
export function hideNext(report: string): string {
  return report.replace(`${NEXT_START}\n`, `${NEXT_HIDDEN}\n`);
}

export function showNext(report: string): string {
  return report.replace(`${NEXT_HIDDEN}\n`, `${NEXT_START}\n`);
}

/** The lines before a new report: the marker, and the decision if there is one to remember. */
export function firstLines(marker: string, decision: EarlierDecision | null): string {
  return decision === null ? marker : `${marker}\n${renderDecisionLine(decision)}`;
}

/** The first line of our comment, an HTML comment that identifies it. The key is hashed, so it needs no redaction. */
export function commentMarker(key: string): string {
  return `<!-- prompt-regression ${sha256(key, 16)} -->`;
}

export function carriesMarker(body: string, marker: string): boolean {
  return body.split('\n', 1)[0]?.trim() === marker;
}

/** By the workflow's inputs, not by the config file's suites: a pull request that adds or removes one keeps its comment. */
export function commentKeyOf(run: {
  readonly workflow: string;
  /** The config file that the inputs name; `null` for none. */
  readonly config: string | null;
  readonly suites: readonly string[];
  /** The working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
}): string {
  const { workflow, config, directory } = run;
  const suites = run.suites.toSorted().map((suite) => suiteIdentity(suite, directory));
  const whole = directory === '' ? [] : [`${directory}/`];
  return [workflow, ...(config === null ? [] : [config]), ...(suites.length === 0 ? whole : suites)].join(
    ' / ',
  );
}
