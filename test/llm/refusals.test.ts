import { expect, test } from 'vitest';
import { type CallRefusals, createRefusals } from '../../src/llm/refusals.js';

/** Calls on a clock that only the test moves. */
function openRefusals() {
  const clock = { now: 0 };
  const { begin } = createRefusals(() => clock.now);
  const getThrough = (model = 'm-1') => {
    const other = begin(model);
    other.sent();
    other.gotThrough();
  };
  const refuse = (call: CallRefusals, by: 'limit' | 'overload' | 'denial' = 'limit') => {
    call.sent();
    call.refused(by);
  };
  return { clock, begin, getThrough, refuse };
}

test('a call is a suspect after five refusals of a limit with others through in between', () => {
  const { begin, getThrough, refuse } = openRefusals();
  const call = begin('m-1');
  for (let time = 0; time < 5; time++) {
    refuse(call);
    getThrough();
  }
  expect(call.isSuspect).toBe(false);
  refuse(call);
  expect(call.isSuspect).toBe(true);
});

test('after a minute one such refusal is enough', () => {
  const { clock, begin, getThrough, refuse } = openRefusals();
  const call = begin('m-1');
  refuse(call);
  clock.now = 60_000;
  expect(call.isSuspect).toBe(false);
  getThrough();
  refuse(call);
  expect(call.isSuspect).toBe(true);
});

test.each<[string, (wire: ReturnType<typeof openRefusals>, call: CallRefusals) => void]>([
  ['where nobody else gets through', ({ refuse }, call) => refuse(call)],
  [
    'where another model lets others through',
    ({ refuse, getThrough }, call) => {
      refuse(call);
      getThrough('m-2');
    },
  ],
  [
    'of a provider that is overloaded',
    ({ refuse, getThrough }, call) => {
      refuse(call, 'overload');
      getThrough();
    },
  ],
])('refusals %s make no suspect', (_, play) => {
  const wire = openRefusals();
  const call = wire.begin('m-1');
  for (let time = 0; time < 20; time++) {
    play(wire, call);
    wire.clock.now += 60_000;
  }
  expect(call.isSuspect).toBe(false);
});

test('a request that was sent before the refusal and gets through after it says nothing', () => {
  const { clock, begin, refuse } = openRefusals();
  const call = begin('m-1');
  const slow = Array.from({ length: 9 }, () => begin('m-1'));
  for (const each of slow) each.sent();
  for (const each of slow) {
    refuse(call);
    each.gotThrough();
    clock.now += 60_000;
  }
  expect(call.isSuspect).toBe(false);
  expect(call.othersGotThrough()).toBe(false);
});

test('where all are refused for two minutes one of them is one too many, if any got through before', () => {
  const { clock, begin, getThrough, refuse } = openRefusals();
  const calls = [begin('m-1'), begin('m-1'), begin('m-1')] as const;
  const isOneTooMany = (statedMs: number | null = 60_000) => {
    for (const call of calls) refuse(call);
    return calls.map((call) => call.isOneTooMany(statedMs));
  };
  isOneTooMany();
  clock.now = 600_000;
  expect(isOneTooMany()).toEqual([false, false, false]);
  getThrough();
  clock.now += 119_999;
  expect(isOneTooMany()).toEqual([false, false, false]);
  clock.now += 1;
  expect(isOneTooMany(300_000)).toEqual([false, false, false]);
  expect(isOneTooMany()).toEqual([true, false, false]);
  clock.now += 119_999;
  expect(isOneTooMany()).toEqual([false, false, false]);
  clock.now += 1;
  expect(isOneTooMany()).toEqual([true, false, false]);
});
