import { expect, test } from 'vitest';
import type { Case } from '../../src/model/case.js';
import { UserError } from '../../src/model/errors.js';
import { RUN_RECORD_FORMAT, RUN_RECORD_VERSION, type RunRecord } from '../../src/model/run-record.js';
import { openRecordedTarget, parseRecordedAnswers } from '../../src/target/recorded-target.js';

const never = new AbortController().signal;
const row = (id: string, inputHash = 'h'): Case => ({
  id,
  input: 'q',
  history: [],
  inputHash,
  vars: {},
  tags: [],
});

const lines = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const target = openRecordedTarget(
  'answers.jsonl',
  parseRecordedAnswers(
    ['a', 'a', 'a', 'b', 'b'].map((id, at) => JSON.stringify({ id, output: `${id}${at}` })).join('\n'),
    'answers.jsonl',
  ),
);

test('as many samples can be had as the case recorded least often has', () => {
  expect(target).toMatchObject({ maxSamples: 2, description: 'recorded answers.jsonl' });
});

test('each sample is the answer of its line', async () => {
  expect(await target.answer(row('a'), 0, { signal: never })).toMatchObject({ output: 'a0' });
  expect(await target.answer(row('a'), 2, { signal: never })).toMatchObject({ output: 'a2' });
  expect(await target.answer(row('b'), 1, { signal: never, fresh: true })).toMatchObject({ output: 'b4' });
});

test('names case and run of a missing recorded answer', async () => {
  expect(await target.answer(row('z'), 0, { signal: never })).toEqual({
    status: 'failed',
    kind: 'not-recorded',
    message: 'answers.jsonl: no answer for case "z"',
  });
  expect(await target.answer(row('b'), 2, { signal: never })).toMatchObject({
    kind: 'not-recorded',
    message: 'answers.jsonl: case "b" has 2 answers, but run 3 is needed',
  });
});

test('a case of several turns needs a recorded answer for each', async () => {
  const recorded = openRecordedTarget(
    'r.jsonl',
    parseRecordedAnswers(lines({ id: 'a', outputs: ['x', 'y'] }, { id: 'b', output: 'x' }), 'r.jsonl'),
  );
  const ask = (id: string, ...turns: readonly string[]) =>
    recorded.answer({ ...row(id), ...(turns.length > 0 && { turns }) }, 0, { signal: never });
  expect(await ask('a', 'p', 'q')).toMatchObject({ turns: [{ input: 'p' }, { input: 'q', output: 'y' }] });
  for (const [answer, recordedFor, of] of [
    [ask('a'), 2, 1],
    [ask('a', 'p', 'q', 'r'), 2, 3],
    [ask('b', 'p', 'q'), 1, 2],
  ] as const) {
    expect(await answer).toMatchObject({
      kind: 'not-recorded',
      message: `r.jsonl: an answer to ${recordedFor} message${recordedFor === 1 ? '' : 's'} is recorded for a case with ${of}`,
    });
  }
});

test('an answer that was given to another input is not this case’s', async () => {
  const given = { status: 'answered' as const, output: 'x', toolCalls: [], finish: 'stop' as const };
  const other = openRecordedTarget('r.json', new Map([['a', { inputHash: 'h', answers: [given] }]]));
  expect(await other.answer(row('a', 'h'), 0, { signal: never })).toMatchObject({ output: 'x' });
  expect(await other.answer(row('a', 'changed'), 0, { signal: never })).toMatchObject({
    kind: 'not-recorded',
  });
});

test('several lines of one id are several samples; blank lines do not count', () => {
  const text = `${lines({ id: 'a', output: 'one' }, { id: 7, output: 'x' })}\n\n${lines({ id: 'a', output: 'two', context: ['c'] })}\n`;
  const recorded = parseRecordedAnswers(text, 'answers.jsonl');
  expect([...recorded.keys()]).toEqual(['a', '7']);
  expect(recorded.get('a')?.answers).toEqual([
    { status: 'answered', output: 'one', toolCalls: [], finish: 'stop' },
    { status: 'answered', output: 'two', toolCalls: [], finish: 'stop', context: ['c'] },
  ]);
});

