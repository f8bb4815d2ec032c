import { NEXT_START } from '../report/comment/render-blocks.js';
import {
  joinMarkdown,
  type Markdown,
  markdown,
  renderHiddenLine,
  replaceMarkdown,
  splitLines,
} from '../report/markdown.js';
import { sha256 } from '../text/json.js';
import { type EarlierDecision, parseDecisionLine, renderDecisionLine } from './earlier-decision.js';
import { buildSuiteKey } from './status.js';

/** The parts of our comment in order. Only their position identifies them, since a report may quote any line. */
export type CommentParts = {
  readonly marker: Markdown;
  readonly decision: EarlierDecision | null;
  /** Above the report: it was accepted, or is shown again. */
  readonly banner: Markdown | null;
  readonly report: Markdown;
};

const BANNER_START = markdown`<!-- prompt-regression-banner -->`;
const BANNER_END = markdown`<!-- end of prompt-regression-banner -->`;

/** Most bytes of a banner with its marks, which a report leaves free. */
export const MAX_BANNER_BYTES = 2_000;

export function splitComment(body: Markdown): CommentParts {
  const [marker = markdown``, ...lines] = splitLines(body);
  const decision = parseDecisionLine(lines[0] ?? '');
  if (decision !== null) lines.shift();
  const end = lines[0] === BANNER_START ? lines.indexOf(BANNER_END) : -1;
  // `joinComment` puts an empty line below the banner.
  const banner = end < 0 ? null : joinMarkdown(lines.slice(1, end - 1), '\n');
  return { marker, decision, banner, report: joinMarkdown(lines.slice(end + 1), '\n') };
}

export function joinComment({ marker, decision, banner, report }: CommentParts): Markdown {
  const above = banner === null ? [] : [BANNER_START, banner, markdown``, BANNER_END];
  return joinMarkdown([buildFirstLines(marker, decision), ...above, report], '\n');
}

/** An HTML comment that ends with `NEXT_END`, so the text between is hidden. */
const NEXT_HIDDEN = markdown`<!-- prompt-regression-next`;

/** The report of an accepted head asks for nothing. Foreign text cannot have these marks: it has no `<!--`. */
export function hideNextSteps(report: Markdown): Markdown {
  return replaceMarkdown(report, markdown`${NEXT_START}\n`, markdown`${NEXT_HIDDEN}\n`);
}

export function showNextSteps(report: Markdown): Markdown {
  return replaceMarkdown(report, markdown`${NEXT_HIDDEN}\n`, markdown`${NEXT_START}\n`);
}

/** The lines before a new report: the marker, and the decision if there is one to remember. */
export function buildFirstLines(marker: Markdown, decision: EarlierDecision | null): Markdown {
  return decision === null ? marker : markdown`${marker}\n${renderDecisionLine(decision)}`;
}

/** The first line of our comment, an HTML comment that identifies it. The key is hashed, so it needs no redaction. */
export function buildCommentMarker(key: string): Markdown {
  return renderHiddenLine(`prompt-regression ${sha256(key, 16)}`);
}

export function hasMarker(body: string, marker: Markdown): boolean {
  return body.split('\n', 1)[0]?.trim() === marker;
}

/** GitHub may return line ends and the end of the text in another form. */
export function isSameComment(a: string, b: string): boolean {
  return normalizeBody(a) === normalizeBody(b);
}

function normalizeBody(text: string): string {
  return text.replaceAll('\r\n', '\n').trimEnd();
}

/** By the workflow's inputs, not by the config file's suites: a pull request that adds or removes one keeps its comment. */
export function buildCommentKey(run: {
  readonly workflow: string;
  /** The config file that the inputs name; `null` for none. */
  readonly config: string | null;
  readonly suites: readonly string[];
  /** The working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
}): string {
  const { workflow, config, directory } = run;
  const suites = run.suites.toSorted().map((suite) => buildSuiteKey(suite, directory));
  const whole = directory === '' ? [] : [`${directory}/`];
  return [workflow, ...(config === null ? [] : [config]), ...(suites.length === 0 ? whole : suites)].join(
    ' / ',
  );
}
