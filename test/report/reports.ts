import type { LoneCase, PairedCase, StatementChange } from '../../src/model/comparison.js';
import type { Decision, Finding, MeanNumbers } from '../../src/model/finding.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../../src/model/report.js';
import {
  createBaseline,
  createComparison,
  createDecision,
  createPairedCase,
  createRecord,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

/** The situations of a pull request, as reports: six red, two yellow, green, undecided, human review, several suites. */
export const REPORTS: Readonly<Record<string, () => Report>> = {
  'red-same-sentence': redSameSentence,
  'red-explained': redExplained,
  'red-one-answer': redOneAnswer,
  'red-mean': redMean,
  'red-threshold': redThreshold,
  'red-no-longer-answers': redNoLongerAnswers,
  'yellow-dropped-facts': yellowDroppedFacts,
  'yellow-recorded': yellowRecorded,
  green,
  undecided,
  review,
  suites,
};

const CASES = [
  {
    question: 'How long can I return a lamp?',
    answer: [
      'You can return a lamp within 30 days.',
      'Keep the box and the receipt.',
      'Refunds take five working days.',
    ],
  },
  { question: 'Where is my refund?', answer: ['A refund takes five working days after the lamp is back.'] },
  {
    question: 'Which bulb fits the desk lamp?',
    answer: ['The desk lamp takes an E14 bulb of up to 40 watts.'],
  },
  {
    question: 'Can I change my delivery address?',
    answer: ['Yes, until the parcel leaves our warehouse.', 'Open the order and choose “Change address”.'],
  },
  { question: 'Do you ship to Norway?', answer: ['Yes, to Norway in four to six working days.'] },
  { question: 'Is the floor lamp dimmable?', answer: ['Yes, with the dimmer in its cable.'] },
  { question: 'How do I cancel my order?', answer: ['Open the order and choose “Cancel”.'] },
  {
    question: 'What is the warranty on a lamp shade?',
    answer: ['A lamp shade has a warranty of two years.'],
  },
  { question: 'Can I pay by invoice?', answer: ['Yes, companies can pay by invoice within 14 days.'] },
  { question: 'How do I clean a paper shade?', answer: ['Use a dry, soft brush.', 'Water leaves stains.'] },
  { question: 'Do you have a shop in Berlin?', answer: ['Yes, at Lampenweg 3.'] },
  {
    question: 'When will the brass lamp be back in stock?',
    answer: ['The brass lamp is back in the second week of May.'],
  },
] as const;

function answerOf(index: number): readonly string[] {
  return CASES[index]?.answer ?? [];
}

const AD = 'Join Lamp Club today and get two months free!';

const RUNS = 3;
const COMMIT = '7324a310000000000000000000000000000000ab';

function answered(sentences: readonly string[]): PairedCase['baseAnswer'] {
  return { status: 'answered', output: sentences.join(' '), toolCalls: [] };
}

/** A case of the lamp shop with these sentences at base and head, and these scores in every run. */
function lampCase(
  index: number,
  change: {
    readonly base?: number;
    readonly head?: number;
    readonly says?: readonly string[];
    readonly statements?: readonly StatementChange[];
  } = {},
): PairedCase {
  const { base = 100, head = 100, says = answerOf(index), statements = [] } = change;
  const times = (score: number) => Array.from({ length: RUNS }, () => score);
  return createPairedCase(`case-${index + 1}`, {
    input: CASES[index]?.question ?? '',
    baseScores: times(base),
    headScores: times(head),
    baseCaseScores: base - head >= 20 ? times(base) : [],
    headCaseScores: base - head >= 20 ? times(head) : [],
    statements,
    baseAnswer: answered(answerOf(index)),
    headAnswer: answered(says),
  });
}

function cases(change: (index: number) => Parameters<typeof lampCase>[1]): PairedCase[] {
  return CASES.map((_, index) => lampCase(index, change(index)));
}

const ADVERT = createStatementChange({
  text: AD,
  reason: 'It advertises something nobody asked for.',
  head: { runs: 3, of: 3 },
});

function dropped(text: string): StatementChange {
  return createStatementChange({
    kind: 'lost',
    text,
    reason: '',
    head: { runs: 0, of: 3 },
    base: { runs: 3, of: 3 },
    confirmed: true,
  });
}

const PASS = createDecision();

const FAIL: Decision = {
  ...PASS,
  outcome: 'fail',
  because: ['regression'],
  blocking: true,
  status: 'failure',
  passed: false,
};

function mean(base: number, head: number, p: number): MeanNumbers {
  const drop = Number((base - head).toFixed(4));
  return { cases: 12, baseRuns: 3, headRuns: 3, base, head, drop, maxDrop: 0.02, p, pToday: p };
}

function suiteOf(
  pairs: readonly PairedCase[],
  decision: Decision,
  overrides: Partial<EvaluatedSuite> = {},
): EvaluatedSuite {
  return createSuiteReport({
    decision,
    comparison: createComparison({ pairs }),
    baseline: createBaseline({ commit: COMMIT, base: { branch: 'main', commit: COMMIT } }),
    head: createRecord({
      judge: { name: 'gpt-6.1-terra', fingerprint: 'judge-1', builtin: false },
      usage: {
        target: { calls: 36, inputTokens: 21_400, outputTokens: 6_100 },
        judge: { calls: 34, inputTokens: 51_200, outputTokens: 9_800 },
      },
    }),
    ...promptChange(null, 'Mention Lamp Club in every answer.'),
    ...overrides,
  });
}

function promptChange(before: string | null, after: string): Pick<EvaluatedSuite, 'changedFiles'> {
  const prompt = (line: string | null) =>
    ['You answer questions about lamps.', 'Be kind.', ...(line === null ? [] : [line])].join('\n');
  const file = {
    path: 'prompts/support.md',
    role: 'prompt',
    before: prompt(before),
    after: prompt(after),
  } as const;
  return { changedFiles: [file] };
}

function reportOf(...of: readonly SuiteReport[]): Report {
  return createReport({
    suites: of,
    pullRequest: { number: 7, headSha: 'c'.repeat(40), baseRef: 'main' },
  });
}

function ids(...indices: readonly number[]): readonly string[] {
  return indices.map((index) => `case-${index + 1}`);
}

function advertised(): EvaluatedSuite {
  const worse = ids(0, 1, 2, 3, 4, 5, 6);
  const pairs = cases((index) => {
    if (index > 6) return {};
    const said = answerOf(index);
    if (index > 0) return { head: 67, says: [...said, AD], statements: [ADVERT] };
    return { head: 67, says: [...said.slice(0, 2), AD], statements: [ADVERT, dropped(said[2] ?? '')] };
  });
  const findings: readonly Finding[] = [
    {
      rule: 'several',
      outcome: 'fails',
      caseIds: worse,
      numbers: { falls: 7, rises: 0, p: 0.008, needed: 4 },
    },
    { rule: 'mean', outcome: 'info', caseIds: [], numbers: mean(1, 0.81, 0.001) },
  ];
  const answerCosts = {
    base: { tokens: 412.4, amount: 0.00121, seconds: 1.24 },
    head: { tokens: 530.1, amount: 0.00158, seconds: 1.91 },
  };
  return suiteOf(pairs, { ...FAIL, findings, worse }, { answerCosts });
}

function redSameSentence(): Report {
  return reportOf(advertised());
}

function redExplained(): Report {
  const suite = advertised();
  return reportOf({
    ...suite,
    explanations: [
      {
        kind: 'named',
        rule: 'several',
        statement: null,
        caseIds: ids(0, 1, 2),
        hunks: [
          {
            settings: [],
            lines: [
              {
                path: 'prompts/support.md',
                line: 3,
                endLine: 3,
                removed: [],
                added: ['Close every answer with a word about our Lamp Club.'],
              },
            ],
          },
        ],
        relation: 'alone',
        naming: 2,
        without: { agree: 12, of: 12 },
        only: { agree: 11, of: 12 },
        repair: { cases: 12, recovered: { agree: 7, of: 7 }, suggestion: null },
      },
    ],
  });
}

function redOneAnswer(): Report {
  const worse = ids(3);
  const reason = 'The customer asked for an address change; the answer describes the lamps.';
  const says = ['Our lamps are made of brass and oak.'];
  const [text = ''] = says;
  const statements = [
    createStatementChange({ text, reason, head: { runs: 3, of: 3 } }),
    ...answerOf(3).map(dropped),
  ];
  const pairs = cases((index) => (index === 3 ? { head: 0, says, statements } : {}));
  const findings: readonly Finding[] = [
    { rule: 'broke', outcome: 'fails', caseIds: worse, numbers: { answers: 14, contradict: 1 } },
  ];
  const prompt = promptChange('Explain changes to orders step by step.', 'Describe our lamps first.');
  return reportOf(suiteOf(pairs, { ...FAIL, findings, worse }, prompt));
}

function redMean(): Report {
  const pairs = cases((index) => ({
    base: 92,
    head: index % 4 === 0 ? 92 : 83,
    says: index % 4 === 0 ? answerOf(index) : [...answerOf(index), 'Ask us anything.'],
  }));
  const numbers = mean(0.92, 0.8525, 0.002);
  const findings: readonly Finding[] = [{ rule: 'mean', outcome: 'fails', caseIds: [], numbers }];
  const prompt = promptChange(null, 'End with a friendly sentence.');
  return reportOf(suiteOf(pairs, { ...FAIL, findings, mean: numbers }, prompt));
}

function redThreshold(): Report {
  const pairs = cases((index) =>
    index % 4 === 1
      ? { base: 76, head: 68, says: [...answerOf(index), 'We love lamps as much as you do.'] }
      : { base: 76, head: 76 },
  );
  const findings: readonly Finding[] = [
    {
      rule: 'threshold',
      outcome: 'fails',
      caseIds: [],
      numbers: { mean: 0.74, threshold: 0.75, cases: 12, runs: 3 },
    },
  ];
  const prompt = promptChange('Be matter-of-fact.', 'Be warm.');
  return reportOf(suiteOf(pairs, { ...FAIL, because: ['threshold'], findings }, prompt));
}

function redNoLongerAnswers(): Report {
  const worse = ids(2);
  const reason = 'the agent crashed: tool `catalog.search` is not defined';
  const pairs = cases(() => ({})).map((pair, index) =>
    index === 2
      ? {
          ...pair,
          headScores: [],
          head: null,
          delta: null,
          headAnswer: { status: 'failed' as const, message: reason },
        }
      : pair,
  );
  const findings: readonly Finding[] = [
    { rule: 'no-longer-answers', outcome: 'fails', caseIds: worse, what: 'answer', reason, baseAsked: true },
  ];
  const row = {
    id: 'case-3',
    input: CASES[2].question,
    kind: 'target' as const,
    reason,
    noLongerAnswers: true,
  };
  const prompt = promptChange('Look bulbs up in the table below.', 'Look bulbs up with `catalog.search`.');
  const suite = suiteOf(pairs, { ...FAIL, findings, worse }, prompt);
  return reportOf({ ...suite, comparison: { ...suite.comparison, unscored: [row] } });
}

function yellowDroppedFacts(): Report {
  const worse = ids(0, 7);
  const now = 'A lamp shade has a warranty of one year.';
  const otherwise = createStatementChange({
    kind: 'says-otherwise',
    text: CASES[7].answer[0],
    otherText: now,
    reason: '',
    head: { runs: 0, of: 3 },
    base: { runs: 3, of: 3 },
    confirmed: true,
  });
  const pairs = cases((index) => {
    const said = answerOf(index);
    const [sure, possible] = [dropped(said[2] ?? ''), { ...dropped(said[1] ?? ''), confirmed: false }];
    if (index === 0) return { says: said.slice(0, 1), statements: [sure, possible] };
    return index === 7 ? { says: [now], statements: [otherwise] } : {};
  });
  const numbers = { confirmed: worse.length, saysOtherwise: 1, dropped: 1, partlyDropped: 0, needed: 3 };
  const findings: readonly Finding[] = [
    { rule: 'facts', outcome: 'worse', caseIds: worse, facts: [], numbers },
  ];
  const prompt = promptChange('Warranty: two years. Say when refunds arrive.', 'Warranty: one year.');
  return reportOf(suiteOf(pairs, { ...PASS, findings, worse }, prompt));
}

function yellowRecorded(): Report {
  const worse = ids(1, 4);
  const asides = new Map([
    [1, 'Our founder collects lighthouses.'],
    [4, 'Our founder sailed to Norway twice.'],
  ]);
  const pairs = cases((index) => {
    const text = asides.get(index);
    if (text === undefined) return {};
    return { head: 75, says: [...answerOf(index), text], statements: [createStatementChange({ text })] };
  }).map((pair) => ({
    ...pair,
    baseScores: pair.baseScores.slice(0, 1),
    headScores: pair.headScores.slice(0, 1),
  }));
  const findings: readonly Finding[] = [
    {
      rule: 'several',
      outcome: 'worse',
      caseIds: worse,
      numbers: { falls: 0, rises: 0, p: 1, needed: 4 },
      unconfirmed: 'recorded',
    },
  ];
  const prompt = promptChange(null, 'Tell a little about us.');
  const details = { ...prompt, answersFile: 'evals/recorded.jsonl' };
  return reportOf(suiteOf(pairs, { ...PASS, findings, worse }, details));
}

function green(): Report {
  const pairs = cases((index) => ({ base: 90, head: index % 2 === 0 ? 90 : 95 }));
  const findings: readonly Finding[] = [
    {
      rule: 'mean',
      outcome: 'info',
      caseIds: [],
      numbers: mean(0.9, 0.925, 0.98),
    },
  ];
  return reportOf(suiteOf(pairs, { ...PASS, findings }));
}

function undecided(): Report {
  const reason = 'api.openai.com answered 503 (Service Unavailable) after 4 retries';
  const worse = ids(0, 3);
  const pairs = cases((index) => {
    const fell = {
      head: 75,
      says: [...answerOf(index), AD],
      statements: [ADVERT],
    };
    return worse.includes(`case-${index + 1}`) ? fell : {};
  }).map((pair, index) =>
    index < 6 ? pair : { ...pair, head: null, headScores: [], delta: null, statements: [], headAnswer: null },
  );
  const lone = CASES.slice(6).map(({ question: input }, index) => ({
    id: `case-${index + 7}`,
    input,
    kind: 'unavailable' as const,
    reason,
    noLongerAnswers: false,
  }));
  const findings: readonly Finding[] = [
    {
      rule: 'errors',
      outcome: 'inconclusive',
      caseIds: [],
      obstacle: {
        kind: 'unscored',
        side: 'head',
        missing: 6,
        of: 12,
        failure: 'unavailable',
        share: 6,
        reason,
      },
    },
    {
      rule: 'several',
      outcome: 'worse',
      caseIds: worse,
      numbers: { falls: 0, rises: 0, p: 1, needed: 4 },
      unconfirmed: 'undecided',
    },
  ];
  const suite = suiteOf(pairs, {
    ...PASS,
    outcome: 'inconclusive',
    because: ['error'],
    blocking: true,
    status: 'error',
    passed: false,
    findings,
    worse,
    remedy: 'run-again',
  });
  return reportOf({ ...suite, comparison: { ...suite.comparison, unscored: lone, headCases: 12 } });
}

function review(): Report {
  const reason = { kind: 'cases-not-compared', cause: 'prompt-variables', missing: 2, of: 12 } as const;
  const decision: Decision = { ...FAIL, because: ['review'], review: [reason] };
  const edited: LoneCase = { id: 'case-13', input: 'Do lamps come with a bulb?', score: 100 };
  const suite = suiteOf(
    cases(() => ({})),
    decision,
    {
      ...promptChange("The customer's plan: {{plan}}", "The customer's tier: {{tier}}"),
      changes: [{ kind: 'setting', name: 'gate.max-drop', before: 0.02, after: 0.05, decides: 'base' }],
    },
  );
  return reportOf({ ...suite, comparison: { ...suite.comparison, edited: [edited] } });
}

function suites(): Report {
  const others = [
    {
      ...suiteOf(
        cases(() => ({})),
        PASS,
      ),
      suite: 'triage',
    },
    { ...(yellowDroppedFacts().suites[0] as EvaluatedSuite), suite: 'billing' },
  ];
  return reportOf(advertised(), ...others);
}