test('tool calls, errors and artefacts are kept as what they are', () => {
  const recorded = parseRecordedAnswers(
    lines(
      { id: 'tool', toolCalls: [{ name: 'list', result: [] }] },
      { id: 'error', error: 'rate limit' },
      { id: 'lost', output: 'undefined' },
    ),
    'answers.jsonl',
  );
  expect(recorded.get('tool')?.answers[0]).toMatchObject({ status: 'answered', finish: 'tool-calls' });
  expect(recorded.get('error')?.answers[0]).toMatchObject({
    kind: 'target',
    message: 'the agent reports an error: rate limit',
  });
  expect(recorded.get('lost')?.answers[0]).toMatchObject({ kind: 'harness' });
});

test('reports every problem with its line', () => {
  const text = [
    '{"id":"a","output":"fine"}',
    'not json',
    '{"output":"x"}',
    '{"id":"b"}',
    '{"id":"c","output":{"text":"x"}}',
    '[1]',
    '{"id":"d","output":"x","toolCalls":[{}]}',
    '{"id":"e","outputs":["x"]}',
  ].join('\n');
  const error = thrownBy(() => parseRecordedAnswers(text, 'evals/answers.jsonl'));
  expect(error.problems.map((problem) => problem.replace(/^(\S+) .*$/, '$1'))).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((line) => `evals/answers.jsonl:${line}:`),
  );
  expect(error.problems[3]).toBe('evals/answers.jsonl:5: output is an object, not a text');
});

test.each(['', '\n\n'])('a file without answers is refused', (text) => {
  expect(() => parseRecordedAnswers(text, 'a.jsonl')).toThrow('a.jsonl: holds no answers');
});

const sample = (output: string) => ({
  answer: { status: 'answered' as const, output, toolCalls: [], finish: 'stop' as const },
  answerHash: 'h',
  judgements: {},
});

function record(overrides: Partial<RunRecord> = {}): RunRecord {
  const spent = { calls: 0, inputTokens: 0, outputTokens: 0 };
  return {
    format: RUN_RECORD_FORMAT,
    version: RUN_RECORD_VERSION,
    tool: '1.0.0',
    suite: 's',
    directory: '',
    createdAt: '2026-01-01T00:00:00.000Z',
    commit: null,
    watched: null,
    dataset: 'd',
    target: 't',
    taskSource: 'none',
    tasks: {},
    judge: { name: 'builtin', fingerprint: 'f', builtin: true },
    scorers: [{ id: 's', formula: 'f', rubric: 'r', scale: 1, higherIsBetter: true }],
    cases: [
      {
        id: 'a',
        inputHash: 'h1',
        taskHash: 't',
        input: 'q',
        samples: [sample('one'), sample('two')],
        caseSamples: [],
      },
      { id: 'b', inputHash: 'h2', taskHash: 't', input: 'q', samples: [], caseSamples: [] },
    ],
    usage: { target: spent, judge: spent },
    seconds: 1,
    stopped: null,
    text: 'full',
    ...overrides,
  };
}

test('a run record gives the answers of its suite-wide samples, and what they were given to', () => {
  const recorded = parseRecordedAnswers(JSON.stringify(record()), 'base.json');
  expect([...recorded.keys()]).toEqual(['a']);
  expect(recorded.get('a')).toMatchObject({
    inputHash: 'h1',
    answers: [{ output: 'one' }, { output: 'two' }],
  });
});

test.each([
  ['{', 'base.json:1: this is not valid JSON'],
  ['{"format":1,\n"format":2}', 'base.json:2: this is not valid JSON: the key "format" is given twice'],
  ['{"format":"x"}', 'base.json: not a run record'],
  [JSON.stringify(record({ text: 'none' })), 'does not hold the answers’ texts'.replace('’', "'")],
  [JSON.stringify(record({ cases: [] })), 'base.json: holds no answers'],
])('a run record that cannot be used: %.20s', (text, message) => {
  expect(() => parseRecordedAnswers(text, 'base.json')).toThrow(message);
});

function thrownBy(run: () => unknown): UserError {
  try {
    run();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
