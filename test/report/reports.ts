import type { LoneCase, PairedCase, StatementChange } from '../../src/ports/comparison.js';
import type { Decision, Finding, MeanNumbers } from '../../src/ports/finding.js';
import type { EvaluatedSuite, Report, SuiteReport } from '../../src/ports/report.js';
import {
  createBaseline,
  createComparison,
  createPairedCase,
  createRecord,
  createStatementChange,
} from '../support/records.js';

/** The situations of a pull request, as reports: five red, two yellow, green, undecided, human review, several suites. */
export const REPORTS: Readonly<Record<string, () => Report>> = {
  'red-same-sentence': redSameSentence,
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

const QUESTIONS = [
  'How long can I return a lamp?',
  'Where is my refund?',
  'Which bulb fits the desk lamp?',
  'Can I change my delivery address?',
  'Do you ship to Norway?',
  'Is the floor lamp dimmable?',
  'How do I cancel my order?',
  'What is the warranty on a lamp shade?',
  'Can I pay by invoice?',
  'How do I clean a paper shade?',
  'Do you have a shop in Berlin?',
  'When will the brass lamp be back in stock?',
] as const;

const FACTS = [
  'You can return a lamp within 30 days.',
  'Keep the box and the receipt.',
  'Refunds take five working days.',
] as const;

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
  const { base = 100, head = 100, says = FACTS, statements = [] } = change;
  const times = (score: number) => Array.from({ length: RUNS }, () => score);
  return createPairedCase(`case-${index + 1}`, {
    input: QUESTIONS[index % QUESTIONS.length] ?? '',
    baseScores: times(base),
    headScores: times(head),
    headCaseScores: base - head >= 20 ? times(head) : [],
    statements,
    baseAnswer: answered(FACTS),
    headAnswer: answered(says),
  });
}

function cases(change: (index: number) => Parameters<typeof lampCase>[1]): PairedCase[] {
  return QUESTIONS.map((_, index) => lampCase(index, change(index)));
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

const PASS: Decision = {
  outcome: 'pass',
  because: [],
  blocking: false,
  status: 'success',
  passed: true,
  findings: [],
  worse: [],
  mean: null,
  review: [],
};

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
  return { cases: 12, baseRuns: 3, headRuns: 3, base, head, drop, maxDrop: 0.02, p, pToday: null };
}

function suiteOf(
  pairs: readonly PairedCase[],
  decision: Decision,
  overrides: Partial<EvaluatedSuite> = {},
): EvaluatedSuite {
  return {
    kind: 'evaluated',
    suite: 'support',
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
    notes: [],
    changedFiles: ['prompts/support.md'],
    changedPrompt: {
      before: 'You answer questions about lamps.\nBe brief.\n',
      after: 'You answer questions about lamps.\nMention Lamp Club.\n',
    },
    ...overrides,
  };
}

function reportOf(...of: readonly SuiteReport[]): Report {
  return {
    suites: of,
    overall: of[0]?.decision ?? PASS,
    headSha: 'c'.repeat(40),
    runUrl: 'https://github.example/runs/1',
    homeUrl: 'https://github.example/tools/prompt-regression/blob/v1',
    acceptable: true,
    pullRequest: { number: 7, headSha: 'c'.repeat(40), baseRef: 'main' },
    notices: [],
  };
}

function ids(...indices: readonly number[]): readonly string[] {
  return indices.map((index) => `case-${index + 1}`);
}

function advertised(): EvaluatedSuite {
  const worse = ids(0, 1, 2, 3, 4, 5, 6);
  const pairs = cases((index) => {
    if (index > 6) return {};
    if (index > 0) return { head: 67, says: [...FACTS, AD], statements: [ADVERT] };
    return { head: 67, says: [...FACTS.slice(0, 2), AD], statements: [ADVERT, dropped(FACTS[2])] };
  });
  const findings: readonly Finding[] = [
    { rule: 'several', outcome: 'fails', caseIds: worse, numbers: { falls: 7, rises: 0, p: 0.008 } },
    { rule: 'mean', outcome: 'info', caseIds: [], numbers: mean(1, 0.81, 0.001) },
  ];
  return suiteOf(pairs, { ...FAIL, findings, worse });
}

function redSameSentence(): Report {
  return reportOf(advertised());
}

