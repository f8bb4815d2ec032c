import { concludeRecords, decideSuite, nextAsk } from '../../src/decide/conclude.js';
import type { GateSettings } from '../../src/ports/decision.js';
import type { BaselineUsed, Report, SuiteReport } from '../../src/ports/report.js';
import type { CaseRecord, RunRecord, Sample } from '../../src/ports/run-record.js';
import { noteVote } from '../../src/produce/look-again.js';
import { joinStickyBody, splitStickyBody } from '../../src/publish/comment-body.js';
import { renderAccepted, tellAccepted } from '../../src/report/comment/banner.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { wordsOf } from '../../src/scorers/measure-words.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import {
  createBaseline,
  createCase,
  createFailedSample,
  createRecord,
  createReport,
  createSample,
  createStatement,
  createUnscoredSample,
  SCORER,
} from '../support/records.js';

type GateStory = {
  /** All samples that the head could give: suite-wide ones, and `caseSamples` for a case that is asked on its own. */
  readonly head: RunRecord;
  readonly base: RunRecord | null;
  readonly settings?: Partial<GateSettings>;
  readonly baseline?: BaselineUsed;
};

/** Lets the real gate decide on the first sample of every case, and hands it whatever it asks for, as a run does. */
function playGate(story: GateStory): Extract<SuiteReport, { kind: 'evaluated' }> {
  const { base, settings, baseline = createBaseline() } = story;
  const scorers = [{ name: SCORER, gate: { ...DEFAULT_GATE, ...settings } }];
  const confirmed = new Set<string>();
  const own = new Map<string, number>();
  const notes: string[] = [];
  const votes: string[] = [];
  let runs = 1;
  for (let round = 0; round < 30; round += 1) {
    const head = { ...story.head, cases: story.head.cases.map(taken) };
    const canSample = head.stopped === null;
    const known = new Map([[SCORER, confirmed]]);
    const concluded = concludeRecords({ scorers, head, base, baseline, canSample, confirmed: known });
    const ask = nextAsk(concluded);
    if (ask === null) {
      const said = { suite: head.suite, baseline, head, notes: [] };
      return { kind: 'evaluated', ...decideSuite(concluded, notes, votes), ...said };
    }
    if (ask.kind === 'match') throw new Error('nobody searches here');
    if (ask.kind === 'control') throw new Error('nobody said that the base can be run again');
    if (ask.kind === 'confirm') {
      for (const id of ask.cases) confirmed.add(id);
      const vote = { cases: ask.cases.length, statements: countIrrelevant(head, ask.cases), changed: 0 };
      votes.push(...noteVote({ ...vote, items: wordsOf(head, SCORER).items }));
    } else if (ask.cases === 'all') {
      runs = ask.upTo;
      notes.push(ask.why);
    } else for (const id of ask.cases) own.set(id, ask.upTo - runs);
  }
  throw new Error('the gate does not come to an end');

  function taken(row: CaseRecord): CaseRecord {
    return {
      ...row,
      samples: row.samples.slice(0, runs),
      caseSamples: row.caseSamples.slice(0, own.get(row.id) ?? 0),
    };
  }
}

function countIrrelevant({ cases }: RunRecord, ids: readonly string[]): number {
  const statements = cases
    .filter(({ id }) => ids.includes(id))
    .flatMap(({ samples, caseSamples }) => [...samples, ...caseSamples])
    .flatMap(({ judgements }) => {
      const judgement = judgements[SCORER];
      return judgement?.status === 'scored' ? judgement.statements : [];
    });
  return new Set(statements.filter(({ result }) => result === 'no').map(({ key }) => key)).size;
}

/** Every kind of decision, each made by the real comparison and gate from two records; their comments are goldens. */
export const DECISIONS: Readonly<Record<string, () => Report>> = {
  'decided-clear-regression': clearRegression,
  'decided-within-noise': withinNoise,
  'decided-broken-case': brokenCase,
  'decided-no-longer-answers': noLongerAnswers,
  'decided-improved': improved,
  'decided-too-few-cases': tooFewCases,
  'decided-by-outage': byOutage,
  'decided-by-budget': byBudget,
  'decided-by-incompatible-baseline': byIncompatibleBaseline,
  'decided-without-baseline': withoutBaseline,
};

const CASES = 20;
const BASE_RUNS = 3;
const HEAD_RUNS = 3;
const BASELINE = createBaseline();
const TOPICS = ['kettle', 'teapot', 'parcel', 'invoice', 'voucher', 'filter', 'tray', 'lid', 'jug', 'tin'];
const NOTHING_TO_DO_WITH_IT = [
  'Our founder started the shop in a garage.',
  'Green tea reached Europe in the seventeenth century.',
  'The weather in our town is mild this week.',
];

/** An answer of five sentences about a matter, so many of them beside it; `wording` tells the runs apart. */
function answer(topic: string, beside: number, wording: number): Sample {
  const facts = [
    'ships within two days',
    'can be returned',
    'has a warranty',
    'is in stock',
    'is listed online',
  ];
  const about = facts
    .slice(0, facts.length - beside)
    .map((fact) => createStatement(`The ${topic} ${fact}, as of check ${wording}.`));
  const stray = Array.from({ length: beside }, (_, index) =>
    createStatement(NOTHING_TO_DO_WITH_IT[index] ?? `Aside ${index}, which nobody asked for.`, 'no', {
      reason: `It says nothing about the ${topic}.`,
    }),
  );
  return createSample({ statements: [...about, ...stray] });
}

