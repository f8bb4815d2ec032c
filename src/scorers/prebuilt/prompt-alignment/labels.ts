import type { VerdictLabel } from '../../../ports/verdict.js';

/** The labels of one side, user or system. No two are alike, so that a record knows what was judged. */
export type SideLabels = {
  readonly fulfilled: string;
  readonly unfulfilled: string;
  readonly noRequirement: string;
  readonly met: string;
  readonly partlyMet: string;
  readonly unmet: string;
};

export const SIDES = {
  user: {
    fulfilled: 'fulfilled',
    unfulfilled: 'unfulfilled',
    noRequirement: 'no-requirement',
    met: 'met',
    partlyMet: 'partly-met',
    unmet: 'unmet',
  },
  system: {
    fulfilled: 'kept',
    unfulfilled: 'broken',
    noRequirement: 'no-rule',
    met: 'followed',
    partlyMet: 'partly-followed',
    unmet: 'ignored',
  },
} as const satisfies Readonly<Record<string, SideLabels>>;

export type Side = keyof typeof SIDES;

export function requirementLabels(labels: SideLabels): Readonly<Record<string, VerdictLabel>> {
  return { [labels.fulfilled]: 'yes', [labels.unfulfilled]: 'no', [labels.noRequirement]: 'yes' };
}

export function aspectLabels(labels: SideLabels): Readonly<Record<string, VerdictLabel>> {
  return { [labels.met]: 'yes', [labels.partlyMet]: 'unsure', [labels.unmet]: 'no' };
}
