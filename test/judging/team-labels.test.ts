import { describe, expect, test } from 'vitest';
import { applyLabels, applyLabelsToRecord } from '../../src/judging/apply-labels.js';
import { findJudgingDifference } from '../../src/judging/judging-difference.js';
import { openJudging } from '../../src/judging/open-judging.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import type { RunRecord } from '../../src/model/run-record.js';
import type { Suite } from '../../src/model/suite.js';
import { NO_LABELS, type TeamLabels, type VerdictLabel } from '../../src/model/verdict.js';
import { isStatementScorer } from '../../src/scorers/scorer.js';
import { createCase, createRecord } from '../support/records.js';
import { createScorerSettings, createSuite } from '../support/suites.js';

const SUITE = createSuite({ labels: 'labels.jsonl', givenLabels: 'labels.jsonl' });

const signal = new AbortController().signal;
const ASKED = { task: 'Answers questions of customers.', history: [], input: 'How do I return a lamp?' };
const OUTPUT = 'Put the lamp into its box and send it back. Upgrade to the Plus plan today and save money!';

async function judged(labels: TeamLabels, suite: Suite = SUITE) {
  const judging = openJudging({ suite, chat: null, salt: 's', labels });
  const [scorer] = judging.scorers;
  if (scorer === undefined || !isStatementScorer(scorer)) throw new Error('no scorer');
  const answer = { status: 'answered', output: OUTPUT, toolCalls: [], finish: 'stop' } as const;
  const judgement = await scorer.score({ ...ASKED, answer }, { signal });
  if (judgement.status !== 'scored') throw new Error(judgement.reason);
  const sample = { answer, answerHash: 'a', judgements: { [scorer.id]: judgement } };
  const row = createCase('a', { inputHash: 'h', input: ASKED.input, samples: [sample] });
  const record: RunRecord = {
    ...createRecord({ judge: judging.fingerprint, scorers: [scorer.fingerprint] }),
    cases: [row],
    text: 'full',
  };
  return { judging, scorer, judgement, record };
}

function labelsOf(keys: readonly (string | undefined)[], label: VerdictLabel): TeamLabels {
  return new Map(keys.map((key = '') => [key, { key, label }]));
}

function scoreOf({ cases }: RunRecord): number | null {
  const judgement = Object.values(cases[0]?.samples[0]?.judgements ?? {})[0];
  return judgement?.status === 'scored' ? judgement.score : null;
}

describe('a label', () => {
  test('takes the place of the verdict, with its own reason, and is known to no store', async () => {
    const { judgement } = await judged(NO_LABELS);
    const keys = judgement.statements.map(({ labelKey }) => labelKey);
    expect(new Set(keys).size).toBe(2);
    const labels = labelsOf(keys, 'unsure');
    const labelled = await judged(labels);
    expect(labelled.judgement).toMatchObject({ score: 0.3 });
    expect(labelled.judgement.statements).toMatchObject(
      keys.map((labelKey) => ({
        labelKey,
        result: 'unsure',
        byTeam: true,
        reason: 'labelled unsure by your team',
      })),
    );
    const store = createVerdictStore();
    store.learn(labelled.record);
    for (const { key } of labelled.judgement.statements) expect(store.verdict(key)).toBeUndefined();
  });

  test('has a key that no judge and no rule changes, and another task does', async () => {
    const { judgement } = await judged(NO_LABELS);
    const scorers = [createScorerSettings('answer-relevancy', { options: { correctness: 'unsure' } })];
    const other = await judged(NO_LABELS, { ...SUITE, scorers });
    expect(other.judgement.statements.map(({ key }) => key)).not.toEqual(
      judgement.statements.map(({ key }) => key),
    );
    expect(other.judgement.statements.map(({ labelKey }) => labelKey)).toEqual(
      judgement.statements.map(({ labelKey }) => labelKey),
    );
  });

  test('that is newer than a record changes its score without a call to the judge', async () => {
    const { judging, judgement, record } = await judged(NO_LABELS);
    const labels = labelsOf([judgement.statements[0]?.labelKey], 'no');
    const today = { ...judging, labels };
    expect(findJudgingDifference(record, today, null)).toBeNull();
    const labelled = applyLabels(record, today);
    expect(scoreOf(labelled)).toBeLessThan(scoreOf(record) ?? 0);
    expect(applyLabels(labelled, today)).toEqual(labelled);
  });

  test('that is gone leaves a statement without a verdict: it is judged again', async () => {
    const { judgement } = await judged(NO_LABELS);
    const labels = labelsOf([judgement.statements[0]?.labelKey], 'no');
    const { judging, record } = await judged(labels);
    expect(findJudgingDifference(record, judging, null)).toBeNull();
    const none = { ...judging, labels: NO_LABELS };
    expect(findJudgingDifference(record, none, null)).toEqual({ kind: 'labels' });
  });

  test('is applied without a judge too, as two records are compared', async () => {
    const { judgement, record } = await judged(NO_LABELS);
    const labels = labelsOf(
      judgement.statements.map(({ labelKey }) => labelKey),
      'no',
    );
    expect(scoreOf(applyLabelsToRecord(record, SUITE, labels))).toBe(0);
    expect(applyLabelsToRecord(record, SUITE, NO_LABELS)).toEqual(record);
  });

  test('does not lead the judge that is asked about its statement', async () => {
    const { judgement } = await judged(NO_LABELS);
    const { scorer } = await judged(
      labelsOf(
        judgement.statements.map(({ labelKey }) => labelKey),
        'unsure',
      ),
    );
    const answer = { status: 'answered', output: OUTPUT, toolCalls: [], finish: 'stop' } as const;
    const verdicts = await scorer.judgeLabelled({ ...ASKED, answer }, judgement.statements, { signal });
    expect(verdicts.map((verdict) => verdict?.result)).toEqual(
      judgement.statements.map(({ result }) => result),
    );
  });
});
