import { describe, expect, it } from 'vitest';
import { listTextReaders, type ReadText } from '../support/text-readers.js';

/** Linear work grows by 4 with the texts, work with the square of their length by 16. */
const TIMES = 4;
const MOST_GROWTH = 9;
/** Look further with `CHARACTERS=1000000 npx vitest run test/text/linear-time.test.ts --test-timeout=0`. */
const LONGEST = Number(process.env['CHARACTERS'] ?? 1_000_000);
/** Characters of each text at first. What is slow by itself, since it calls much of the rest, gets fewer. */
const [MANY, FEW] = process.env['CHARACTERS'] ? [LONGEST / TIMES, LONGEST / TIMES] : [6_000, 1_000];
const SLOW_MS = 1;
/** What takes less, or not much longer than the reader's other texts, is not looked at twice. */
const TELLING_MS = 12;
const TELLING_TIMES = 6;
const CERTAIN_MS = 80;

const AWKWARD = [
  ...[
    '"',
    '.',
    '!',
    ' ',
    '\u00a0',
    '\n',
    '\r',
    '\t',
    '`',
    '*',
    '_',
    '~',
    '#',
    '-',
    '>',
    '|',
    ':',
    '[',
    ']',
    '{',
  ],
  ...[
    '(',
    '/',
    '\\',
    '<',
    '&',
    '@',
    '$',
    ',',
    ';',
    'a',
    '0',
    '\u200d',
    '\u200b',
    '\ufe0f',
    '\u0301',
    '\ud800',
  ],
  ...[
    '\u2028',
    '…',
    '。',
    '“',
    '的',
    'ก',
    '👍🏽',
    '🇩',
    '- ',
    '> ',
    '" ',
    '"\n',
    '1. ',
    'a ',
    'A. ',
    'a1',
    ' \n',
  ],
  ...[
    '```\n',
    '|\n',
    '**a ',
    '__a **b ',
    '- a\n',
    '# a\n',
    'a:\n',
    '<!--',
    'www.',
    'ignore ',
    '"s1": ',
    '\u001b[',
  ],
];
type TextOf = (length: number) => string;

/** Signs that are repeated inside something, or have the text to themselves. */
const repeated = (before: string, sign: string, behind: string): readonly [string, TextOf] => [
  `${before}${sign}…${behind}`,
  (length) => before + sign.repeat(Math.ceil(length / sign.length)) + behind,
];
/** As deep as it is long. */
const nested = (open: string, close: string): readonly [string, TextOf] => [
  `${open}…${close}`,
  (length) => {
    const depth = Math.ceil(length / (open.length + close.length));
    return `${open.repeat(depth)}1${close.repeat(depth)}`;
  },
];
/** Half of it a name, half of it what is said under that name. */
const under = (open: string, sign: string, close: string): readonly [string, TextOf] => [
  `long name ${open}${sign}…${close}`,
  (length) => `${'name '.repeat(length / 10)}${open}${sign.repeat(length / 2 / sign.length)}${close}`,
];

const TEXTS: readonly (readonly [name: string, textOf: TextOf])[] = [
  ...AWKWARD.map((sign) => repeated('x', sign, 'x')),
  repeated('', '"', ''),
  repeated('', '.', ''),
  repeated('', 'ß', ''),
  repeated('---', ' ', 'x'),
  repeated('**x**', ' ', 'x'),
  repeated('import', ' ', 'x'),
  repeated('```json\n', '\n', 'x'),
  repeated('|x|\n|-', ' ', 'x'),
  repeated('[1', ',1', ']'),
  nested('[', ']'),
  nested('{"a":', '}'),
  nested('{', '}'),
  nested('(', ')'),
  nested('<a>', '</a>'),
  ['{"name…": [1…]}', (length) => `{"${'name '.repeat(length / 10)}": [1${',1'.repeat(length / 4)}]}`],
  [
    '{"name…": {"a": 1…}}',
    (length) => `{"${'name '.repeat(length / 10)}": {"a":1${',"a":1'.repeat(length / 12)}}}`,
  ],
  under('\n|-|\n', '|a|\n', ''),
  under(':\n', '- a\n', ''),
];

/** Time of this thread, whatever else the machine does. */
async function millisecondsOf(read: ReadText, text: string): Promise<number> {
  const before = process.threadCpuUsage();
  try {
    await read(text);
  } catch (thrown) {
    // Most texts are no JSON, YAML or number; only what exhausts the stack is no answer.
    if (thrown instanceof RangeError) throw thrown;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** How much more the work is on a longer text, once it takes long enough to be told; 1 where it never does. */
async function growthOf(read: ReadText, textOf: TextOf): Promise<number> {
  for (let long = TIMES * FEW; long <= LONGEST; long *= TIMES) {
    const large = await millisecondsOf(read, textOf(long));
    // Clocks of threads tick every few milliseconds.
    if (large < CERTAIN_MS) continue;
    const small = textOf(long / TIMES);
    // The quickest of two: rubbish is collected in some.
    return large / Math.min(await millisecondsOf(read, small), await millisecondsOf(read, small));
  }
  return 1;
}

const READERS = await listTextReaders();

describe('the work on a long text', () => {
  it.each([...READERS])('grows with its length: %s', async (_, read) => {
    const taken: number[] = [];
    for (const [, textOf] of TEXTS) {
      const few = await millisecondsOf(read, textOf(FEW));
      // What is slow on few signs already is looked at sooner.
      taken.push(few > SLOW_MS ? 2 * few : await millisecondsOf(read, textOf(MANY)));
    }
    const usual = taken.toSorted((a, b) => a - b)[taken.length >> 1] ?? 0;
    const tooMuch: string[] = [];
    for (const [index, [name, textOf]] of TEXTS.entries()) {
      const time = taken[index] ?? 0;
      // The usual one too: all may be slow alike.
      if (time < TELLING_MS || (time < TELLING_TIMES * usual && time !== usual)) continue;
      const growth = async () => (await growthOf(read, textOf)) > MOST_GROWTH;
      if ((await growth()) && (await growth())) tooMuch.push(JSON.stringify(name));
    }
    expect(tooMuch).toEqual([]);
  });
});
