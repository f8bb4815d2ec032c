import type { Cause, Obstacle } from '../../model/obstacle.js';
import { counted, grouped } from '../../text/counts.js';
import { capitalised, oneLine } from '../../text/values.js';
import { renderDifference } from './difference.js';

/** Why nothing was measured, as a clause. Holds foreign text. */
export function causeClause(cause: Cause): string {
  return typeof cause === 'string' ? plainClause(cause) : obstacleClause(cause);
}

/** Why something is not measured or not compared, as a clause. Holds foreign text. */
export function obstacleClause(obstacle: Obstacle): string {
  const short = obstacleInShort(obstacle);
  switch (obstacle.kind) {
    case 'stopped':
      return `the run ended early: ${plainClause(obstacle.reason)}`;
    case 'unscored': {
      const { missing, share, reason, side } = obstacle;
      const often = share < missing ? `, ${grouped(share)} of them because` : '';
      const why = reason === '' ? '' : `${often}: ${plainClause(reason)}`;
      return `${short}${side === 'base' ? ' at base' : ''}${why}`;
    }
    case 'incomparable':
      return obstacle.canRejudge
        ? renderDifference(obstacle.because)
        : `${renderDifference(obstacle.because)}, and the baseline keeps no answers to judge again`;
    default:
      return short;
  }
}

/** The same without its reason, for a heading. */
export function obstacleInShort(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'stopped':
      return obstacle.failure === 'budget' ? 'the budget is used up' : 'the run ended early';
    case 'unscored':
      return `${grouped(obstacle.missing)} of ${counted(obstacle.of, 'case')} ${obstacle.missing === 1 ? 'has' : 'have'} no score`;
    case 'empty-answers':
      return `${grouped(obstacle.empty)} of ${counted(obstacle.of, 'answer')} ${obstacle.empty === 1 ? 'is' : 'are'} empty`;
    case 'incomparable':
      return 'the baseline cannot be compared';
    case 'few-pairs':
      return `only ${grouped(obstacle.usable)} of ${counted(obstacle.had, 'baseline case')} can be compared`;
    case 'unreadable-baseline':
      return 'the baseline cannot be read';
    case 'no-record':
      return 'the baseline has no record';
    default:
      return obstacle satisfies never;
  }
}

/** The reason alone, for a report whose heading says the rest; empty if the heading says it all. */
export function obstacleReason(obstacle: Obstacle): readonly string[] {
  if (obstacle.kind === 'incomparable') return [`${capitalised(obstacleClause(obstacle))}.`];
  if (!('reason' in obstacle) || obstacle.reason === '') return [];
  const isPart = obstacle.kind === 'unscored' && obstacle.share < obstacle.missing;
  const often = isPart ? ` (${grouped(obstacle.share)} of ${counted(obstacle.missing, 'case')})` : '';
  return [`${plainClause(obstacle.reason)}${often}.`];
}

export function plainClause(text: string): string {
  return oneLine(text).replace(/\.$/, '');
}
