const MARK = Symbol.for('prompt-regression/not-scorable');

/** What a step gives where there is nothing to score: the run ends there, without a number. */
export type NotScorable = { readonly [MARK]: true; readonly reason: string };

/** Ends a scorer's run without a score. @param reason for whoever reads the result. */
export function notScorable(reason: string): NotScorable {
  return { [MARK]: true, reason };
}

export function isNotScorable(value: unknown): value is NotScorable {
  return typeof value === 'object' && value !== null && MARK in value;
}
