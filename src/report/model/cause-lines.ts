import type { EvaluatedSuite } from '../../model/report.js';
import type { Block } from './blocks.js';
import { describeOnlyChange, describeUnexplained, isSharedCause, renderCausedBy } from './caused-by.js';
import { findSameness } from './changed-answers.js';
import { renderProbableLines } from './probable-lines.js';
import type { SuiteView } from './report-model.js';
import { findSuiteWords } from './scores.js';

/** True if readers ask which line of the pull request did it. */
export function explainsChange(view: SuiteView): boolean {
  const { look, gotWorse, better, isUnnoticed, showsChange } = view;
  if (view.isFirst) return false;
  if (gotWorse) return true;
  if (!showsChange) return false;
  return isReviewOnly(view) || isUnnoticed || (look === 'pass' && better.length > 0);
}

/** True if no answer got worse, but the change has to be reviewed. */
function isReviewOnly({ evaluated, worse }: SuiteView): boolean {
  return worse.length === 0 && evaluated !== null && evaluated.decision.review.length > 0;
}

/** The changed lines, if something was compared and the cause does not name them. */
export function renderChange(view: SuiteView, diffUrl: string | null): readonly Block[] {
  const { evaluated, changed, showsChange } = view;
  const isCompared = evaluated?.baseline.kind === 'record';
  if (!isCompared || !showsChange || explainsChange(view)) return [];
  return renderProbableLines(changed, { intro: 'Changed:', isOneCause: true, isCause: false }, diffUrl);
}

/** The lines that were tested to cause it, else those that probably do. */
export function renderCauseLines(view: SuiteView, diffUrl: string | null): readonly Block[] {
  const { evaluated, changed, worse, causes, alsoChanged, isCertain, isProven } = view;
  if (evaluated === null) return [];
  // The lines themselves are shown with another scorer of the suite.
  const placeOnly = !view.showsChange;
  const tested = worse.length > 0 ? renderCausedBy(evaluated, { diffUrl, isProven, placeOnly }) : [];
  if (tested.length > 0) {
    const also = { intro: 'Probably also from', isOneCause: true, placeOnly };
    return [...tested, ...alsoChanged.flatMap((lines) => renderProbableLines(lines, also, diffUrl))];
  }
  const isNamedOnly = isOnlyChange(view) && (isCertain || isDoubtful(view));
  const intro = {
    intro: isSoleCause(view) ? 'Caused by' : chooseIntro(view),
    isOneCause: causes.length < 2,
    isCause: !view.isUnnoticed && !isReviewOnly(view),
    isShared: isSharedCause(evaluated),
    after: isNamedOnly ? `, ${describeOnlyChange(changed.lines[0]?.path, evaluated)}` : '',
    placeOnly,
  };
  const why = placeOnly ? [] : describeUnexplained(evaluated);
  return [...renderProbableLines(changed, intro, diffUrl), ...why];
}

/** True if neither words nor new answers say that the one changed place did it, or if all of it may be chance. */
function isDoubtful(view: SuiteView): boolean {
  const { changed, isCertain } = view;
  const isWordless = changed.changes === 1 && changed.likely.length === 0;
  return !isCertain && (isWordless || isUnsuspected(view));
}

/** True if no rule suspects the answers that scored lower: the mean is below the threshold, and may have been before. */
function isUnsuspected({ worse, evaluated }: SuiteView): boolean {
  return worse.length > 0 && evaluated?.decision.worse.length === 0;
}

function isOnlyChange({ changed, agentChanges }: SuiteView): boolean {
  return changed.changes === 1 && agentChanges.length === 0;
}

/** True if new answers of both sides confirm what happened, and the agent changed in one place only. */
function isSoleCause(view: SuiteView): boolean {
  const { isProven, worse, isUnnoticed } = view;
  return isOnlyChange(view) && isProven && worse.length > 0 && !isUnnoticed;
}

function chooseIntro(view: SuiteView): string {
  // The hint says what the answers are.
  if (isReviewOnly(view) || view.hint !== null) return 'Changed:';
  if (view.isUnnoticed && view.evaluated !== null) return describeUnnoticed(view.evaluated);
  return isDoubtful(view) ? 'Perhaps from' : 'Probably from';
}

function describeUnnoticed(suite: EvaluatedSuite): string {
  return findSameness(suite) === 'words'
    ? 'With this change, all answers are the same:'
    : `With this change, all answers ${describeSameScore(suite)}:`;
}

/** `are as relevant as before`, if statements are judged, and nothing else is scored. */
function describeSameScore(suite: EvaluatedSuite): string {
  const { judgesItems, items } = findSuiteWords(suite);
  return suite.part === undefined && judgesItems && items.one === 'statement'
    ? 'are as relevant as before'
    : 'score the same';
}
