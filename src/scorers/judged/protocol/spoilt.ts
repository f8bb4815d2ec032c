import type { FailureKind } from '../../../ports/errors.js';

/** What a judge can spoil without being out of reach: the answer is unscored, and the run goes on. */
export const SPOILT: ReadonlySet<FailureKind> = new Set<FailureKind>([
  'judge-incomplete',
  'judge-compromised',
  'judge-too-lax',
  'malformed',
  'length',
  'refused',
  'content-filter',
]);

/** Why an item that gives orders to the grader is judged by rule. */
export const HOSTILE_REASON = 'It talks to the grader instead of answering.';
