import type { PairedCase, ShownAnswer } from '../../src/model/comparison.js';
import type { Report } from '../../src/model/report.js';
import {
  createBaseline,
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
};

const USAGE = {
  target: { calls: 50, inputTokens: 21_400, outputTokens: 6_100 },
  judge: { calls: 64, inputTokens: 48_200, outputTokens: 9_800 },
  reusedVerdicts: 212,
};

const MEAN = { cases: 20, baseRuns: 3, headRuns: 3, drop: 0.03, p: 0.004, smallestVisibleDrop: 0.02 };

function answered(output: string, toolCalls: readonly string[] = []): ShownAnswer {
  return { status: 'answered', output, toolCalls };
}

const BASELINE = createBaseline({
  line: 'record of bbbbbb1, 2 days old: the commit where the pull request left main',
});

const STALE = createBaseline({
  rule: 'nearest-ancestor',
  stale: true,
  line: 'record of bbbbbb1, 9 days old: the nearest ancestor that has one; the prompt has changed since, so a fall only warns',
});

function record() {
  return createRecord({
    createdAt: '2026-08-04T09:00:00.000Z',
    judge: { name: 'gpt-4.1-mini', fingerprint: 'judge-1', builtin: false },
    usage: USAGE,
    seconds: 41.3,
  });
}

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
      verdict: 'yes',
      reason: 'Answers who pays for the parcel.',
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
      alignment: 'probably-reworded',
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
      verdict: 'yes',
      reason: 'States what the warranty covers.',
      head: { runs: 0, of: 3 },
      base: { runs: 3, of: 3 },
    }),
  ],
  baseAnswer: answered('| part | covered |\n| --- | --- |\n| body | 24 months |\n| lid | 24 months |'),
  headAnswer: answered('| part | covered |\n| --- | --- |\n| body | 24 months |'),
});

const FINDINGS = [
  {
    rule: 'mean' as const,
    outcome: 'fails' as const,
    line: 'Mean relevancy fell 0.91 → 0.88 (−0.03), at least `max-drop` 0.02.',
  },
  {
    rule: 'floor' as const,
    outcome: 'holds' as const,
    line: 'The mean of the head, 0.88, is at or above the threshold 0.80.',
  },
];

function regression(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          outcome: 'fail',
          because: ['regression'],
          blocking: true,
          exitCode: 1,
          status: 'failure',
          passed: false,
          headline:
            'Mean relevancy fell 0.91 → 0.88 (−0.03; 20 cases, 3 runs each). If nothing had changed this would happen in 4 of 1,000 runs.',
          findings: FINDINGS,
          mean: MEAN,
        }),
        comparison: createComparison({
          pairs: [REFUND, INVOICE, JAPANESE, BETTER, HALVED, ...unchangedCases(15)],
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
        }),
        head: record(),
        notes: [
          '`threshold` 0.8 → 0.2 in the pull request’s config: counts after the merge; decided with 0.8',
          'Samples 2 and 3 were taken for the whole suite: the drop was at least `max-drop` and p ≤ 0.20.',
        ],
      }),
    ],
  });
}

function withinNoise(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          headline:
            'Mean relevancy 0.92 → 0.91 (−0.01; 20 cases, 1 run each), within noise. If nothing had changed a fall like this would happen in 310 of 1,000 runs.',
          mean: { ...MEAN, headRuns: 1, drop: 0.01, p: 0.31 },
        }),
        comparison: createComparison({
          pairs: [
            createPairedCase('invoice-copy', {
              ...textOf(INVOICE),
              baseScores: [90, 100, 90],
              headScores: [70],
            }),
            createPairedCase('stock-check', { baseScores: [90, 90, 90], headScores: [93] }),
            ...unchangedCases(18),
          ],
        }),
        head: record(),
      }),
    ],
  });
}

function improved(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          headline: 'Mean relevancy rose 0.90 → 0.93 (+0.03; 20 cases, 1 run each).',
          mean: { ...MEAN, drop: -0.03, p: 0.97 },
        }),
        comparison: createComparison({ pairs: [BETTER, ...unchangedCases(19)] }),
        head: record(),
      }),
    ],
  });
}

function noChange(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          headline: 'Mean relevancy 0.92 → 0.92 (0.00; 20 cases, 1 run each).',
          mean: { ...MEAN, drop: 0, p: 1, smallestVisibleDrop: null },
        }),
        comparison: createComparison({ pairs: unchangedCases(20) }),
        head: createRecord({
          createdAt: '2026-08-04T09:00:00.000Z',
          judge: { name: 'builtin', fingerprint: 'builtin-1', builtin: true },
          usage: { ...USAGE, judge: { calls: 0, inputTokens: 0, outputTokens: 0 } },
          seconds: 12,
        }),
      }),
    ],
  });
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

function noBaseline(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        ...headOnly(),
        decision: createDecision({
          headline: 'No baseline: mean relevancy 0.80 (3 cases), only the threshold was applied.',
          findings: [
            {
              rule: 'baseline',
              outcome: 'warns',
              line: 'No baseline was found, so nothing says whether relevancy fell.',
            },
            {
              rule: 'floor',
              outcome: 'holds',
              line: 'The mean of the head, 0.80, is at or above the threshold 0.75.',
            },
          ],
        }),
        baseline: {
          kind: 'none',
          reason: 'absent',
          line: 'no baseline: the branch prompt-regression-data has no record of suite support in the history of bbbbbb1',
        },
      }),
    ],
  });
}

