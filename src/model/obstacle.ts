import type { FailureKind } from './errors.js';

/** The reason why a record's scores cannot be compared with today's. */
export type JudgingDifference =
  | { readonly kind: 'judge'; readonly before: string; readonly after: string }
  | { readonly kind: 'judge-settings' }
  | { readonly kind: 'rubric' }
  | { readonly kind: 'task' }
  /** The record has no score by these. */
  | { readonly kind: 'scorers'; readonly scorers: readonly string[] }
  | { readonly kind: 'formula'; readonly scorers: readonly string[] }
  | { readonly kind: 'labels' };

/** The reason why something was not measured or compared. `reason` is a clause that may hold foreign text. */
export type Obstacle =
  | { readonly kind: 'stopped'; readonly failure: FailureKind; readonly reason: string }
  | {
      /** Cases without a score, more than the error limit allows. */
      readonly kind: 'unscored';
      readonly side: 'base' | 'head';
      readonly missing: number;
      readonly of: number;
      /** The most common failure among them, and its number of cases. */
      readonly failure: FailureKind | 'no-cases';
      readonly share: number;
      readonly reason: string;
    }
  | {
      readonly kind: 'empty-answers';
      readonly empty: number;
      readonly of: number;
      readonly everywhere: boolean;
    }
  | { readonly kind: 'incomparable'; readonly because: JudgingDifference; readonly canRejudge: boolean }
  | { readonly kind: 'few-pairs'; readonly usable: number; readonly had: number }
  | { readonly kind: 'unreadable-baseline' }
  | { readonly kind: 'no-record' };

/** The reason why nothing was measured: an obstacle, or a clause without secrets that may hold foreign text. */
export type Cause = Obstacle | string;