/** How many of the five sentences are beside the matter, in run `run` of case `index`. */
type Beside = (index: number, run: number) => number;

const NONE: Beside = () => 0;

function cases(count: number, runs: number, beside: Beside, seed = 0): CaseRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const topic = `${TOPICS[index % TOPICS.length]} no. ${index + 1}`;
    return createCase(`case-${index + 1}`, {
      input: `What about the ${topic}?`,
      samples: Array.from({ length: runs }, (_each, run) => answer(topic, beside(index, run), seed + run)),
    });
  });
}

function record(rows: readonly CaseRecord[], overrides: Partial<RunRecord> = {}): RunRecord {
  const judge = { name: 'gpt-6-luna', fingerprint: 'judge-1', builtin: false };
  return createRecord({ cases: rows, judge, seconds: 41, ...overrides });
}

function base(beside: Beside = NONE): RunRecord {
  return record(cases(CASES, BASE_RUNS, beside));
}

/** The head's runs word things in their own way. */
function head(beside: Beside, overrides: Partial<RunRecord> = {}): RunRecord {
  return record(cases(CASES, HEAD_RUNS, beside, 100), overrides);
}

function told(story: GateStory): Report {
  return createReport({ suites: [playGate({ baseline: BASELINE, ...story })] });
}

/** Now and then a stray sentence, in another run of every case. */
const NOISE: Beside = (index, run) => ((index * 7 + run * 3) % 5 === 0 ? 1 : 0);

function clearRegression(): Report {
  const report = told({
    base: base(NOISE),
    head: head((index, run) => (index < 8 && run !== index % 3 ? 1 : 0) + NOISE(index, run)),
  });
  const changed = {
    changedFiles: ['prompts/support.md'],
    changedPrompt: {
      before: 'You answer questions on what the shop sells.\nBe brief.\n',
      after: 'You answer questions on what the shop sells.\nBe warm, and add something about us.\n',
    },
  };
  return { ...report, suites: report.suites.map((suite) => ({ ...suite, ...changed })) };
}

function withinNoise(): Report {
  return told({ base: base(NOISE), head: head((index, run) => ((index + run) % 3 === 0 ? 1 : 0)) });
}

/** One case collapses, and the others gain what it loses. */
function brokenCase(): Report {
  const rows = cases(CASES, HEAD_RUNS, (index) => (index === 4 ? 4 : 0), 100);
  return told({
    base: base((index) => (index < 4 ? 1 : 0)),
    head: record(
      rows.map((row, index) =>
        index === 4
          ? { ...row, caseSamples: [201, 202, 203].map((wording) => answer('voucher no. 5', 4, wording)) }
          : row,
      ),
    ),
  });
}

function noLongerAnswers(): Report {
  const rows = cases(CASES, HEAD_RUNS, NOISE, 100);
  const failed = createFailedSample('target', 'The agent crashed: tool calendar.create is not defined');
  return told({
    base: base(NOISE),
    head: record(
      rows.map((row, index) => (index === 2 ? { ...row, samples: [failed, failed, failed] } : row)),
    ),
  });
}

function improved(): Report {
  return told({
    base: base((index) => (index % 2 === 0 ? 1 : 0)),
    head: head((index) => (index % 10 === 0 ? 1 : 0)),
  });
}

function tooFewCases(): Report {
  return told({
    base: record(cases(4, BASE_RUNS, NONE)),
    head: record(cases(4, HEAD_RUNS, (index) => (index === 0 ? 1 : 0), 100)),
  });
}

function byOutage(): Report {
  const rows = cases(CASES, 1, NONE, 100);
  const lost = createUnscoredSample(
    'unavailable',
    'api.openai.com answered 503 (Service Unavailable) after 4 retries',
  );
  return told({
    base: base(),
    head: record(rows.map((row, index) => (index < 17 ? { ...row, samples: [lost] } : row))),
  });
}

function byBudget(): Report {
  const reason = 'the budget of 40 calls (max-calls) was used up after 3 of 20 answers';
  const rows = cases(CASES, 1, NONE, 100);
  const stopped = { kind: 'budget', reason } as const;
  return told({
    base: base(),
    head: record(
      rows.map((row, index) => (index < 3 ? row : { ...row, samples: [] })),
      { stopped },
    ),
  });
}

function byIncompatibleBaseline(): Report {
  const judge = { name: 'gpt-4o-mini', fingerprint: 'judge-0', builtin: false };
  return told({
    base: record(cases(CASES, BASE_RUNS, NOISE), { judge, text: 'statements' }),
    head: head(NOISE),
  });
}

function withoutBaseline(): Report {
  return told({
    base: null,
    head: head(NOISE),
    baseline: { kind: 'none', reason: 'absent' },
    settings: { threshold: 0.75 },
  });
}

/** A clear regression that somebody accepted, as the comment is written again. */
export function renderAcceptedComment(marker: string): string {
  const { report } = splitStickyBody(renderComment(clearRegression(), { marker }));
  const sha = 'c'.repeat(40);
  const reason = 'The short answers are wanted; the old ones were too long for the chat window.';
  const banner = renderAccepted({ by: 'octocat', reason, sha, hasReport: true });
  return joinStickyBody({ marker, decision: null, banner, report: tellAccepted(report, null) });
}
