import type { FailureKind } from './errors.js';

/** Is the statement relevant to what was asked? */
export type VerdictLabel = 'yes' | 'unsure' | 'no';

/**
 * `result` says of every scorer's items the same: `yes` is as it should be, `no` is not. A scorer with words of its own
 * (`semantic`, `contradicted` …) keeps them in `label`.
 */
export type Verdict = {
  readonly result: VerdictLabel;
  readonly reason: string;
  readonly label?: string;
  /** Set where the team's label says so, and no judge was asked. */
  readonly byTeam?: true;
};

/** One unit of an answer that can be judged alone, with its verdict. */
export type JudgedStatement = Verdict & {
  readonly text: string;
  /** The verbatim part of the answer that it came from. */
  readonly quote: string;
  /** Key of the verdict (judge, rubric, task, history, input, statement): the same key gets the same verdict. */
  readonly key: string;
  /** Key of the team's label (task, history, input, statement), which outlives judge and rubric; missing where none counts. */
  readonly labelKey?: string;
  /** Set where it is a tool call of the answer, and not a part of its text. */
  readonly isCall?: true;
};

/** What makes a judged answer worth a remark. */
export type JudgementFlag = 'refusal' | 'addresses-grader' | 'empty' | 'tool-calls-only';

/** One scorer's word on one answer. */
export type Judgement =
  | {
      readonly status: 'scored';
      /** 0..scale. */
      readonly score: number;
      readonly reason: string;
      readonly statements: readonly JudgedStatement[];
      readonly flags: readonly JudgementFlag[];
      /** Key under which the extraction of `statements` is kept; `null` where nothing was extracted. */
      readonly extractionKey: string | null;
    }
  | {
      readonly status: 'unscored';
      readonly kind: FailureKind;
      readonly reason: string;
    };
