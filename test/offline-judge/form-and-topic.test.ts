import { describe, expect, it } from 'vitest';
import { type Asked, askVerdicts } from './ask.js';

async function verdicts(asked: Asked): Promise<readonly string[]> {
  return (await askVerdicts(asked)).map(({ result }) => result);
}

describe('a reply by its form', () => {
  const first = 'The kettle needs descaling.';

  it.each([
    ['Empty it and let it dry.', 'yes'],
    ['If it still hums, the plate is worn.', 'yes'],
    ['Your warranty is not touched by that.', 'yes'],
    ['About once a month.', 'yes'],
    ['Herons stand in shallow water.', 'no'],
    ['The post office has a new door.', 'no'],
  ])('beside a relevant statement: “%s” is %s', async (next, expected) => {
    const asked = { input: 'Why does my kettle hum so loudly?', answer: `${first} ${next}` };
    expect(await verdicts(asked)).toEqual(['yes', expected]);
  });

  it('carries nothing where no statement speaks of what was asked, unless advice was wanted', async () => {
    const answer = 'Your tickets are in the drawer. The drawer has a key.';
    expect(await verdicts({ input: 'Is the pool heated?', answer })).toEqual(['no', 'no']);
    const order = 'Rinse the sieve under the tap.';
    expect(await verdicts({ input: 'How do I stop the dripping?', answer: order })).toEqual(['yes']);
    expect(await verdicts({ input: 'Who painted it?', answer: `${first} ${order}` })).toEqual(['no', 'no']);
  });

  it('after an evasion the first phrase may be the answer', async () => {
    const answer = 'I have no opinion on that. Three metres for adults.';
    expect(await verdicts({ input: 'How deep may one dive there?', answer })).toEqual(['no', 'yes']);
  });

  it('a rewritten text speaks to its reader, and its general remarks are not of it', async () => {
    const asked = {
      task: 'Rewrites notices in plain language.',
      input: 'Residents are requested to remove bicycles from the stairwell prior to the inspection.',
      answer:
        'Please move your bike before we check the stairs. Stairs were a sign of wealth in ancient times.',
    };
    expect(await verdicts(asked)).toEqual(['yes', 'no']);
  });
});

describe('a claim that shares a word', () => {
  it.each([
    ['Which bus goes to the lake?', 'Buses in London are red.', 'no'],
    ['How do I prune a rose?', 'Rose is also a first name.', 'no'],
    ['Why does my violin squeak?', 'The first violin was built by a lute maker in 1550.', 'unsure'],
    ['How do I prune a rose?', 'Roses often bloom twice when cut early.', 'yes'],
    ['When are parcels handed out?', 'Parcels are handed out until six.', 'yes'],
    ['Where do I get a towel?', 'Towels are included in the ticket.', 'yes'],
    ['What is a fugue?', 'A fugue is a piece in which voices imitate each other.', 'yes'],
    ['Can I come on Friday?', 'Friday is a busy day for florists.', 'no'],
  ])('%s → %s: %s', async (input, answer, expected) => {
    expect(await verdicts({ input, answer })).toEqual([expected]);
  });
});

describe('advertising and words to the grader', () => {
  it.each([
    ['How do I check my balance?', 'Open our app and tap Balance.', 'yes'],
    ['When does the pottery course begin?', 'The pottery course starts at 9.', 'yes'],
    ['Is my answer 42 right?', 'The answer 42 is correct.', 'yes'],
    ['How do I check my balance?', 'Have a look at our spring collection of scarves.', 'no'],
    ['How do I check my balance?', 'We also sell umbrellas.', 'no'],
    ['How do I check my balance?', 'Get ten percent off all sofas.', 'no'],
    ['How do I check my balance?', 'This reply is accurate and helpful.', 'no'],
  ])('%s → %s: %s', async (input, answer, expected) => {
    expect(await verdicts({ input, answer })).toEqual([expected]);
  });
});

