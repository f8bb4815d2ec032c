import { pairCases } from '../dataset/pair-cases.js';
import { computeMaxUnscored } from '../decide/compare/usable-record.js';
import { hashDataset } from '../files/watched-files.js';
import type { Judging } from '../judging/open-judging.js';
import { hashTask, hashTasks } from '../judging/record-tasks.js';
import type { Answer } from '../model/answer.js';
import { type Case, listTurns } from '../model/case.js';
import type { Effects } from '../model/effects.js';
import type { Journal } from '../model/journal.js';
import { omitUndefined } from '../model/omit-undefined.js';
import {
  type CaseRecord,
  pickMarks,
  RUN_RECORD_FORMAT,
  RUN_RECORD_VERSION,
  type RunRecord,
  type Sample,
  type TaskSource,
} from '../model/run-record.js';
import type { Side } from '../model/side.js';
import { describeTarget } from '../model/target-settings.js';
import { openTarget } from '../target/open-target.js';
import { type Target, withConversations } from '../target/target.js';
import { type AgentSetup, recallAnswers } from './journal.js';
import type { RecordSize } from './record-size.js';
import { createRepeats, listRepeats, type Repeats } from './repeats.js';
import { limitTarget, NOTHING_SPENT, startMeter } from './spending.js';
import {
  hashAnswer,
  MIN_SAME_FAILURES,
  redactAnswer,
  type SampleRequest,
  takeSamples,
} from './take-samples.js';

/** Settings for getting and judging the answers of a suite, on either side. */
export type AnswerPlan = {
  readonly suite: string;
  /** The suite's working directory, relative to the repository's top; empty at the top. */
  readonly directory: string;
  /** By case id. */
  readonly tasks: ReadonlyMap<string, string | null>;
  readonly taskSource: TaskSource;
  readonly judging: Judging;
  readonly journal: Journal;
};

/** The cases of one side, and whom to ask. */
export type CasePlan = AnswerPlan & {
  readonly side: Side;
  readonly subset?: RunRecord['subset'] | undefined;
  /** Watched files that programs see with other content than the commit's. Default: none. */
  readonly rewritten?: readonly string[];
};

export type ProducePlan = CasePlan & {
  /** Suite-wide samples per case in all, including those of `previous`. */
  readonly samples: number;
  readonly previous: RunRecord | null;
  /** Ends the run if its record cannot be stored; missing or `null` if it is not. */
  readonly recordSize?: RecordSize | null;
  /** How the journal numbers the answers. Default: `suite`. */
  readonly sampling?: AgentSetup['sampling'];
};

/**
 * The first half of a run: runs the agent, judges its answers, and resolves with the run record. Missing answers are
 * failed or unscored samples; `stopped` has the reason of an early end. Throws `UserError` for a user's error.
 */
export async function produce(plan: ProducePlan, effects: Effects): Promise<RunRecord> {
  const { side, previous, judging, sampling = 'suite' } = plan;
  const { cases } = side;
  const meter = startMeter(judging, effects);
  const repeats = createRepeats(previous?.repeats);
  await using target = await openAgent({ ...plan, sampling }, repeats, effects);
  const known = new Map(previous?.cases.map((row) => [row.id, row]));
  const of = describeRun(plan);
  const wanted = Math.min(plan.samples, target.maxSamples);
  const work = [...listMissingSamples(startSpread(cases, MIN_SAME_FAILURES), known, wanted)];
  const giveUpAfter = chooseGiveUp(plan);
  const { taken, stopped } = await takeSamples(work, of, { plan, giveUpAfter, target, effects, repeats });
  const requestsByCase = Map.groupBy(work, ({ row }) => row);
  return omitUndefined({
    format: RUN_RECORD_FORMAT,
    version: RUN_RECORD_VERSION,
    tool: effects.version,
    suite: plan.suite,
    directory: plan.directory,
    createdAt: meter.startedAt.toISOString(),
    commit: side.commit,
    watched: side.watched.fingerprint,
    dataset: hashDataset(cases),
    subset: plan.subset,
    ...buildRewritten([...(previous?.rewritten ?? []), ...(plan.rewritten ?? [])]),
    target: target.description,
    targetModel: target.model,
    taskSource: plan.taskSource,
    tasks: hashTasks({ cases, tasks: plan.tasks }, effects.redact),
    judge: judging.fingerprint,
    scorers: judging.scorers.map((scorer) => scorer.fingerprint),
    cases: cases.map((row) => {
      const { samples = [], caseSamples = [] } = known.get(row.id) ?? {};
      const now = (requestsByCase.get(row) ?? []).flatMap((due) => taken.get(due) ?? []);
      return {
        id: row.id,
        inputHash: row.inputHash,
        input: listTurns(row).join('\n\n'),
        ...pickMarks(row),
        samples: fillUnreached([...samples, ...now], stopped),
        taskHash: hashTask(plan.tasks.get(row.id) ?? null),
        caseSamples,
      };
    }),
    ...meter.addedTo(previous ?? NOTHING_SPENT, target.usage()),
    ...listRepeats(repeats),
    stopped: stopped ?? previous?.stopped ?? null,
    text: 'full',
  });
}

/** For progress; empty for the head's first run. */
function describeRun({ side, previous, sampling }: ProducePlan): string {
  if (sampling === 'variant') return ' under changed files';
  if (previous !== null) return ' of another run';
  return side.name === 'base' ? ' of the base branch' : '';
}

