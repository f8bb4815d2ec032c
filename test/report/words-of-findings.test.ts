import { describe, expect, it } from 'vitest';
import type { PairedCase, StatementChange } from '../../src/model/comparison.js';
import type { Decision, Finding } from '../../src/model/finding.js';
import type { EvaluatedSuite } from '../../src/model/report.js';
import { renderComment } from '../../src/report/comment/render-comment.js';
import { markdown } from '../../src/report/markdown.js';
import { renderCausedBy } from '../../src/report/model/caused-by.js';
import { renderShortHeading } from '../../src/report/model/heading.js';
import { SCORERS } from '../../src/scorers/catalog.js';
import {
  createBaseline,
  createComparison,
  createDecision,
  createPairedCase,
  createReport,
  createStatementChange,
  createSuiteReport,
} from '../support/records.js';

const MARKER = markdown`<!-- m -->`;

function pair(id: string, statements: readonly StatementChange[], head = 100): PairedCase {
  return createPairedCase(id, { baseScores: [100], headScores: [head], statements });
}

function answered(output: string): Extract<PairedCase['headAnswer'], { readonly status: 'answered' }> {
  return { status: 'answered', output, toolCalls: [] };
}

function gained(text: string): StatementChange {
  return createStatementChange({ text, reason: 'Nobody asked.', head: { runs: 1, of: 1 } });
}

function lost(text: string, confirmed: boolean): StatementChange {
  return createStatementChange({ kind: 'lost', text, reason: '', base: { runs: 1, of: 1 }, confirmed });
}

function suiteOf(
  pairs: readonly PairedCase[],
  decision: Partial<Decision>,
  more: Partial<EvaluatedSuite> = {},
): EvaluatedSuite {
  const worse = decision.worse ?? pairs.map(({ id }) => id);
  return createSuiteReport({
    comparison: createComparison({ pairs }),
    decision: createDecision({ ...decision, worse }),
    ...more,
  });
}

function commentOf(suite: EvaluatedSuite): string {
  const pullRequest = { number: 7, headSha: 'c'.repeat(40), baseRef: 'main' };
  return renderComment(createReport({ suites: [suite], pullRequest }), { marker: MARKER });
}

const RED = { outcome: 'fail', because: ['regression'], blocking: true } as const;
const SENTENCE = {
  rule: 'sentence',
  outcome: 'fails',
  caseIds: ['a', 'b', 'c'],
  statement: 'Join Lamp Club today!',
  numbers: { gained: 3, lost: 0, p: 0.125 },
} as const satisfies Finding;
const ADVERTISED = ['a', 'b', 'c'].map((id) => pair(id, [gained('Join Lamp Club today!')], 67));

