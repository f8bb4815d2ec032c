import type { FailureKind } from './errors.js';
import type { JudgingDifference } from './notes.js';
import type { JudgementFlag, VerdictLabel } from './verdict.js';

/** In hundredths: an answer with this score or less is mostly irrelevant. The rule *Broke* has the reason. */
export const MAX_BROKEN_SCORE = 40;

/** Number of a side's runs that have something. */
export type StatementSource = { readonly runs: number; readonly of: number };

/**
 * The change of one statement between base and head. A *stray* is irrelevant at head and not at base, but not in most
 * head runs.
 */
export type StatementChange = {
  readonly kind:
    | 'newly-irrelevant'
    | 'stray'
    | 'still-irrelevant'
    | 'no-longer-irrelevant'
    | 'says-otherwise'
    | 'lost'
    | 'partly-lost';
  /** The head's wording; the base's for a dropped or contradicted statement. */
  readonly text: string;
  /** The other side's wording if it differs; for a contradicted statement, the head's words. Foreign text. */
  readonly otherText: string | null;
  readonly head: StatementSource;
  readonly base: StatementSource;
  /** Set if a new sentence of the head takes back or restricts what is still there. */
  readonly effect?: Fact['effect'];
  /** Of what is dropped or said otherwise: the rule *Facts* confirmed it. */
  readonly confirmed?: boolean;
  /** Key of the team's label for `text`; missing if the scorer takes none. */
  readonly labelKey?: string;
  /** The reason; for a dropped statement the part that no head run says, empty without a judge. Foreign text. */
  readonly reason: string;
};

/** A piece of an answer as the judge compares it. Texts are foreign. */
export type ComparedPiece = {
  /** Hash of text and place: the same text elsewhere is another piece. */
  readonly id: string;
  /** As in the answer, with list mark, check mark and emphasis; alone, with the headings and items above it. */
  readonly shown: string;
  /** Name and arguments of a tool call. */
  readonly isCall?: true;
};

/** One call of the judge: which pieces of earlier answers a new answer says, and how its new pieces affect them. */
export type Search = {
  /** The first earlier answer or a part of it, then only the new pieces of each later answer. */
  readonly earlier: readonly (readonly ComparedPiece[])[];
  /** The whole new answer. */
  readonly answer: readonly ComparedPiece[];
  readonly answerId: string;
  /** Ids of the earlier pieces to find in the answer. */
  readonly wanted: readonly string[];
  /** Ids of the answer's pieces that no earlier answer has in the same words and place. */
  readonly added: readonly string[];
  /** 1: asked a second time. */
  readonly draw: number;
};

/** The judge's result for a piece of an earlier answer. `by`: ids of the new answer's pieces that say it, or otherwise. */
export type SearchResult =
  | { readonly status: 'said' | 'contradicted'; readonly by: readonly string[] }
  /** `missing`: in a few words. Foreign text. */
  | { readonly status: 'partly'; readonly by: readonly string[]; readonly missing: string }
  | { readonly status: 'dropped' }
  /** There is no usable reply. */
  | { readonly status: 'unknown' };

/** The judge's result for a new piece. `of`: ids of the earlier pieces that say it, or that it changes. */
export type AdditionResult =
  | { readonly status: 'said' | 'takes-back' | 'restricts'; readonly of: readonly string[] }
  | { readonly status: 'new' | 'unknown' };

/** The judge's result for one piece, of the earlier answers or of the new one. */
export type PieceMatch =
  | { readonly side: 'earlier'; readonly result: SearchResult }
  | { readonly side: 'answer'; readonly result: AdditionResult };

/** The judge gets one question per piece, answer and draw. */
export type MatchQuestion = {
  readonly answerId: string;
  readonly pieceId: string;
  readonly draw: number;
};

export type Match = PieceMatch & MatchQuestion;

export type Matches = ReadonlyMap<string, readonly Match[]>;

/** An irrelevant point of the answers to one case, in any words. */
export type PointInRuns = {
  /** The head's wording, else the base's. Foreign text. */
  readonly text: string;
  /** Places in `baseScores` and `headScores` of the runs that say it, ascending. */
  readonly base: readonly number[];
  readonly head: readonly number[];
};