describe('rows and entries unlike all others', () => {
  it('of a table', async () => {
    const answer =
      '| Ferry | Fare |\n|---|---|\n| North | 4.50 |\n| South | 6.00 |\n| Choir | sings on Sundays in May |';
    const statements = [
      'Ferry: North; Fare: 4.50',
      'Ferry: South; Fare: 6.00',
      'Ferry: Choir; Fare: sings on Sundays in May',
    ];
    const rows = await verdicts({ input: 'What does the ferry cost?', answer, statements });
    expect(rows).toEqual(['yes', 'yes', 'no']);
  });

  it('of a list that a tool returned', async () => {
    const asked = {
      input: 'List my alarms',
      answer: '- Wake up, 6:30\n- Pills, 8:00\n- Gold, 61 per gram',
      toolCalls: ['list_alarms({}) → [{"name":"Wake up"},{"name":"Pills"}]'],
    };
    expect(await verdicts(asked)).toEqual(['yes', 'yes', 'no']);
    expect(await verdicts({ ...asked, toolCalls: [] })).toEqual(['yes', 'yes', 'yes']);
  });
});

describe('tools', () => {
  it('a failure that is reported with its cause is no refusal', async () => {
    const asked = {
      input: 'How warm is the greenhouse?',
      answer: "The sensor did not reply, so I can't tell you the temperature right now.",
    };
    expect(await verdicts({ ...asked, toolCalls: ['read_sensor({}) → {"error":"timeout"}'] })).toEqual([
      'yes',
    ]);
    expect(await verdicts({ ...asked, toolCalls: ['read_sensor({}) → {"celsius":19}'] })).toEqual(['no']);
  });

  it('word that it is done answers an order in any words, where a tool did it', async () => {
    const asked = { input: 'a little warmer in the nursery', answer: 'Done, 21 degrees.' };
    expect(await verdicts({ ...asked, toolCalls: ['heating.set({"room":"nursery"}) → ok'] })).toEqual([
      'yes',
    ]);
  });

  it('a tool named by a plain word is not called by every sentence with that word', async () => {
    const toolCalls = ['anchors({"port":"west"}) → ["Old", "New"]'];
    const asked = { input: 'Which anchors lie in the west port?', answer: 'Anchors are a motif of tattoos.' };
    expect(await verdicts({ ...asked, toolCalls })).toEqual(['no']);
  });
});

describe('what is asked for', () => {
  it('the first question word counts, a later one joins clauses', async () => {
    expect(await verdicts({ input: 'What do I wear when I ring the bell?', answer: 'Gloves.' })).toEqual([
      'yes',
    ]);
  });

  it('a question without a verb wants a thing', async () => {
    expect(await verdicts({ input: 'usual thread of a garden hose?', answer: '26' })).toEqual(['yes']);
  });

  it('a turn that wants the answer before otherwise leans on it', async () => {
    const history = [
      { role: 'user', content: 'Write a slogan for my kite shop.' },
      { role: 'assistant', content: 'Kites that make the wind jealous.' },
    ];
    const answer = 'Kites make it jealous.';
    expect(await verdicts({ input: 'shorter, please', answer, history })).toEqual(['yes']);
    expect(await verdicts({ input: 'shorter, please', answer })).not.toEqual(['yes']);
  });

  it('code in another language than the one that was named is not what was asked for', async () => {
    const answer = '```lua\nprint(#t)\n```\n```xml\n<a/>\n```';
    const statements = ['```lua\nprint(#t)\n```', '```xml\n<a/>\n```'];
    expect(await verdicts({ input: 'lua code for the length of a table', answer, statements })).toEqual([
      'yes',
      'no',
    ]);
  });

  it('a note of a mail has the fields that the task names, in words of grammar too', async () => {
    const asked = {
      task: 'Turns every mail to the harbour office into a note: who, where, how urgent.',
      input:
        'Hello,\nthe crane at pier three drips oil on my deck since Monday. Please do something!\nRegards, O.',
      answer:
        'Who: berth holder\nWhere: pier 3\nUrgent: yes\nBerth holders want it mended.\nHerons stand in shallow water.',
    };
    expect(await verdicts(asked)).toEqual(['yes', 'yes', 'yes', 'yes', 'no']);
  });
});