describe('a heading', () => {
  const facts = (confirmed: number, outcome: 'worse' | 'info'): Finding => ({
    rule: 'facts',
    outcome,
    caseIds: ['a'],
    facts: [],
    numbers: { confirmed, saysOtherwise: 0, dropped: confirmed, partlyDropped: 0, needed: 3 },
  });

  it.each([
    [true, 'passes, but 1 of 1 answer lost a fact'],
    [false, 'passes, but 1 of 1 answer may have lost a fact'],
  ])('says whether a lost fact is confirmed: %s', (confirmed, heading) => {
    const suite = suiteOf([pair('a', [lost('Keep the box.', confirmed)])], {
      findings: [facts(Number(confirmed), 'worse')],
    });
    expect(renderShortHeading(suite)).toContain(heading);
  });

  it('says that nothing was asked again, if another scorer failed first', () => {
    const finding = { ...SENTENCE, outcome: 'worse', unconfirmed: 'not-asked' } as const;
    const suite = suiteOf(ADVERTISED, { findings: [finding] });
    expect(renderShortHeading(suite)).toMatch(
      /^3 of 3 answers gained the same irrelevant sentence, not asked again/,
    );
  });

  it('of a case that must pass has the other rule, too', () => {
    const mustPass: Finding = {
      rule: 'must-pass',
      outcome: 'fails',
      caseIds: ['a'],
      numbers: { of: 2, fell: 1, lostFact: 0, unanswered: 0 },
    };
    const notAsked = { ...SENTENCE, outcome: 'worse', unconfirmed: 'not-asked' } as const;
    // What touches more answers comes first.
    for (const other of [SENTENCE, notAsked]) {
      const heading = renderShortHeading(suiteOf(ADVERTISED, { ...RED, findings: [mustPass, other] }));
      expect(heading).toMatch(
        /^3 of 3 answers gained the same irrelevant sentence · 1 of 2 must-pass cases failed: a( ·|$)/,
      );
    }
    const all = { ...mustPass, caseIds: ['a', 'b', 'c'] };
    expect(renderShortHeading(suiteOf(ADVERTISED, { ...RED, findings: [all, SENTENCE] }))).toMatch(
      /^3 of 2 must-pass cases failed: a, b and 1 more · 3 of 3 answers gained the same/,
    );
    const alone = suiteOf(ADVERTISED.slice(0, 1), { ...RED, findings: [mustPass] });
    expect(renderShortHeading(alone)).toMatch(/^1 of 2 must-pass cases failed: a ·/);
  });

  it('calls only an answer without anything relevant irrelevant', () => {
    const broke = (id: string): Finding => ({
      rule: 'broke',
      outcome: 'fails',
      caseIds: [id],
      numbers: { answers: 14, contradict: 0 },
    });
    const heading = (head: number) =>
      renderShortHeading(suiteOf([pair('a', [gained('No.')], head)], { ...RED, findings: [broke('a')] }));
    expect(heading(0)).toMatch(/^1 of 1 answer became irrelevant/);
    expect(heading(33)).toMatch(/^1 of 1 answer became mostly irrelevant/);
  });

  it('says that an answer consists of new statements only if nothing irrelevant was there before', () => {
    const build = (base: number) => {
      const only = createPairedCase('a', {
        baseScores: [base],
        headScores: [0],
        statements: [gained('No.')],
        headAnswer: answered('No.'),
      });
      return commentOf(suiteOf([only], { ...RED, findings: [SENTENCE] }));
    };
    expect(build(100)).toContain('**1 answer now says only:**');
    expect(build(50)).toContain('**1 answer now says:**');
  });

  it.each<[string, NonNullable<PairedCase['headAnswer']>, string]>([
    ['nothing else', answered('No.'), '1 answer now says only'],
    ['a greeting that is not counted', answered('Hello! No.'), '1 answer now says'],
    ['another sentence in each run', answered('No. The sky is blue.'), '1 answer now says'],
    ['a tool call', { ...answered('No.'), toolCalls: ['find(lamp)'] }, '1 answer now says'],
  ])('says that an answer consists of new statements if the shown one has %s', (_, headAnswer, title) => {
    const only = createPairedCase('a', {
      baseScores: [100],
      headScores: [0],
      statements: [gained('No.')],
      headAnswer,
    });
    expect(commentOf(suiteOf([only], { ...RED, findings: [SENTENCE] }))).toContain(`**${title}:**`);
  });

  it.each(SCORERS.filter(({ kind }) => kind === 'check').map(({ id, failing }) => [id, failing] as const))(
    "of the check %s has the check's own words",
    (id, failing) => {
      const [one = '', many = ''] = failing ?? [];
      expect([one, many]).not.toContain('');
      const failed = ['a', 'b'].map((each) => pair(each, [], 0));
      const finding = {
        rule: 'several',
        outcome: 'fails',
        caseIds: ['a', 'b'],
        numbers: { falls: 2, rises: 0, p: 0.25, needed: 4 },
      } as const;
      const build = (pairs: readonly PairedCase[]) =>
        suiteOf(
          pairs,
          { ...RED, findings: [finding] },
          {
            comparison: createComparison({ pairs, scorer: id }),
          },
        );
      expect(renderShortHeading(build(failed))).toMatch(new RegExp(`^2 of 2 answers ${many}`));
      expect(renderShortHeading(build(failed.slice(0, 1)))).toMatch(new RegExp(`^1 of 1 answer ${one}`));
    },
  );
});

