import { describe, expect, test } from 'vitest';
import { applyLabels, applyToBoth } from '../../src/judging/apply-labels.js';
import { checkJudge, countAgreement, planJudgeCheck } from '../../src/judging/check-judge.js';
import { judgedOtherwise } from '../../src/judging/judged-otherwise.js';
import { openJudging } from '../../src/judging/open-judging.js';
import { createVerdictStore } from '../../src/judging/verdict-store.js';
import { ProviderError } from '../../src/ports/errors.js';
import { SILENT_LOG } from '../../src/ports/log.js';
import type { RunRecord } from '../../src/ports/run-record.js';
import type { SuiteSettings } from '../../src/ports/settings.js';
import { NO_LABELS, type TeamLabel, type TeamLabels } from '../../src/ports/team-labels.js';
import type { VerdictLabel } from '../../src/ports/verdict.js';
import { isStatementScorer } from '../../src/scorers/scorer.js';
import { createCase, createRecord } from '../support/records.js';
import { createScorerSettings, createSuite } from '../support/suites.js';

const SUITE = createSuite({ labels: 'labels.jsonl', givenLabels: 'labels.jsonl' });

const signal = new AbortController().signal;
const ASKED = { task: 'Answers questions of customers.', history: [], input: 'How do I return a lamp?' };
const OUTPUT = 'Put the lamp into its box and send it back. Upgrade to the Plus plan today and save money!';

async function judged(labels: TeamLabels, suite: SuiteSettings = SUITE) {
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

function labelsOf(
  keys: readonly (string | undefined)[],
  label: VerdictLabel,
  said: TeamLabel['said'] = null,
) {
  return new Map(keys.map((key = '', index) => [key, { key, label, line: index + 1, said }]));
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

  test('that is newer than a record changes its score, and nobody is asked', async () => {
    const { judging, judgement, record } = await judged(NO_LABELS);
    const labels = labelsOf([judgement.statements[0]?.labelKey], 'no');
    const today = { ...judging, labels };
    expect(judgedOtherwise(record, today, null)).toBeNull();
    const labelled = applyLabels(record, today);
    expect(scoreOf(labelled)).toBeLessThan(scoreOf(record) ?? 0);
    expect(applyLabels(labelled, today)).toEqual(labelled);
  });

  test('that is gone leaves a statement without a verdict: it is judged again', async () => {
    const { judgement } = await judged(NO_LABELS);
    const labels = labelsOf([judgement.statements[0]?.labelKey], 'no');
    const { judging, record } = await judged(labels);
    expect(judgedOtherwise(record, judging, null)).toBeNull();
    const none = { ...judging, labels: NO_LABELS };
    expect(judgedOtherwise(record, none, null)).toBe('builtin with other labels of your team');
  });

  test('is nothing to a record without keys, which is judged again where there are labels and only there', async () => {
    const { judging, record } = await judged(NO_LABELS);
    const old: RunRecord = JSON.parse(
      JSON.stringify(record, (name, value: unknown) => (name === 'labelKey' ? undefined : value)),
    );
    expect(judgedOtherwise(old, judging, null)).toBeNull();
    const labels = labelsOf(['0'.repeat(20)], 'no');
    expect(judgedOtherwise(old, { ...judging, labels }, null)).toBe('builtin with other labels of your team');
  });

  test('of one record holds for the other one too where two are compared', async () => {
    const plain = await judged(NO_LABELS);
    const labels = labelsOf(
      plain.judgement.statements.map(({ labelKey }) => labelKey),
      'no',
    );
    const labelled = await judged(labels);
    const { head, base } = applyToBoth({ head: labelled.record, base: plain.record }, SUITE, NO_LABELS);
    expect([scoreOf(head), scoreOf(base)]).toEqual([0, 0]);
    const turned = applyToBoth({ head: plain.record, base: labelled.record }, SUITE, NO_LABELS);
    expect([scoreOf(turned.head), scoreOf(turned.base)]).toEqual([0, 0]);
    const given = applyToBoth({ head, base }, SUITE, labelsOf([...labels.keys()], 'yes'));
    expect([scoreOf(given.head), scoreOf(given.base)]).toEqual([1, 1]);
  });
});

describe('holding the judge against labels', () => {
  test('asks about each once, with what its row has, and goes by what is known after that', async () => {
    const { judging, judgement } = await judged(NO_LABELS);
    const said = { ...ASKED, answer: OUTPUT, toolCalls: [] };
    const labels = new Map(
      judgement.statements.map(({ labelKey = '', text, quote }, index) => [
        labelKey,
        { key: labelKey, label: 'yes' as const, line: index + 1, said: { ...said, statement: text, quote } },
      ]),
    );
    const today = { ...judging, labels };
    const planned = planJudgeCheck(today, [], null);
    expect(planned?.due.map(({ statements }) => statements.length)).toEqual([2]);
    if (planned === null) return;
    const check = await checkJudge(planned, { signal, log: SILENT_LOG });
    expect(countAgreement(check, labels)).toEqual({ agreed: 1, of: 2, missed: 0, labels: 2 });
    const record = { ...createRecord({}), labelCheck: check };
    expect(planJudgeCheck(today, [record], null)?.due).toEqual([]);
    // Another judge, or other rules: what was said counts no more.
    const other = { ...judging.fingerprint, fingerprint: 'another' };
    expect(planJudgeCheck({ ...today, fingerprint: other }, [record], null)?.due).toHaveLength(1);
    // The team has changed its mind: nobody is asked.
    expect(
      countAgreement(check, new Map([...labels].map(([key, label]) => [key, { ...label, label: 'no' }]))),
    ).toMatchObject({ agreed: 1, of: 2 });
  });

  test('finds what a bare key is about in the run that says it', async () => {
    const { judgement } = await judged(NO_LABELS);
    const labels = labelsOf([judgement.statements[0]?.labelKey, 'f'.repeat(20)], 'no');
    const { judging, record } = await judged(labels);
    expect(planJudgeCheck(judging, [], null)?.due).toEqual([]);
    const said = { record, askedOf: () => ASKED };
    const due = planJudgeCheck(judging, [], said)?.due.flatMap(({ statements }) => statements);
    expect(due).toMatchObject([{ text: judgement.statements[0]?.text }]);
    const kept = { record: { ...record, text: 'statements' } as const, askedOf: () => ASKED };
    expect(planJudgeCheck(judging, [], kept)?.due).toEqual([]);
  });

  test('leaves out what the judge gives no verdict on, and says so', async () => {
    const { judging, judgement } = await judged(NO_LABELS);
    const [statement] = judgement.statements;
    const said = {
      ...ASKED,
      answer: OUTPUT,
      toolCalls: [],
      statement: statement?.text ?? '',
      quote: statement?.quote ?? '',
    };
    const labels = labelsOf([statement?.labelKey], 'no', said);
    const planned = planJudgeCheck({ ...judging, labels }, [], null);
    if (planned === null) throw new Error('nothing to measure');
    const warnings: string[] = [];
    const scorer = {
      ...planned.scorer,
      judgeLabelled: () => Promise.reject(new ProviderError('no connection', { kind: 'unavailable' })),
    };
    const log = { ...SILENT_LOG, warning: (text: string) => void warnings.push(text) };
    const check = await checkJudge({ ...planned, scorer }, { signal, log });
    expect(countAgreement(check, labels, 1)).toEqual({ agreed: 0, of: 0, missed: 1, labels: 1 });
    expect(warnings).toEqual(['The judge could not be asked about 1 of your labels: no connection']);
  });
});