function newPromptBelowThreshold(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        ...headOnly(),
        decision: createDecision({
          outcome: 'fail',
          because: ['threshold'],
          blocking: true,
          exitCode: 1,
          status: 'failure',
          passed: false,
          headline: 'Mean relevancy 0.80 is below the threshold 0.85 (3 cases).',
          findings: [
            {
              rule: 'floor',
              outcome: 'fails',
              line: 'Mean relevancy 0.80 is below the threshold 0.85 (3 cases).',
            },
          ],
        }),
        baseline: {
          kind: 'none',
          reason: 'new-prompt',
          line: 'no baseline: new prompt, there is none at bbbbbb1, the commit where the pull request left main; only the floor applies',
        },
      }),
    ],
  });
}

function outage(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          outcome: 'inconclusive',
          because: ['error'],
          blocking: true,
          exitCode: 3,
          status: 'error',
          passed: false,
          headline:
            'Inconclusive: 17 of 20 cases have no score. The judge’s provider answered 503 (Service Unavailable) after 4 retries. Run it again.',
          findings: [
            { rule: 'errors', outcome: 'inconclusive', line: '17 of 20 cases have no score; at most 1 may.' },
          ],
        }),
        comparison: createComparison({
          pairs: [REFUND, INVOICE, ...unchangedCases(1)],
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
        }),
        head: record(),
      }),
    ],
  });
}

function stoppedEarly(): Report {
  const REASON = 'the budget of 40 calls (limits.max-calls) was used up after 3 of 20 answers';
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          outcome: 'inconclusive',
          because: ['inconclusive'],
          blocking: true,
          exitCode: 3,
          status: 'error',
          passed: false,
          headline: `Not decided: the run ended early: ${REASON}. Re-run when that is mended.`,
          findings: [
            { rule: 'errors', outcome: 'inconclusive', line: `Not decided: the run ended early: ${REASON}.` },
          ],
        }),
        comparison: createComparison({
          pairs: [REFUND, ...unchangedCases(2)],
          unscored: unchangedCases(17).map(({ id, input }) => ({
            id,
            input,
            kind: 'budget' as const,
            reason: REASON,
            noLongerAnswers: false,
          })),
          headCases: 20,
        }),
        head: { ...record(), stopped: { kind: 'budget', reason: REASON } },
      }),
    ],
  });
}

function spentAtBase(): Report {
  const reason = 'the budget of 40 calls (limits.max-calls) was used up after 31 of 60 answers of the base';
  return createReport({
    suites: [
      {
        kind: 'not-evaluated',
        suite: 'support',
        decision: createDecision({
          outcome: 'inconclusive',
          because: ['inconclusive'],
          blocking: true,
          exitCode: 3,
          status: 'error',
          passed: false,
          headline: `Not evaluated: ${reason}.`,
          findings: [{ rule: 'errors', outcome: 'inconclusive', line: `Not evaluated: ${reason}.` }],
        }),
        spent: {
          target: { calls: 31, inputTokens: 9_000, outputTokens: 2_000 },
          judge: { calls: 9, inputTokens: 4_000, outputTokens: 1_000 },
          reusedVerdicts: 0,
          seconds: 21,
          cost: { status: 'known', amount: 0.0213, covers: 'all' },
        },
        notes: [],
      },
    ],
  });
}

function fewLeft(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          outcome: 'inconclusive',
          because: ['inconclusive'],
          blocking: true,
          exitCode: 3,
          status: 'error',
          passed: false,
          headline:
            "Not decided: only 3 of the baseline's 20 cases are left with the same input and a score on both sides. Re-run when that is mended.",
          findings: [
            {
              rule: 'baseline',
              outcome: 'inconclusive',
              line: "Not compared: only 3 of the baseline's 20 cases are left with the same input and a score on both sides.",
            },
          ],
        }),
        comparison: createComparison({
          pairs: [REFUND, ...unchangedCases(2)],
          unscored: [
            {
              id: 'gift-card',
              input: 'Can I pay with a gift card?',
              kind: 'target',
              reason: 'the agent crashed',
              noLongerAnswers: false,
            },
          ],
        }),
        head: record(),
      }),
    ],
  });
}

function incomparable(): Report {
  return createReport({
    suites: [
      createSuiteReport({
        baseline: BASELINE,
        decision: createDecision({
          outcome: 'inconclusive',
          because: ['inconclusive'],
          blocking: true,
          exitCode: 3,
          status: 'error',
          passed: false,
          headline:
            'Inconclusive: the baseline cannot be compared. It was judged by `gpt-4o-mini`, the head by `gpt-4.1-mini`. Store a new baseline, or take the change of the judge back.',
          findings: [],
        }),
        comparison: createComparison({
          comparability: {
            status: 'incomparable',
            reason: 'It was judged by `gpt-4o-mini`, the head by `gpt-4.1-mini`.',
          },
          pairs: unchangedCases(20),
          baseMean: null,
          headMean: null,
        }),
        head: record(),
      }),
    ],
  });
}

function notBlocking(): Report {
  const suite = regression().suites[0];
  if (suite === undefined) throw new Error('no suite');
  return createReport({
    suites: [
      {
        ...suite,
        decision: { ...suite.decision, blocking: false, exitCode: 0, status: 'success', passed: true },
        notes: [],
      },
    ],
  });
}

function staleBaseline(): Report {
  const suite = withinNoise().suites[0];
  if (suite?.kind !== 'evaluated') throw new Error('no suite');
  return createReport({ suites: [{ ...suite, baseline: STALE }] });
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
    notices: ['The judge is the target’s model: no `judge-model` was given.'],
  });
}

function textOf(pair: PairedCase) {
  const { input, statements, baseAnswer, headAnswer } = pair;
  return { input, statements, baseAnswer, headAnswer };
}
