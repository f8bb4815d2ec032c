import { reviewSuite } from '../../src/decide/conclude.js';
import { decideGate } from '../../src/decide/gate/decide-gate.js';
import { decideNotEvaluated, decideShownOnly } from '../../src/decide/gate/decision-table.js';
import type { Comparison, PairedCase, ShownAnswer, ShownCase } from '../../src/ports/comparison.js';
import type { GateSettings } from '../../src/ports/decision.js';
import type { Report } from '../../src/ports/report.js';
import { DEFAULT_GATE } from '../../src/settings/defaults.js';
import {
  createBaseline,
  createCase,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createSample,
  createScoredCase,
  createStatement,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

/** The main situations of a pull request, as reports; their comments are the goldens. */
export const SCENARIOS: Readonly<Record<string, () => Report>> = {
  regression,
  'within-noise': withinNoise,
  improved,
  'no-change': noChange,
  unchanged,
  'no-baseline': noBaseline,
  'new-prompt-below-threshold': newPromptBelowThreshold,
  outage,
  'stopped-early': stoppedEarly,
  'spent-at-base': spentAtBase,
  'few-left': fewLeft,
  incomparable,
  'not-blocking': notBlocking,
  'stale-baseline': staleBaseline,
  'two-suites': twoSuites,
  'needs-a-person': needsAPerson,
  'dataset-changes': datasetChanges,
  'only-the-dataset': onlyDataset,
  'one-cause': oneCause,
  'not-gated': notGated,
};

const USAGE = {
  target: { calls: 50, inputTokens: 21_400, outputTokens: 6_100 },
  judge: { calls: 64, inputTokens: 48_200, outputTokens: 9_800 },
};

function answered(output: string, toolCalls: readonly string[] = []): ShownAnswer {
  return { status: 'answered', output, toolCalls };
}

const BASELINE = createBaseline({ base: { commit: 'b'.repeat(40), branch: 'main' } });

const STALE = createBaseline({
  rule: 'nearest-ancestor',
  stale: true,
  base: { commit: 'c'.repeat(40), branch: 'main' },
});

function record() {
  return createRecord({
    createdAt: '2026-08-04T09:00:00.000Z',
    judge: { name: 'gpt-6-luna', fingerprint: 'judge-1', builtin: false },
    usage: USAGE,
    seconds: 41.3,
  });
}

/** A suite with the decision that the real gate takes on its comparison. */
function decided(
  suite: Partial<EvaluatedSuite> & Pick<EvaluatedSuite, 'comparison'>,
  settings: Partial<GateSettings> = {},
  baseCases = 0,
): EvaluatedSuite {
  const { comparison, head = record(), baseline = BASELINE } = suite;
  const rows = (side: 'baseScores' | 'headScores') =>
    comparison.pairs.map((pair) =>
      createScoredCase(
        pair.id,
        pair[side].map((score) => score / 100),
      ),
    );
  const known = rows('baseScores');
  for (let index = known.length; index < baseCases; index += 1) {
    known.push(createScoredCase(`gone-${index}`, [1, 1, 1]));
  }
  const gate = decideGate({
    comparison,
    settings: { ...DEFAULT_GATE, ...settings },
    baseline,
    head: { ...head, cases: head.cases.length > 0 ? head.cases : rows('headScores') },
    base: baseline.kind === 'record' ? createRecord({ cases: known }) : null,
    canSample: false,
  });
  if (gate.kind !== 'decided') throw new Error('the gate did not decide');
  return createSuiteReport({ baseline, head, decision: gate.decision, ...suite });
}

/** A report of one suite with this comparison, decided so. */
function reportOf(
  comparison: Partial<Comparison>,
  suite: Partial<EvaluatedSuite> = {},
  settings: Partial<GateSettings> = {},
  baseCases = 0,
): Report {
  const evaluated = decided({ ...suite, comparison: createComparison(comparison) }, settings, baseCases);
  return createReport({ suites: [evaluated] });
}

function slightlyWorse(count: number): PairedCase[] {
  return Array.from({ length: count }, (_, index) =>
    createPairedCase(`gift-wrap-${index + 1}`, { baseScores: [92, 92, 92], headScores: [83, 80, 80] }),
  );
}

type EvaluatedSuite = ReturnType<typeof createSuiteReport>;

function unchangedCases(count: number, from = 1): PairedCase[] {
  return Array.from({ length: count }, (_, index) =>
    createPairedCase(`steady-${index + from}`, { baseScores: [92, 92, 92], headScores: [92, 92, 92] }),
  );
}

const REFUND = createPairedCase('refund-window', {
  input: 'How long do I have to send a kettle back, and who pays for the parcel?',
  baseScores: [100, 100, 100],
  headScores: [33, 33, 33],
  statements: [
    createStatementChange({
      text: 'By the way, our new autumn collection is 20% off this week!',
      reason: 'Advertises a sale; the customer asked about returning a kettle.',
      head: { runs: 3, of: 3 },
    }),
    createStatementChange({
      text: 'Our founder started the shop in a garage.',
      reason: 'Company history does not help to return anything.',
      head: { runs: 2, of: 3 },
    }),
    createStatementChange({
      kind: 'lost',
      text: 'We pay for the parcel when the kettle is faulty.',
      reason: 'Who pays for the parcel.',
      head: { runs: 0, of: 3 },
      base: { runs: 3, of: 3 },
    }),
  ],
  baseAnswer: answered(
    'You can return it within 30 days of delivery.\n\nWe pay for the parcel when the kettle is faulty; otherwise the label costs $4.50.',
  ),
  headAnswer: answered(
    'You can return it within 30 days.\n\nBy the way, our new autumn collection is 20% off this week! Our founder started the shop in a garage.',
  ),
});

const INVOICE = createPairedCase('invoice-copy', {
  input: 'Can you send me the invoice of my March order again?',
  baseScores: [90, 100, 90],
  headScores: [60, 60, 70],
  statements: [
    createStatementChange({
      text: 'Don’t miss our spring tea sampler.',
      otherText: 'You may like our tea sampler.',
      reason: 'A product tip, not the invoice.',
      head: { runs: 3, of: 3 },
    }),
    createStatementChange({ kind: 'still-irrelevant', text: 'Have a sunny day.', head: { runs: 3, of: 3 } }),
  ],
  baseAnswer: answered('Done: I have sent the invoice of March to your address on file.', ['send_invoice']),
  headAnswer: answered('Done: I have sent the invoice of March. Don’t miss our spring tea sampler.', [
    'send_invoice',
  ]),
});

const JAPANESE = createPairedCase('ja-delivery', {
  input: '注文した急須はいつ届きますか。',
  baseScores: [100, 100, 100],
  headScores: [80, 80, 80],
  statements: [
    createStatementChange({
      text: '今週は紅茶がお買い得です。',
      reason: '配達日についての質問に答えていない。',
      head: { runs: 3, of: 3 },
    }),
  ],
  baseAnswer: answered('急須は8月6日(木)に届く予定です。'),
  headAnswer: answered('急須は8月6日(木)に届く予定です。今週は紅茶がお買い得です。'),
});

const BETTER = createPairedCase('opening-hours', {
  input: 'Are you open on Sundays?',
  baseScores: [50, 50, 50],
  headScores: [100, 100, 100],
  statements: [
    createStatementChange({
      kind: 'no-longer-irrelevant',
      text: 'Please rate this chat with five stars.',
      reason: 'Asks for a rating; says nothing about Sundays.',
      head: { runs: 0, of: 3 },
      base: { runs: 3, of: 3 },
    }),
  ],
  baseAnswer: answered('Yes, from 10 to 4. Please rate this chat with five stars.'),
  headAnswer: answered('Yes, from 10 to 4.'),
});

const HALVED = createPairedCase('warranty-table', {
  input: 'What does the warranty cover? Please as a table.',
  baseScores: [100, 100, 100],
  headScores: [100, 100, 100],
  statements: [
    createStatementChange({
      kind: 'lost',
      text: 'Lid | covered for 24 months',
      reason: 'The lid.',
      head: { runs: 0, of: 3 },
      base: { runs: 3, of: 3 },
    }),
  ],
  baseAnswer: answered('| part | covered |\n| --- | --- |\n| body | 24 months |\n| lid | 24 months |'),
  headAnswer: answered('| part | covered |\n| --- | --- |\n| body | 24 months |'),
});

function regression(): Report {
  return reportOf(
    {
      pairs: [REFUND, INVOICE, JAPANESE, ...slightlyWorse(3), BETTER, HALVED, ...unchangedCases(12)],
      headCases: 23,
      added: [{ id: 'gift-card', input: 'Can I pay with a gift card?', score: 95 }],
      removed: [{ id: 'fax-number', input: 'What is your fax number?', score: 90 }],
      edited: [{ id: 'stock-check', input: 'Is the blue one in stock?', score: 88 }],
      unscored: [
        {
          id: 'meeting',
          input: 'Schedule a call with the workshop for Friday.',
          kind: 'target',
          reason: 'The agent crashed: tool `calendar.create` is not defined',
          noLongerAnswers: true,
        },
      ],
    },
    {
      changes: [{ kind: 'setting', name: 'threshold', before: 0.8, after: 0.2, decides: 'base' }],
    },
  );
}

function withinNoise(): Report {
  return reportOf({
    pairs: [
      createPairedCase('invoice-copy', {
        ...textOf(INVOICE),
        baseScores: [90, 100, 90],
        headScores: [70],
      }),
      createPairedCase('stock-check', { baseScores: [90, 90, 90], headScores: [93] }),
      ...unchangedCases(18),
    ],
  });
}

function improved(): Report {
  return reportOf({ pairs: [BETTER, ...unchangedCases(19)] });
}

function noChange(): Report {
  const head = createRecord({
    createdAt: '2026-08-04T09:00:00.000Z',
    judge: { name: 'builtin', fingerprint: 'builtin-1', builtin: true },
    usage: { ...USAGE, judge: { calls: 0, inputTokens: 0, outputTokens: 0 } },
    seconds: 12,
  });
  return reportOf({ pairs: unchangedCases(20) }, { head });
}

function unchanged(): Report {
  return createReport({
    suites: [
      {
        kind: 'unchanged',
        suite: 'support',
        decision: createDecision({ headline: 'No watched file changed: nothing was run.', findings: [] }),
        notes: [],
      },
    ],
  });
}

const WORST_ANSWER = createSample({
  score: 0.5,
  statements: [
    createStatement('The shop opens at 10 on Sundays.'),
    createStatement('Tea was first traded in the ninth century.', 'no', {
      reason: 'Nobody asked about history.',
    }),
  ],
});

function headOnly() {
  const record_ = record();
  return {
    comparison: createComparison({
      pairs: [],
      added: [
        { id: 'opening-hours', input: 'Are you open on Sundays?', score: 50 },
        { id: 'refund-window', input: 'How long do I have to send a kettle back?', score: 100 },
        { id: 'gift-card', input: 'Can I pay with a gift card?', score: 90 },
      ],
      baseMean: null,
      headMean: null,
      floorMean: 80,
    }),
    head: {
      ...record_,
      cases: [
        { ...createScoredCase('opening-hours', [0.5]), samples: [WORST_ANSWER] },
        createScoredCase('refund-window', [1]),
        createScoredCase('gift-card', [0.9]),
      ],
    },
  };
}

const ABSENT = {
  kind: 'none',
  reason: 'absent',
} as const;

function noBaseline(): Report {
  return createReport({ suites: [decided({ ...headOnly(), baseline: ABSENT }, { threshold: 0.75 })] });
}

function newPromptBelowThreshold(): Report {
  const baseline = { kind: 'none', reason: 'new-prompt' } as const;
  return createReport({ suites: [decided({ ...headOnly(), baseline }, { threshold: 0.85 })] });
}

function outage(): Report {
  return reportOf({
    pairs: [REFUND, INVOICE, ...unchangedCases(1)],
    headCases: 20,
    unscored: Array.from({ length: 17 }, (_, index) => ({
      id: `case-${index + 1}`,
      input: `question ${index + 1}`,
      kind: 'unavailable' as const,
      reason:
        index < 15
          ? 'api.openai.com answered 503 (Service Unavailable) after 4 retries'
          : 'api.openai.com did not answer within 60 s',
      noLongerAnswers: index === 0,
    })),
  });
}

function stoppedEarly(): Report {
  const REASON = 'the budget of 40 calls (max-calls) was used up after 3 of 20 answers';
  return reportOf(
    {
      pairs: [REFUND, ...unchangedCases(2)],
      unscored: unchangedCases(17).map(({ id, input }) => ({
        id,
        input,
        kind: 'budget' as const,
        reason: REASON,
        noLongerAnswers: false,
      })),
      headCases: 20,
    },
    { head: { ...record(), stopped: { kind: 'budget', reason: REASON } } },
  );
}

function spentAtBase(): Report {
  const reason = 'the budget of 40 calls (max-calls) was used up after 31 of 60 answers of the base';
  return createReport({
    suites: [
      {
        kind: 'not-evaluated',
        suite: 'support',
        decision: decideNotEvaluated({ because: 'inconclusive', remedy: 'raise-limit', reason }),
        spent: {
          target: { calls: 31, inputTokens: 9_000, outputTokens: 2_000 },
          judge: { calls: 9, inputTokens: 4_000, outputTokens: 1_000 },
          seconds: 21,
          cost: { status: 'known', amount: 0.0213, covers: 'all' },
        },
        notes: [],
      },
    ],
  });
}

function fewLeft(): Report {
  const unscored = {
    id: 'gift-card',
    input: 'Can I pay with a gift card?',
    kind: 'target',
    reason: 'the agent crashed',
    noLongerAnswers: false,
  } as const;
  const comparison = { pairs: [REFUND, ...unchangedCases(2)], unscored: [unscored], headCases: 4 };
  return reportOf(comparison, {}, {}, 20);
}

function incomparable(): Report {
  return reportOf({
    comparability: {
      status: 'incomparable',
      reason:
        'the judge changed: gpt-4o-mini judged the baseline, gpt-6-luna this run. `prompt-regression baseline` records a new one under the judge of today',
    },
    pairs: unchangedCases(20),
    baseMean: null,
    headMean: null,
  });
}

function notBlocking(): Report {
  const suite = regression().suites[0];
  if (suite === undefined) throw new Error('no suite');
  return createReport({
    suites: [
      {
        ...suite,
        decision: { ...suite.decision, blocking: false, status: 'success', passed: true },
        notes: [],
      },
    ],
  });
}

function staleBaseline(): Report {
  const suite = withinNoise().suites[0];
  if (suite?.kind !== 'evaluated') throw new Error('no suite');
  const { comparison, head } = suite;
  return createReport({ suites: [decided({ comparison, head, baseline: STALE })] });
}

function twoSuites(): Report {
  const [failing] = regression().suites;
  const [quiet] = noChange().suites;
  const [silent] = unchanged().suites;
  if (failing === undefined || quiet === undefined || silent === undefined) throw new Error('no suite');
  return createReport({
    suites: [
      { ...quiet, suite: 'triage' },
      { ...failing, notes: [] },
      { ...silent, suite: 'search' },
    ],
    overall: failing.decision,
    notices: [{ kind: 'judges-itself', suite: 'support', model: 'gpt-6-luna' }],
  });
}

/** A base that cannot be read, under a head that hardly differs, beside a suite that was not run. */
/** A pull request that adds, edits, regrades, removes and renames cases. */
function datasetChanges(): Report {
  const measured = withinNoise().suites[0];
  if (measured?.kind !== 'evaluated') throw new Error('no suite');
  const lone = (id: string, score: number | null) => ({ id, input: `Asked by ${id}.`, score });
  const cases: readonly ShownCase[] = [
    { ...lone('gift-card', 50), change: 'added' },
    { ...lone('voucher', null), change: 'added', reason: 'the judge timed out' },
    { ...lone('delivery', 100), change: 'edited' },
    { ...lone('refund', 100), change: 'regraded', differs: 'groundTruth', asBase: 40 },
  ];
  const dataset = {
    before: 20,
    added: ['gift-card', 'voucher'],
    edited: ['delivery'],
    removed: ['fax`number'],
    renamed: [{ from: 'old', to: 'n`ew' }],
  };
  const shown = {
    record: record(),
    spent: [],
    byScorer: [{ scorer: measured.comparison.scorer, cases }],
    waiting: 12,
  };
  return createReport({ suites: [{ ...measured, dataset, shown }] });
}

function onlyDataset(): Report {
  const [changed] = datasetChanges().suites;
  if (changed?.shown === undefined || changed.dataset === undefined) throw new Error('nothing is shown');
  const { dataset, shown } = changed;
  const decision = decideShownOnly(true);
  return createReport({
    suites: [{ kind: 'unchanged', suite: 'support', decision, notes: [], dataset, shown }],
    overall: decision,
  });
}

function needsAPerson(): Report {
  const review = [
    "the base's config cannot be read, so the pull request's own settings were used to measure: prompt-regression.yml:4: unknown key `treshold`",
    'the base names a scorer that does not load',
  ];
  const suites = [
    ...withinNoise().suites,
    ...unchanged().suites.map((suite) => ({ ...suite, suite: 'search' })),
  ];
  const reviewed = suites.map((suite) => reviewSuite(suite, review));
  const [first] = reviewed;
  if (first === undefined) throw new Error('no suite');
  return createReport({ suites: reviewed, overall: first.decision });
}

/** One new line of the prompt in ten answers; the cases' ids are hashes, since the dataset gives none. */
function oneCause(): Report {
  const advertised = Array.from({ length: 10 }, (_, index) =>
    createPairedCase(`${(index + 10).toString(16).repeat(16)}`.slice(0, 16), {
      input: `How do I return item ${index + 1} of my order, and what does the parcel cost me?`,
      baseScores: [100, 100, 100],
      headScores: [67, 67, 67],
      statements: [
        createStatementChange({
          text:
            index % 2 === 0 ? 'Try Plus today, two months are free!' : 'try Plus today – two months are free',
          reason: 'It advertises something that nobody asked for.',
          head: { runs: 3, of: 3 },
        }),
        ...(index === 3
          ? [
              createStatementChange({
                kind: 'lost',
                base: { runs: 3, of: 3 },
                text: 'The label is free.',
                reason: 'What the label costs.',
              }),
            ]
          : []),
      ],
      baseAnswer: answered('Print the label from your account. The label is free.'),
      headAnswer: answered('Print the label from your account. Try Plus today, two months are free!'),
    }),
  );
  const suite = decided({
    comparison: createComparison({ pairs: [...advertised, ...unchangedCases(10)] }),
    changedFiles: ['prompts/support.md', 'evals/support.jsonl'],
    changedPrompt: {
      before: 'You answer questions on parcels.\n\nBe brief.\n',
      after: 'You answer questions on parcels.\n\nEnd with what Plus offers.\nBe brief.\n',
    },
  });
  return createReport({ suites: [suite], overall: suite.decision });
}

/** Checks that fail everywhere, with nothing that they are held against. */
function notGated(): Report {
  const scorer = { id: 'contains', use: 'contains', judged: false } as const;
  const judgement = {
    status: 'scored',
    score: 0,
    reason: 'The answer has no “[handbook]” in it.',
    statements: [],
    flags: [],
  } as const;
  const cases = ['greeting', 'opening-hours'].map((id) =>
    createCase(id, { samples: [{ ...createSample(), judgements: { [scorer.id]: judgement } }] }),
  );
  const added = cases.map(({ id }) => ({
    id,
    input: `What about ${id}?`,
    score: 0,
    answer: answered('Gladly!'),
  }));
  const head = { ...record(), scorers: record().scorers.map((known) => ({ ...known, ...scorer })), cases };
  const suite = decided({
    baseline: ABSENT,
    comparison: createComparison({
      scorer: scorer.id,
      pairs: [],
      added,
      baseMean: null,
      headMean: null,
      floorMean: 0,
    }),
    head,
  });
  return createReport({ suites: [suite], overall: suite.decision });
}

function textOf(pair: PairedCase) {
  const { input, statements, baseAnswer, headAnswer } = pair;
  return { input, statements, baseAnswer, headAnswer };
}