function redOneAnswer(): Report {
  const worse = ids(3);
  const reason = 'The customer asked for an address change; the answer is about the weather.';
  const says = ['The weather in Oslo is mild this week.'];
  const [text = ''] = says;
  const statements = [
    createStatementChange({ text, reason, head: { runs: 3, of: 3 } }),
    ...FACTS.map(dropped),
  ];
  const pairs = cases((index) => (index === 3 ? { head: 0, says, statements } : {}));
  const findings: readonly Finding[] = [
    { rule: 'broke', outcome: 'fails', caseIds: worse, numbers: { answers: 14, contradict: 1 } },
  ];
  return reportOf(suiteOf(pairs, { ...FAIL, findings, worse }));
}

function redMean(): Report {
  const pairs = cases((index) => ({
    base: 92,
    head: index % 4 === 0 ? 92 : 83,
    says: [...FACTS, 'Ask us anything.'],
  }));
  const numbers = mean(0.92, 0.8525, 0.002);
  const findings: readonly Finding[] = [
    { rule: 'mean', outcome: 'fails', caseIds: [], numbers, power: { noticeable: 0.04 } },
  ];
  return reportOf(suiteOf(pairs, { ...FAIL, findings, mean: numbers }));
}

function redThreshold(): Report {
  const pairs = cases((index) => ({ base: 70, head: index === 0 ? 60 : 70 }));
  const findings: readonly Finding[] = [
    {
      rule: 'threshold',
      outcome: 'fails',
      caseIds: [],
      numbers: { mean: 0.69, threshold: 0.75, cases: 12, runs: 3 },
    },
  ];
  return reportOf(suiteOf(pairs, { ...FAIL, because: ['threshold'], findings }));
}

function redNoLongerAnswers(): Report {
  const worse = ids(2);
  const reason = 'the agent crashed: tool `calendar.create` is not defined';
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
    { rule: 'no-longer-answers', outcome: 'fails', caseIds: worse, what: 'answer', reason },
  ];
  const row = { id: 'case-3', input: QUESTIONS[2], kind: 'target' as const, reason, noLongerAnswers: true };
  const suite = suiteOf(pairs, { ...FAIL, findings, worse });
  return reportOf({ ...suite, comparison: { ...suite.comparison, unscored: [row] } });
}

function yellowDroppedFacts(): Report {
  const worse = ids(0, 7);
  const otherwise = createStatementChange({
    kind: 'says-otherwise',
    text: FACTS[0],
    otherText: 'You can return a lamp within 14 days.',
    reason: '',
    head: { runs: 0, of: 3 },
    base: { runs: 3, of: 3 },
    confirmed: true,
  });
  const pairs = cases((index) => {
    if (index === 0) return { says: FACTS.slice(0, 2), statements: [dropped(FACTS[2])] };
    const now = ['You can return a lamp within 14 days.', ...FACTS.slice(1)];
    return index === 7 ? { says: now, statements: [otherwise] } : {};
  });
  const numbers = { saysOtherwise: 1, dropped: 1, partlyDropped: 0 };
  const findings: readonly Finding[] = [{ rule: 'facts', outcome: 'worse', caseIds: worse, numbers }];
  return reportOf(suiteOf(pairs, { ...PASS, findings, worse }));
}

function yellowRecorded(): Report {
  const worse = ids(1, 4);
  const pairs = cases((index) =>
    index === 1 || index === 4
      ? {
          head: 75,
          says: [...FACTS, `Aside number ${index}.`],
          statements: [createStatementChange({ text: `Aside number ${index}.` })],
        }
      : {},
  );
  const findings: readonly Finding[] = [
    { rule: 'fell', outcome: 'worse', caseIds: worse, numbers: { runs: 1 }, unconfirmed: 'recorded' },
  ];
  return reportOf(suiteOf(pairs, { ...PASS, findings, worse }));
}

function green(): Report {
  const pairs = cases((index) => ({ base: 90, head: index % 2 === 0 ? 90 : 95 }));
  const findings: readonly Finding[] = [
    { rule: 'mean', outcome: 'info', caseIds: [], numbers: mean(0.9, 0.925, 0.98) },
  ];
  return reportOf(suiteOf(pairs, { ...PASS, findings }));
}

function undecided(): Report {
  const reason = 'api.openai.com answered 503 (Service Unavailable) after 4 retries';
  const pairs = cases(() => ({})).slice(0, 2);
  const lone = QUESTIONS.slice(2).map((input, index) => ({
    id: `case-${index + 3}`,
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
        missing: 10,
        of: 12,
        failure: 'unavailable',
        share: 10,
        reason,
      },
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
    { changes: [{ kind: 'setting', name: 'gate.max-drop', before: 0.02, after: 0.05, decides: 'base' }] },
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
