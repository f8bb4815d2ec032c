import type { Explanation, Suggestion } from '../../model/explanation.js';
import type { Report } from '../../model/report.js';
import { formatCount } from '../../text/values.js';
import { escapeLine, type Markdown, markdown, renderCodeSpan, renderSuggestionFence } from '../markdown.js';
import { sortWorstFirst } from '../model/scores.js';

/** A comment on lines of the pull request that repairs them. */
export type ReviewSuggestion = Suggestion & {
  /** Its first line is the marker. */
  readonly body: (marker: Markdown) => Markdown;
};

/** Of the lines to restore. GitHub's limit for a comment is 65,536. */
const MAX_LENGTH = 50_000;
const MAX_STATEMENT_LENGTH = 200;

type Named = Extract<Explanation, { readonly kind: 'named' }>;

type Repaired = {
  readonly suite: string;
  readonly explanation: Named;
  readonly repair: NonNullable<Named['repair']>;
  readonly suggestion: Suggestion;
};

/** The first measured repair that changes one place; `null` without one. */
export function findSuggestion(report: Report): Suggestion | null {
  return findRepaired(report)?.suggestion ?? null;
}

/** The repair as a comment on its lines; `null` without one. */
export function renderSuggestion(report: Report): ReviewSuggestion | null {
  const repaired = findRepaired(report);
  return repaired === null
    ? null
    : { ...repaired.suggestion, body: (marker) => markdown`${marker}\n${renderBody(repaired)}` };
}

function findRepaired({ suites }: Report): Repaired | null {
  const repaired = sortWorstFirst(suites).flatMap((suite) =>
    suite.kind === 'evaluated'
      ? (suite.explanations ?? []).flatMap((explanation) => readRepair(suite.suite, explanation))
      : [],
  );
  return repaired[0] ?? null;
}

function readRepair(suite: string, explanation: Explanation): readonly Repaired[] {
  const repair = explanation.kind === 'named' ? explanation.repair : null;
  if (explanation.kind !== 'named' || repair === null) return [];
  const { suggestion } = repair;
  return suggestion !== null && canBeSuggested(suggestion)
    ? [{ suite, explanation, repair, suggestion }]
    : [];
}

/** GitHub may write other line ends than the file has. */
function canBeSuggested({ lines, replaced }: Suggestion): boolean {
  const isPlain = [...lines, ...replaced].every((line) => !line.includes('\r'));
  return isPlain && lines.join('\n').length <= MAX_LENGTH;
}

function renderBody({ suite, explanation, repair, suggestion }: Repaired): Markdown {
  const { without } = explanation;
  const { recovered, cases } = repair;
  return markdown`**Suggested repair** for ${renderCodeSpan(suite)}: ${describeFinding(explanation)}

Tested without this change: ${without.agree} of ${without.of} answers recover. All ${countCases(cases)} of the suite were asked: ${recovered.agree} of the ${recovered.of} affected recover, and none scores lower.

${renderSuggestionFence(suggestion.lines)}

<sub>It restores what the base branch has here. If the change is intended, leave it.</sub>`;
}

function countCases(cases: number): Markdown {
  return escapeLine(formatCount(cases, 'case'));
}

function describeFinding({ rule, statement }: Explanation): Markdown {
  if (statement === null) return markdown`this change lowers the scores.`;
  const quoted = escapeLine(statement, MAX_STATEMENT_LENGTH);
  return rule === 'facts'
    ? markdown`with this change, answers no longer say “${quoted}”`
    : markdown`this change brings “${quoted}”, which is irrelevant.`;
}

/** In place of a suggestion that people have answered. */
export function renderOutdatedSuggestion(marker: Markdown): Markdown {
  return markdown`${marker}\n**Outdated:** this suggestion does not hold for the newest commit of the pull request.`;
}