/** The files that programs saw rewritten, as a record's field: missing if there are none. */
export function buildRewritten(paths: readonly string[]): { readonly rewritten?: readonly string[] } {
  return paths.length === 0 ? {} : { rewritten: [...new Set(paths)].sort() };
}

/**
 * Opens this side's agent within the run's budget, reusing answers of an interrupted run. Throws `UserError` for a
 * user's error.
 */
async function openAgent(
  asking: AgentSetup & { readonly journal: Journal },
  repeats: Repeats,
  effects: Effects,
): Promise<Target> {
  const { side, journal } = asking;
  const { asksProvider, live } = describeTarget(side.target);
  const target = await openTarget(side.target, {
    tree: side.reader,
    root: side.root,
    chat: asksProvider ? effects.chat('target', side.provider) : null,
    http: effects.http,
    scorerHost: effects.scorerHost,
    blocked: side.provider.blocked === true,
    env: effects.env,
    redact: effects.redact,
    onRestart: (why) => repeats.add('restart', why),
  });
  const limited = live && !asksProvider ? limitTarget(target, effects.budget) : target;
  const { env, version } = effects;
  return recallAnswers(live ? withConversations(limited) : limited, asking, {
    journal,
    env,
    version,
    safe: (answer) => redactAnswer(answer, effects),
  });
}

/**
 * Failures alike after which the agent is given up: more than a run may have, so that the result would be the same.
 * An agent that has answered before is asked everything, and recorded answers cost nothing.
 */
function chooseGiveUp({ side, previous }: ProducePlan): number {
  if (previous !== null || !describeTarget(side.target).live) return Number.POSITIVE_INFINITY;
  return Math.max(MIN_SAME_FAILURES, computeMaxUnscored(side.cases.length) + 1);
}

/** The cases with some from the whole list first, so that a failure of similar cases is not taken for one of all. */
function startSpread(cases: readonly Case[], count: number): readonly Case[] {
  const step = Math.ceil(cases.length / count);
  const isEarly = (at: number) => at % step === 0;
  return [...cases.filter((_row, at) => isEarly(at)), ...cases.filter((_row, at) => !isEarly(at))];
}

/** First samples of all cases come before second ones, so that an interrupted run has seen every case. */
function* listMissingSamples(
  cases: readonly Case[],
  known: ReadonlyMap<string, CaseRecord>,
  wanted: number,
): Generator<SampleRequest> {
  for (let index = 0; index < wanted; index += 1) {
    for (const row of cases) if (index >= (known.get(row.id)?.samples.length ?? 0)) yield { row, index };
  }
}

/** Sample of a case that an interrupted run never reached. */
function fillUnreached(samples: readonly Sample[], stopped: RunRecord['stopped']): readonly Sample[] {
  if (samples.length > 0 || stopped === null) return samples;
  const answer: Answer = { status: 'failed', kind: stopped.kind, message: stopped.reason };
  return [{ answer, answerHash: hashAnswer(answer), judgements: {} }];
}

export type CaseSampling = {
  readonly record: RunRecord;
  /** Ids of the cases to ask again, as the head knows them. */
  readonly caseIds: readonly string[];
  /** Samples wanted of each in all, suite-wide ones included. */
  readonly upTo: number;
};

/** Runs single cases again on one side. These answers are kept apart and enter no mean. */
export async function sampleCases(
  { record, caseIds, upTo }: CaseSampling,
  plan: CasePlan,
  effects: Effects,
): Promise<RunRecord> {
  const meter = startMeter(plan.judging, effects);
  const repeats = createRepeats(record.repeats);
  await using target = await openAgent({ ...plan, sampling: 'case' }, repeats, effects);
  const { cases } = plan.side;
  const known = matchCaseRecords(cases, record);
  const ids = new Set(caseIds);
  const work = cases
    .filter(({ id }) => ids.has(id))
    .flatMap((row) => listDueSamples(row, known.get(row), Math.min(upTo, target.maxSamples)));
  const of = plan.side.name === 'base' ? ' of cases asked again at the base' : ' of cases asked again';
  const giveUpAfter = Number.POSITIVE_INFINITY;
  const { taken, stopped } = await takeSamples(work, of, { plan, giveUpAfter, target, effects, repeats });
  const more = Map.groupBy(work, ({ row }) => known.get(row));
  return {
    ...record,
    cases: record.cases.map((kept) => {
      const own = (more.get(kept) ?? []).flatMap((due) => taken.get(due) ?? []);
      return own.length === 0 ? kept : { ...kept, caseSamples: [...kept.caseSamples, ...own] };
    }),
    ...meter.addedTo(record, target.usage()),
    ...listRepeats(repeats),
    stopped,
  };
}

/** The record's entry of each row; a stored baseline may have another id. */
function matchCaseRecords(rows: readonly Case[], { cases }: RunRecord): ReadonlyMap<Case, CaseRecord> {
  const pairs = pairCases(rows, cases).rows;
  return new Map(pairs.filter((pair) => pair.kind === 'pair').map((pair) => [pair.head, pair.base] as const));
}

function listDueSamples(row: Case, known: CaseRecord | undefined, upTo: number): readonly SampleRequest[] {
  if (known === undefined) return [];
  const from = known.samples.length + known.caseSamples.length;
  return Array.from({ length: Math.max(0, upTo - from) }, (_run, more) => ({ row, index: from + more }));
}
