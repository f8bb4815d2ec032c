import type { JudgingDifference } from '../../ports/obstacle.js';
import { codeSpan } from '../../text/values.js';
import { renderNames } from './names.js';

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