describe('a case that must pass', () => {
  const failed: Finding = {
    rule: 'must-pass',
    outcome: 'fails',
    caseIds: ['a'],
    numbers: { of: 2, fell: 1, lostFact: 0, unanswered: 0 },
  };
  const changedFiles = [
    { path: 'p.md', role: 'prompt', before: 'Be short.', after: 'Name the club.' },
  ] as const satisfies EvaluatedSuite['changedFiles'];
  const askedAgain = { baseCaseScores: [100, 100], headCaseScores: [67, 67] };
  const build = (pairs: readonly PairedCase[], findings: readonly Finding[]) =>
    commentOf(
      suiteOf(
        pairs,
        { ...RED, findings, worse: [...new Set(findings.flatMap(({ caseIds }) => caseIds))] },
        { changedFiles },
      ),
    );

  it('fails the check, so nothing is too few to fail it', () => {
    const facts: Finding = {
      rule: 'facts',
      outcome: 'worse',
      caseIds: ['a'],
      facts: [],
      numbers: { confirmed: 1, saysOtherwise: 0, dropped: 1, partlyDropped: 0, needed: 3 },
    };
    const lostFact = { ...failed, numbers: { ...failed.numbers, fell: 0, lostFact: 1 } };
    const pairs = [
      { ...pair('a', [lost('Keep the box.', true)]), baseCaseScores: [100, 100], headCaseScores: [100, 100] },
      pair('b', []),
    ];
    const comment = build(pairs, [lostFact, facts]);
    expect(comment).not.toMatch(/too few/i);
    expect(comment).toContain('Confirmed: it was asked again, with the same result');
    expect(comment).toContain('**Caused by** ');
    expect(comment).toContain('the only change to the prompt');
  });

  it('is confirmed, also if the others were not asked again', () => {
    const notAsked = { ...SENTENCE, outcome: 'worse', unconfirmed: 'not-asked' } as const;
    const [first, ...others] = ADVERTISED;
    if (first === undefined) throw new Error('there are three');
    const comment = build([{ ...first, ...askedAgain }, ...others], [failed, notAsked]);
    expect(comment).toContain(
      'confirmed for 1 of 3 answers, asked again with the same result; the others are',
    );
    expect(comment).toContain('**Caused by** ');
    expect(comment).not.toContain('Probably from');
  });
});