/** The same with the answers to this case alone. */
export type IrrelevantPoint = PointInRuns & {
  /** The same in `baseCaseScores` and `headCaseScores`. */
  readonly baseCase: readonly number[];
  readonly headCase: readonly number[];
};

/** Whether one run says a fact. `unknown`: the judge gave no usable answer. */
export type FactStatus = SearchResult['status'];

/**
 * A statement or tool call of the base that the first head run does not say, and its status in every run. A fact that
 * several base runs word differently is listed once.
 */
export type Fact = {
  readonly kind: 'statement' | 'tool-call';
  /** The base's wording. Foreign text. */
  readonly text: string;
  /** The base's verdict on it. */
  readonly label: VerdictLabel;
  /** By run, in the order of `baseScores` and `headScores`. */
  readonly base: readonly FactStatus[];
  readonly head: readonly FactStatus[];
  /** The same for `baseCaseScores` and `headCaseScores`. */
  readonly baseCase: readonly FactStatus[];
  readonly headCase: readonly FactStatus[];
  /** Set if a new sentence of the head takes back or restricts what is still there. */
  readonly effect?: 'takes-back' | 'restricts';
  /** A second judge call about the first head run; `null` before there was one. */
  readonly second: FactStatus | null;
  /** If a head run contradicts or restricts it, that run's words. Foreign text. */
  readonly otherText: string | null;
  /** The part that no head run says; else empty. Foreign text. */
  readonly reason: string;
  /** Key of the team's label for `text`; missing if the scorer takes none. */
  readonly labelKey?: string;
};

/**
 * A piece of the shown base answer and one of the shown head answer about the same. Numbers are places among the pieces of
 * the answer (`splitAnswer`), followed by its tool calls.
 */
export type PieceLink = {
  readonly base: number;
  readonly head: number;
  readonly kind: 'said' | 'partly' | 'contradicted' | 'takes-back' | 'restricts';
};

/** The run that is shown, counted from 1, and its score in hundredths; `null` if it has none. */
export type ShownRun = { readonly number: number; readonly of: number; readonly score: number | null };

export type ShownTurn = { readonly input: string; readonly output: string };

/** One side's shown answer; `run` if there are several. */
export type ShownAnswer = (
  | {
      readonly status: 'answered';
      readonly output: string;
      readonly toolCalls: readonly string[];
      /** For a conversation: each message of the user, and its answer. */
      readonly turns?: readonly ShownTurn[];
    }
  | { readonly status: 'failed'; readonly message: string }
) & { readonly run?: ShownRun };

/**
 * A case that both sides have. All scores are score ÷ scale, oriented so that higher is
 * better, in integer hundredths (0..100), rounded per sample before any arithmetic.
 */
export type PairedCase = {
  readonly id: string;
  readonly input: string;
  /** One entry per scored suite-wide sample. */
  readonly baseScores: readonly number[];
  readonly headScores: readonly number[];
  /** Scores of samples that were taken for this case alone, to confirm a finding; they enter no mean and no delta. */
  readonly baseCaseScores: readonly number[];
  readonly headCaseScores: readonly number[];
  /** Means of the above in hundredths, not rounded; `null` if the side has no scored sample. */
  readonly base: number | null;
  readonly head: number | null;
  /** `head - base`; `null` if one is missing. */
  readonly delta: number | null;
  readonly statements: readonly StatementChange[];
  /** Irrelevant points of both sides; `null` if a record keeps no statements. */
  readonly irrelevant: readonly IrrelevantPoint[] | null;
  /** Facts that the first head run does not say. */
  readonly facts: readonly Fact[];
  readonly baseAnswer: ShownAnswer | null;
  readonly headAnswer: ShownAnswer | null;
  /** Links between the pieces of the two shown answers. `null`: pieces in the same words belong together. */
  readonly links: readonly PieceLink[] | null;
  /** The scorer's reason for the shown head answer; missing if it has none. Foreign text. */
  readonly headReason?: string;
  readonly flags: readonly JudgementFlag[];
};

