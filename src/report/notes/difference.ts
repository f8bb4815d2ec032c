import type { JudgingDifference } from '../../model/obstacle.js';
import { codeSpan } from '../../text/values.js';

/** Why scores cannot be compared as they are: a clause, foreign names in backticks. */
export function renderDifference(difference: JudgingDifference): string {
  switch (difference.kind) {
    case 'judge':
      return `the judge changed from ${codeSpan(difference.before)} to ${codeSpan(difference.after)}`;
    case 'judge-settings':
      return "the judge's settings changed";
    case 'rubric':
      return "the judge's rules changed";
    case 'task':
      return 'the task changed';
    case 'scorers':
      return `the baseline has no scores by ${renderNames(difference.scorers)}`;
    case 'formula':
      return `the formula of ${renderNames(difference.scorers)} changed`;
    case 'labels':
      return "the team's labels changed";
    default:
      return difference satisfies never;
  }
}

const MOST_NAMED = 5;

/** A few of many foreign names, in backticks: `a.md`, `b.md` and 3 more. */
export function renderNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMED).map(codeSpan).join(', ');
  return names.length > MOST_NAMED ? `${shown} and ${names.length - MOST_NAMED} more` : shown;
}