describe('if no single change explains what was found', () => {
  const prompt = (lines: readonly string[]) => ['You sell lamps.', ...lines].join('\n');
  const files = (after: readonly string[]): Pick<EvaluatedSuite, 'changedFiles'> => ({
    changedFiles: [
      { path: 'p.md', role: 'prompt', before: prompt(['Be short.']), after: prompt(['Be short.', ...after]) },
    ],
  });
  const explanations: EvaluatedSuite['explanations'] = [
    { rule: 'sentence', statement: null, caseIds: ['a'], kind: 'none', because: 'no-single-change' },
  ];

  it('the lines that share words are named in the comment and in the next step, and no line is the one', () => {
    const lines = ['Mention Lamp Club.', 'Use commas.', 'Ask them to join today.'];
    const comment = commentOf(
      suiteOf(ADVERTISED, { ...RED, findings: [SENTENCE] }, { ...files(lines), explanations }),
    );
    expect(comment).toContain('**Probably from** several of these changed lines, such as ');
    expect(comment).toMatch(/such as \[`p\.md line 3`\]\(\S+ and \[`p\.md line 5`\]/);
    expect(comment).toContain('Each change was tested: none of them explains it alone.');
    expect(comment).toMatch(/\*\*Next:\*\* undo or change lines 3 and 5 of `p\.md` and push\./);
    expect(comment).not.toContain('or another changed line');
  });

  it('and no line shares words, the file is named', () => {
    const comment = commentOf(
      suiteOf(
        ADVERTISED,
        { ...RED, findings: [SENTENCE] },
        { ...files(['Use commas.', 'Write numbers as digits.']), explanations },
      ),
    );
    expect(comment).toContain('**Probably from** several of these changed lines:');
    expect(comment).toContain('**Next:** undo some of the changes to `p.md` and push.');
  });
});

describe('what was found so far', () => {
  const stopped = { kind: 'stopped', failure: 'budget', reason: 'the budget was used up' } as const;
  const undecided: Partial<Decision> = {
    outcome: 'inconclusive',
    because: ['inconclusive'],
    worse: [],
    findings: [{ rule: 'errors', outcome: 'inconclusive', caseIds: [], obstacle: stopped }],
  };

  it('is that no answer got worse, if answers are compared', () => {
    const comment = commentOf(suiteOf([pair('a', [])], undecided));
    expect(comment).toContain('So far, the only answer with a score did not get worse.');
  });

  it('is only the number of scores, if there is nothing to compare with', () => {
    const alone = createPairedCase('a', { baseScores: [], headScores: [100] });
    const comment = commentOf(suiteOf([alone], undecided));
    expect(comment).toContain('1 of 1 answer has a score.');
    expect(comment).not.toContain('got worse');
  });
});

const PROMPT: Pick<EvaluatedSuite, 'changedFiles'> = {
  changedFiles: [
    {
      path: 'p.md',
      role: 'prompt',
      before: 'You sell lamps.',
      after: 'You sell lamps.\nMention Lamp Club to everybody.',
    },
  ],
};
const OFF = 'Parrots sing every morning.';

function facts(confirmed: readonly string[], more: Partial<Finding> = {}): Finding {
  const numbers = {
    confirmed: confirmed.length,
    saysOtherwise: 0,
    dropped: confirmed.length,
    partlyDropped: 0,
    needed: 3,
  };
  return { rule: 'facts', outcome: 'worse', caseIds: confirmed, facts: [], numbers, ...more } as Finding;
}

function several(caseIds: readonly string[], unconfirmed: NonNullable<Finding['unconfirmed']>): Finding {
  const numbers = { falls: 0, rises: 0, p: 1, needed: 4 };
  return { rule: 'several', outcome: 'worse', caseIds, numbers, unconfirmed };
}

describe('heading, reason and cause agree', () => {
  const again = (each: PairedCase): PairedCase => ({
    ...each,
    baseCaseScores: each.baseScores,
    headCaseScores: each.headScores,
  });
  const lostOne = again(pair('a', [lost('Keep the box.', true)]));
  const others = ['b', 'c'].map((id) => pair(id, [gained(OFF)], 67));

  it('if nothing is confirmed', () => {
    const suite = suiteOf(ADVERTISED, { findings: [several(['a', 'b', 'c'], 'extra-runs')] }, PROMPT);
    expect(renderShortHeading(suite)).toMatch(
      /^passes, but 3 of 3 answers gained the same irrelevant sentence, not confirmed/,
    );
    expect(commentOf(suite)).toContain('not confirmed: `extra-runs` is used up');
    expect(commentOf(suite)).toContain('**Probably from**');
    expect(commentOf(suite)).not.toMatch(/Caused by|got worse\b(?<!may have got worse)/);
  });

  it('if the answers have nothing in common and nothing is confirmed', () => {
    const pairs = [pair('a', [lost('Keep the box.', false)]), ...others];
    const suite = suiteOf(pairs, { findings: [several(['a', 'b', 'c'], 'extra-runs')] }, PROMPT);
    expect(renderShortHeading(suite)).toMatch(/^passes, but 3 of 3 answers may have got worse/);
  });

  it('if some of it is confirmed', () => {
    const findings = [several(['b', 'c'], 'extra-runs'), facts(['a'])];
    const suite = suiteOf([lostOne, ...others], { findings }, PROMPT);
    expect(renderShortHeading(suite)).toMatch(
      /^passes, but 1 of 3 answers lost a fact, 2 more may have got worse/,
    );
    const comment = commentOf(suite);
    expect(comment).toContain('All 3 answers that got worse or may have');
    expect(comment).toContain('**Added to 2 answers:**');
    expect(comment).toContain('**Perhaps from**');
  });

  it('if a table shows what is confirmed beside what is not', () => {
    const own = ['b', 'c'].map((id) => pair(id, [gained(`${id}${OFF}`)], 67));
    const findings = [several(['b', 'c'], 'extra-runs'), facts(['a'])];
    expect(commentOf(suiteOf([lostOne, ...own], { findings }, PROMPT))).toContain(
      'Confirmed for 1 of 3 answers, asked again with the same result; the others are not confirmed: `extra-runs` is used up',
    );
  });

  it('if all answers show the same, and only some are confirmed', () => {
    const pairs = ['a', 'b', 'c'].map((id) => pair(id, [], 0));
    const red: Finding = {
      rule: 'several',
      outcome: 'fails',
      caseIds: ['a'],
      numbers: { falls: 1, rises: 0, p: 0.1, needed: 1 },
    };
    const findings = [red, several(['b', 'c'], 'extra-runs')];
    const comparison = createComparison({
      pairs: pairs.map((each) => (each.id === 'a' ? again(each) : each)),
      scorer: 'max-length',
    });
    const suite = suiteOf(pairs, { ...RED, findings }, { comparison });
    expect(renderShortHeading(suite)).toMatch(/^3 of 3 answers are too long ·/);
    expect(commentOf(suite)).toContain('onfirmed for 1 of 3 answers');
  });

  it('if others were not asked again, because the check had failed', () => {
    const broken = again(pair('a', [gained('No.')], 0));
    const broke: Finding = {
      rule: 'broke',
      outcome: 'fails',
      caseIds: ['a'],
      numbers: { answers: 14, contradict: 0 },
    };
    const findings = [broke, several(['b', 'c'], 'not-asked')];
    expect(renderShortHeading(suiteOf([broken, ...others], { ...RED, findings }))).toMatch(
      /^1 of 3 answers became irrelevant, 2 more may have got worse/,
    );
  });

  it('if the answers are too few to fail the check, but confirmed', () => {
    const pairs = others.map(again);
    const suite = suiteOf(pairs, { findings: [several(['b', 'c'], 'few')] }, PROMPT);
    expect(renderShortHeading(suite)).toMatch(
      /^passes, but 2 of 2 answers gained the same irrelevant sentence ·/,
    );
    expect(commentOf(suite)).toContain(
      'confirmed: all were asked again, with the same result. Too few to fail the check: that takes 4 such answers, or one in a must-pass case',
    );
    expect(commentOf(suite)).toMatch(/\*\*Caused by\*\* .*, the only change to the prompt/);
  });

  it('if only the head was asked again, since the model may have changed after the base was stored', () => {
    const pairs = others.map((each) => ({ ...each, headCaseScores: each.headScores }));
    const red = { ...RED, findings: [{ ...several(['b', 'c'], 'few'), outcome: 'fails' }] } as const;
    const comment = commentOf(suiteOf(pairs, red, PROMPT));
    expect(comment).toContain('confirmed: all were asked again, with the same result');
    expect(comment).toMatch(/\*\*Probably from\*\* .*, the only change to the prompt/);
    const ranNow = { ...PROMPT, baseline: createBaseline({ rule: 'ran-now' }) } as const;
    expect(commentOf(suiteOf(pairs, red, ranNow))).toMatch(/\*\*Caused by\*\* .*, the only change/);
  });

  it('if the check has no result', () => {
    const stopped = { kind: 'stopped', failure: 'budget', reason: 'the budget was used up' } as const;
    const suite = suiteOf(
      ADVERTISED,
      {
        outcome: 'inconclusive',
        because: ['inconclusive'],
        findings: [
          { rule: 'errors', outcome: 'inconclusive', caseIds: [], obstacle: stopped },
          several(['a', 'b', 'c'], 'undecided'),
        ],
      },
      PROMPT,
    );
    expect(renderShortHeading(suite)).toContain('3 of 3 answers may have got worse');
    expect(commentOf(suite)).toContain('**Next:** if this matters, remove or narrow that line first.');
  });
});

describe('a threshold', () => {
  const build = (
    scores: readonly (readonly [base: number, head: number])[],
    worse: readonly string[] = [],
  ) => {
    const pairs = scores.map(([base, head], at) =>
      createPairedCase(String(at), {
        baseScores: [base],
        headScores: [head],
        statements: head < base ? [gained('Everybody should join Lamp Club.')] : [],
      }),
    );
    const threshold: Finding = {
      rule: 'threshold',
      outcome: 'fails',
      caseIds: [],
      numbers: { mean: 0.5, threshold: 0.9, cases: pairs.length, runs: 1 },
    };
    const findings = worse.length === 0 ? [threshold] : [threshold, several(worse, 'not-asked')];
    const [hunk] = [{ settings: [], lines: [] }];
    const explanations: EvaluatedSuite['explanations'] =
      worse.length === 0
        ? []
        : [{ kind: 'only-change', rule: 'threshold', statement: null, caseIds: worse, hunks: [hunk] }];
    const red = { ...RED, because: ['threshold'], findings, worse } as const;
    return commentOf(suiteOf(pairs, red, { ...PROMPT, explanations }));
  };
  const IMPROVE =
    '**Next:** improve the low answers, until relevancy reaches 0.90, and push. A lower `threshold` counts only after it is merged.';

  it.each([
    [
      'does not move',
      [
        [50, 50],
        [50, 50],
      ],
    ],
    [
      'rises, although one answer fell a little',
      [
        [50, 90],
        [50, 45],
      ],
    ],
  ] as const)('blames no line if the mean %s', (_, scores) => {
    const comment = build(scores);
    expect(comment).toContain('is already below the threshold (0.50), so this change is not the cause.');
    expect(comment).not.toMatch(/(?:from|by)\*\* /);
    expect(comment).toContain(`${IMPROVE} To merge anyway, a maintainer adds the label`);
    expect(comment).not.toContain('got worse');
  });

  it('names the line that may be the cause if the mean fell', () => {
    const comment = build([
      [85, 60],
      [80, 80],
    ]);
    expect(comment).toContain('so undoing this change is not enough.');
    // No rule suspects the answer that scored lower.
    expect(comment).toContain('**Perhaps from** [`p.md line 2`]');
  });

  it('does not call a line the cause of a fall that is not confirmed', () => {
    const comment = build(
      [
        [85, 60],
        [80, 80],
      ],
      ['0'],
    );
    expect(comment).toContain('below the threshold 0.90 · 1 of 2 answers gained an irrelevant sentence\n');
    expect(comment).toContain('**Probably from** [`p.md line 2`]');
    expect(comment).not.toContain('Caused by');
  });

  it('that only new cases miss asks for better answers, and blames no line', () => {
    const comment = build([
      [95, 95],
      [95, 95],
    ]);
    expect(comment).toContain(IMPROVE);
    expect(comment).not.toMatch(/(?:from|by)\*\* |is already below/);
  });

  it('shows the lowest answer with its score, and all that are low', () => {
    const comment = build([
      [50, 50],
      [40, 40],
    ]);
    expect(comment).toMatch(/\*\*question 1\*\* 0\.40/);
    expect(comment).toContain('Both answers below the highest score (as on main)');
  });
});

it.each<[added: string[], place: string]>([
  [[], 'prompts/support.md line 8 (removed)'],
  [['Be brief.'], 'prompts/support.md line 8'],
])('the place of a cause, if the lines became %j', (added, place) => {
  const line = { path: 'prompts/support.md', line: 8, endLine: 8, removed: ['Say hello.'], added };
  const explanation = {
    kind: 'only-change',
    rule: 'several',
    statement: null,
    caseIds: ['a'],
    hunks: [{ settings: [], lines: [line] }],
  } as const;
  const suite = createSuiteReport({ explanations: [explanation] });
  const [block] = renderCausedBy(suite, { diffUrl: null, placeOnly: false, isProven: true });
  expect(JSON.stringify(block)).toContain(`"text":"${place}"`);
});