/** Why a sample has no number, in one line. */
export type UnscoredReason = { readonly kind: FailureKind; readonly reason: string };

export type UnscoredCase = UnscoredReason & {
  readonly id: string;
  readonly input: string;
  /** True if the base always had an answer, and the agent failed in every head run: it "no longer answers". */
  readonly noLongerAnswers: boolean;
};

/** A case of only one side, or with another input under the same id. */
export type LoneCase = {
  readonly id: string;
  readonly input: string;
  /** Mean in hundredths of the side that has it; `null` if unscored. */
  readonly score: number | null;
  /** The answer of its lowest run; missing if no text was kept. */
  readonly answer?: ShownAnswer;
};

/** A case of the head's dataset that does not decide before the merge, with one scorer's scores. */
export type ShownCase = LoneCase & {
  /** Why it has no score; missing if it has one. Foreign text. */
  readonly reason?: string;
} & (
    | { readonly change: 'added' | 'edited' }
    | {
        readonly change: 'regraded';
        /** The field of its row that differs from the base's. */
        readonly differs: 'groundTruth' | 'context' | 'task';
        /** The same answers' mean under the base's row, in hundredths. */
        readonly asBase: number | null;
      }
  );

/** Changes of the dataset's cases. A new id with the input of a removed case is a renamed case. */
export type DatasetChanges = {
  readonly before: number;
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly edited: readonly string[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly remarked: readonly RemarkedCase[];
};

/** A case with other tags than on the base, or that must pass on one side only. */
export type RemarkedCase = {
  readonly id: string;
  readonly hasOtherTags: boolean;
  readonly mustPass: 'added' | 'removed' | 'same';
};

/** Whether base and head can be compared. `canRejudge`: the baseline keeps its answers. */
export type Comparability =
  | { readonly status: 'comparable' }
  | {
      readonly status: 'incomparable';
      readonly because: JudgingDifference;
      readonly canRejudge: boolean;
    };

/** How many of each side's runs say something. */
export type RunCounts = {
  readonly head: number;
  readonly headRuns: number;
  readonly base: number;
  readonly baseRuns: number;
};

/** An irrelevant statement of several cases, in nearly the same words. */
export type SharedStatement = {
  /** Those cases, with the counts of their suite-wide runs. */
  readonly cases: readonly (RunCounts & {
    readonly id: string;
    /** In this case's words. Foreign text. */
    readonly text: string;
    /** The counts of the runs that were taken for this case alone. */
    readonly again: RunCounts;
  })[];
};

export type Comparison = {
  readonly scorer: string;
  readonly comparability: Comparability;
  readonly pairs: readonly PairedCase[];
  /** Among them; empty if the records keep no texts. */
  readonly shared: readonly SharedStatement[];
  /**
   * Maps each irrelevant text to one text for all in the same or nearly the same words. A missing text is its own.
   */
  readonly wordings: ReadonlyMap<string, string>;
  /** Cases that the baseline's record does not have. They count for the threshold, not for the delta. */
  readonly added: readonly LoneCase[];
  readonly removed: readonly LoneCase[];
  readonly edited: readonly LoneCase[];
  /** Same input under another id: paired, and listed here as `from → to`. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly unscored: readonly UnscoredCase[];
  /** Ids of cases whose answer misled the judge at head, and never at base, if they have a score. */
  readonly misled: readonly string[];
  /** Searches that are due, by case id; empty without a judge. */
  readonly searches: ReadonlyMap<string, readonly Search[]>;
  /** By case id: searches of a second judge call about its facts, which the gate may ask for. */
  readonly secondSearches: ReadonlyMap<string, readonly Search[]>;
  readonly headCases: number;
  /** Means over the pairs and samples of the mean rule (`equalizeSamples`), in hundredths; `null` without such a pair. */
  readonly baseMean: number | null;
  readonly headMean: number | null;
  /** Mean over every scored head case, in hundredths; compared with the threshold. */
  readonly floorMean: number | null;
};
