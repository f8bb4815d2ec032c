import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDataset } from '../../src/dataset/dataset.js';
import { decodeLossy } from '../../src/text/file-text.js';
import { problemsIn } from '../support/problems-of.js';

const problemsOf = (text: string, path = 'd.jsonl') => problemsIn(() => parseDataset(text, path));

const jsonLines = (...rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const ROWS = [
  { id: 'a', input: 'One?', expected: '1', tags: ['x', 'y'], context: ['c1', 'c2'], task: 'Counts.' },
  { id: 'b', input: 'Two\nlines, "quoted"?', city: 'Zürich' },
];

test.each([
  ['d.jsonl', jsonLines(...ROWS)],
  ['d.NDJSON', `\uFEFF${jsonLines(...ROWS).replaceAll('\n', '\r\n\r\n')}\r\n`],
  ['d.json', JSON.stringify(ROWS, null, 2)],
  [
    'd.yaml',
    `- id: a
  input: One?
  expected: "1"
  tags: [x, y]
  context: [c1, c2]
  task: Counts.
- { id: b, input: "Two\\nlines, \\"quoted\\"?", city: Zürich }`,
  ],
  [
    'd.csv',
    '\uFEFFid,input,expected,tags,context,task,city\r\na,One?,1,"x, y","[""c1"",""c2""]",Counts.,\r\n\r\nb,"Two\nlines, ""quoted""?",,,,,Zürich\r\n',
  ],
  [
    'd.tsv',
    'id\tinput\texpected\ttags\tcontext\ttask\tcity\na\tOne?\t1\tx, y\t["c1","c2"]\tCounts.\t\n\nb\t"Two\nlines, ""quoted""?"\t\t\t\t\tZürich\n',
  ],
  [
    'd.prompt.yml',
    `model: m\ntestData:\n${ROWS.map((row) => `  - ${JSON.stringify(row)}`).join('\n')}\nmessages: []`,
  ],
])('%s gives the same cases', (path, text) => {
  const cases = parseDataset(decodeLossy(Buffer.from(text)), path);
  expect(cases).toMatchObject([
    {
      id: 'a',
      input: 'One?',
      history: [],
      groundTruth: '1',
      tags: ['x', 'y'],
      context: ['c1', 'c2'],
      task: 'Counts.',
    },
    { id: 'b', input: 'Two\nlines, "quoted"?', tags: [], vars: { city: 'Zürich' } },
  ]);
  expect(cases[1]).not.toHaveProperty('groundTruth');
  expect(cases[1]).not.toHaveProperty('context');
  expect(cases[1]).not.toHaveProperty('task');
});

test('messages are history and, last, the input', () => {
  const [row] = parseDataset(
    jsonLines({
      messages: [
        { role: 'user', content: 'Hello' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: '1', function: { name: 'find', arguments: '{}' } }],
        },
        { role: 'tool', content: 'found' },
        {
          role: 'assistant',
          content: 'Hi',
          toolCalls: [{ name: 'note', arguments: { a: 1 }, result: 'ok' }],
        },
        { role: 'user', content: 'And now?' },
      ],
    }),
    'd.jsonl',
  );
  expect(row?.input).toBe('And now?');
  expect(JSON.parse(JSON.stringify(row?.history))).toEqual([
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: '', toolCalls: [{ name: 'find', arguments: '{}' }] },
    { role: 'tool', content: 'found' },
    { role: 'assistant', content: 'Hi', toolCalls: [{ name: 'note', arguments: { a: 1 }, result: 'ok' }] },
  ]);
});

test.each([
  ['d.jsonl', '{"turns":["Hi","And then?"]}\n{"input":"Hi"}\n{"turns":["Hello"]}\n{"input":"Hello "}'],
  ['d.csv', 'turns,input\n"[""Hi"",""And then?""]",\n,Hi\n"[""Hello""]",\n,Hello \n'],
])('turns of %s are a case of several questions, a single turn is an input', (path, text) => {
  const [talk, first, single] = parseDataset(text, path);
  expect(talk).toMatchObject({ input: 'Hi', turns: ['Hi', 'And then?'], history: [] });
  expect(talk?.inputHash).not.toBe(first?.inputHash);
  expect(single).toMatchObject({ input: 'Hello' });
  expect(single).not.toHaveProperty('turns');
});

test('CSV cells may hold messages and vars as JSON', () => {
  const text = `id,messages,vars\n1,"[{""role"":""user"",""content"":""Hi""}]","{""n"":1}"\n`;
  expect(parseDataset(text, 'd.csv')).toMatchObject([{ id: '1', input: 'Hi', vars: { n: '1' } }]);
});

test('a case that must pass, in every format', () => {
  const marks = (text: string, path: string) =>
    parseDataset(text, path).map(({ mustPass }) => mustPass ?? null);
  expect(
    marks(
      jsonLines({ input: 'a', 'must-pass': true }, { input: 'b', 'must-pass': false }, { input: 'c' }),
      'd.jsonl',
    ),
  ).toEqual([true, null, null]);
  expect(marks('- { input: a, must-pass: true }\n- { input: b, must-pass: null }\n', 'd.yaml')).toEqual([
    true,
    null,
  ]);
  const cells = ['TRUE', 'true', 'yes', '1', ' true ', 'FALSE', 'false', 'no', '0', ''];
  expect(marks(`input,must-pass\n${cells.map((cell, at) => `q${at},${cell}`).join('\n')}`, 'd.csv')).toEqual([
    ...[true, true, true, true, true],
    ...[null, null, null, null, null],
  ]);
});

test('a tag counts once', () => {
  expect(parseDataset(jsonLines({ input: 'x', tags: ['a', 'b', 'a'] }), 'd.jsonl')[0]?.tags).toEqual([
    'a',
    'b',
  ]);
});

test('numbers and booleans become text', () => {
  const [row] = parseDataset(
    jsonLines({ id: 7, input: true, n: 3.5, list: [1], none: null, expected: { a: 1 } }),
    'd.jsonl',
  );
  expect(row).toMatchObject({
    id: '7',
    input: 'true',
    vars: { n: '3.5', list: '[1]', none: '' },
    groundTruth: '{"a":1}',
  });
});

test('a row without an id gets one that stays, and depends on what is asked', () => {
  const ids = (...rows: readonly unknown[]) =>
    parseDataset(jsonLines(...rows), 'd.jsonl').map((row) => row.id);
  const [a, b, c] = ids({ input: 'x' }, { input: 'y' }, { input: 'x', vars: { k: 'v' } });
  expect(a).toMatch(/^[0-9a-f]{16}$/);
  expect(new Set([a, b, c]).size).toBe(3);
  expect(ids({ input: 'y', groundTruth: 'g' }, { input: 'x', tags: ['t'] })).toEqual([b, a]);
});

test('the input hash is about history, input and all variables, not about id, what is expected or tags', () => {
  const hashes = parseDataset(
    jsonLines(
      { id: 1, input: 'x' },
      { id: 2, input: 'x', expected: 'e', tags: 't' },
      { id: 3, input: 'x', vars: { a: '1', b: '2' } },
      { id: 4, input: 'x', vars: { b: '2', a: '1' } },
      { id: 5, messages: [{ role: 'user', content: 'x' }] },
      {
        id: 6,
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'x' },
        ],
      },
      { id: 7, input: 'x', a: '1', b: '2' },
      { id: 8, input: 'x', a: '1', b: '3' },
    ),
    'd.jsonl',
  ).map((row) => row.inputHash);
  expect(hashes[1]).toBe(hashes[0]);
  expect(hashes[3]).toBe(hashes[2]);
  expect(hashes[4]).toBe(hashes[0]);
  // A prompt places a column's value as it places one of `vars`.
  expect(hashes[6]).toBe(hashes[2]);
  expect(hashes[7]).not.toBe(hashes[6]);
  expect(new Set(hashes).size).toBe(4);
});

test.each([
  ['', 'the dataset has no rows; a run needs at least one.'],
  [
    '{"text":"x","n":1}',
    'there is no `input` (nor `question`, `prompt`, `messages` or `turns`), or it is empty; its columns are "text", "n".',
  ],
  ['{}', 'it has no columns.'],
  ['{"input":"  "}', '`input` is empty: give it a text or leave it out.'],
  ['{"input":{"a":1}}', '`input` is a group of keys: it must be text.'],
  [
    '{"input":"x","messages":[{"role":"user","content":"x"}]}',
    '`input` and `messages` are both given: give one of them.',
  ],
  ['{"input":"x","turns":["x"]}', '`input` and `turns` are both given: give one of them.'],
  ['{"turns":[]}', "`turns` is an empty list: it must be a list of the user's messages, such as"],
  ['{"turns":"x"}', '`turns` is "x": it must be a list'],
  ['{"turns":["x",5]}', '`turns`, message 2 is 5: it must be text that asks something.'],
  ['{"turns":["x"," "]}', '`turns`, message 2 is " ": it must be text that asks something.'],
  ['{"messages":[]}', '`messages` is empty: it must be a list of messages.'],
  [
    '{"messages":[{"role":"user","content":"x"},{"role":"assistant","content":"y"}]}',
    "`messages` must end with the user's message, the one to answer.",
  ],
  ['{"messages":[{"role":"user","content":""}]}', '`messages` ends with an empty message'],
  [
    '{"input":"x","expected":"a","groundTruth":"b"}',
    '`groundTruth` and `expected` mean the same: remove one.',
  ],
  ['{"input":"x","vars":[1]}', '`vars` is a list: it must be a group of names and values.'],
  ['{"input":"x","vars":{"input":"y"}}', '`vars.input` would hide the column `input`'],
  ['{"input":"x","city":"a","vars":{"city":"b"}}', '`city` is a column and a name in `vars`: give it once.'],
  ['{"input":"x","must-pass":"maybe"}', '`must-pass` is "maybe": it must be true or false.'],
  ['{"input":"x","must-pass":2}', '`must-pass` is 2: it must be true or false.'],
  ['{"input":"x","mustPass":true}', '`mustPass` is not a column: write `must-pass`.'],
  ['{"input":"x","Must_Pass":true}', '`Must_Pass` is not a column: write `must-pass`.'],
  ['{"input":"x","vars":{"must-pass":true}}', '`vars.must-pass` would hide the column `must-pass`'],
  ['{"input":"x","tags":[{}]}', '`tags` holds a group of keys: it must be text or a list of texts.'],
])('%s is refused', (text, problem) => {
  expect(problemsOf(text)).toEqual([expect.stringContaining(problem)]);
});

test.each([
  [
    'd.jsonl',
    '{"input":"a"}\n{"input":"a" "b"}\n\n[1]\n"x"',
    "2: this line is not valid JSON: Expected ',' or '}' after property value in JSON at position 13 (column 14). | 4: a row must be an object with columns, and this one is a list. | 5: a row must be an object with columns, and this one is \"x\".",
  ],
  [
    'd.jsonl',
    '{"input":"a","vars":{"a":":","b":{"a":1}}}\n{"input":"a","vars":{"a":"\\"{","a":2}}\n{"input":"a","input":"a"}',
    '2: this line is not valid JSON: the key "a" is given twice at position 31. | 3: this line is not valid JSON: the key "input" is given twice at position 13.',
  ],
  [
    'd.json',
    '[\n {"input": "a"},\n {"input": "b",\n "input": "c"}\n]',
    '4: this is not valid JSON: the key "input" is given twice',
  ],
  [
    'd.jsonl',
    '{"id":"a","input":"x"}\n\n{"id":"a","input":"y"}',
    '3: the id "a" is taken already by line 1; ids must be unique.',
  ],
  [
    'd.jsonl',
    '{"input":"x"}\n{"input":"x"}',
    '2: this row asks the same as line 1, and neither has an id; remove one, or give both an id.',
  ],
  [
    'd.jsonl',
    '{"messages":[{"role":"bot","content":"x"},{"role":"user"}]}',
    '`messages`, message 1 has the role "bot": it must be system, user, assistant, tool. | `messages`, message 2 has the content missing: it must be text.',
  ],
  [
    'd.json',
    '[\n {"input": "a"},\n {"input": "b"},\n {"id": "]", "x": [1, {"y": "\\"["}]}\n]',
    '4: there is no `input`',
  ],
  ['d.json', '{"input":"x"}', '1: a JSON dataset must be a list of rows'],
  ['d.json', '[\n  {"input": "a"},\n  {"input": abc}\n]', '3: this is not valid JSON: '],
  ['d.json', '[\n  {"input": "a"},\n', '3: this is not valid JSON: '],
  ['d.json', '[{"input": "a"}\n\n {"input": "b"}]', '3: this is not valid JSON: '],
  [
    'd.json',
    '[1,\n\n null]',
    '1: a row must be an object with columns, and this one is 1. | 3: a row must be an object with columns, and this one is null.',
  ],
  [
    'd.yml',
    '- input: a\n-  id: b\n- x',
    '2: there is no `input` | 3: a row must be an object with columns, and this one is "x".',
  ],
  ['d.yml', 'rows:\n  - input: a', '1: a YAML dataset must be a list of rows.'],
  [
    'd.yml',
    '- input: a\n  input: b\n- [',
    '2: this is not valid YAML: Map keys must be unique. | 3: this is not valid YAML: ',
  ],
  ['d.yml', '', '1: the dataset has no rows'],
  ['p.prompt.yml', 'messages: []', '1: the prompt file is used as its own dataset and has no `testData`'],
  ['p.prompt.yml', 'name: x\ntestData: 3', '2: `testData` must be a list of rows.'],
  ['p.prompt.yml', 'name: x\ntestData:\n  - expected: y', '3: there is no `input`'],
  [
    'd.csv',
    'id,input\n1,a,b\n2\n3,"x\ny"\n4,"z\n\nz',
    '2: this row has 3 cells | 3: this row has 1 cell | 6: this is not valid CSV: a quoted cell that begins here is never closed',
  ],
  [
    'd.csv',
    'id,input\n1,a,b\n2\n"3","x\ny"\n4\n3,z\n',
    '2: this row has 3 cells and the header has 2; put cells that hold a comma in double quotes. | 3: this row has 1 cell and the header has 2 | 6: this row has 1 cell | 7: the id "3" is taken already by line 4',
  ],
  [
    'd.csv',
    'id,input\n1,"a"b\n',
    "2: this is not valid CSV: there is text after a cell's closing quote (a double quote inside a quoted cell is written twice).",
  ],
  [
    'd.csv',
    'id,input\n1,a "b" c\n',
    '2: this is not valid CSV: a cell that does not begin with a double quote has one (put the whole cell in double quotes; one inside it is written twice).',
  ],
  [
    'd.csv',
    'id,,id\n1,2,3',
    '1: the header names the column "id" twice. | 2: column 2 has no name in the header, and here it is "2": name the column, or remove it. | 2: there is no `input`',
  ],
  [
    'd.csv',
    'id;input\n1;a',
    '1: the header is one column "id;input": columns must be separated by commas (in a .tsv by tabs).',
  ],
  [
    'd.csv',
    'id,input\n1,\n',
    '2: there is no `input` (nor `question`, `prompt`, `messages` or `turns`), or it is empty; its columns are "id", "input".',
  ],
  ['d.csv', 'id,input\n', '1: the dataset has no rows'],
  [
    'd.csv',
    'id,input,,\n1,a,,\n2,b,,x\n3,c,,y\n4,d,,,z\n',
    '3: column 4 has no name in the header, and here it is "x": name the column, or remove it. | 5: this row has 5 cells and the header has 4',
  ],
  [
    'd.csv',
    `input,context,tags,vars\na,"['b', 'it\\'s']",,\na,,"['b' 'c']",\na,,,"{'n': None}"\na,,"[b, c]",\n`,
    '2: `context` is "[\'b\', \'it\\\\\'s\']", which is not JSON: write ["b", "it\'s"]. | 3: `tags` is "[\'b\' \'c\']", which is not JSON: write it like ["first", "second"]. | 4: `vars` is "{\'n\': None}", which is not JSON: write {"n": null}. | 5: `tags` is "[b, c]", which is not JSON: write it like',
  ],
  [
    'd.csv',
    `messages,turns\n"[{'role': 'user', 'content': 'Hi'}]",\n,"['Hi']"\n`,
    '2: `messages` is "[{\'role\': \'user\', \'content\': \'Hi\'}]", which is not JSON: write [{"role": "user", "content": "Hi"}]. | 3: `turns` is "[\'Hi\']", which is not JSON: write ["Hi"].',
  ],
  [
    'd.jsonl',
    `{"input": "a", "context": "['b']"}`,
    '1: `context` is "[\'b\']", which is not JSON: write ["b"].',
  ],
  [
    'd.yml',
    '- input: a\n---\n- input: b\n',
    '2: a second YAML document begins here, and only one is read: remove the line `---`, or split the file.',
  ],
  [
    'd.json',
    '{"input": "a"}\n\n{"input": "b"}\n',
    '3: a second JSON value begins here, so this file is JSON Lines: name it .jsonl.',
  ],
  [
    'd.jsonl',
    '[\n  {"input": "a"}\n]\n',
    '1: this file is one JSON value over several lines, and JSON Lines has one row per line: name it .json, as a list of rows.',
  ],
  [
    'd.jsonl',
    '{"input": "NaN", "v": 1}\n{"input": "a", "v": NaN}\n{"input": "a", "v": [-Infinity]}\n{"input": a, "v": NaN}',
    '2: this line is not valid JSON: it has NaN, which JSON does not know; write null or a number instead (at position 20). | 3: this line is not valid JSON: it has Infinity, which | 4: this line is not valid JSON: Unexpected token',
  ],
  [
    'd.json',
    '[\n{"input": "a", "v": NaN}]',
    '2: this is not valid JSON: it has NaN, which JSON does not know',
  ],
  ['d.csv', '', '1: the dataset has no rows'],
  [
    'd.txt',
    'x',
    'dataset: d.txt is of no known kind; name a .jsonl, .ndjson, .json, .yaml, .yml, .csv, .tsv or .prompt.yml file.',
  ],
])('%s with %j is refused with file and line, all problems at once', (path, text, wanted) => {
  const problems = problemsOf(text, path);
  const expected = wanted.split(' | ').map((problem) => expect.stringContaining(problem));
  expect(problems).toEqual(expected);
  for (const problem of problems) expect(problem).toContain(path);
});

test('CSV as spreadsheets write it: empty rows and columns are skipped, and a lone CR ends a line', () => {
  const text = ',,,\rid,input,,\r1,a,,\r ,,\t,\r2,"b\rc",,,,\r,,,\r';
  expect(parseDataset(text, 'd.csv')).toMatchObject([
    { id: '1', input: 'a', vars: {} },
    { id: '2', input: 'b\rc', vars: {} },
  ]);
  expect(parseDataset('{"input":"a"}\r{"input":"b"}\r', 'd.jsonl')).toMatchObject([
    { input: 'a' },
    { input: 'b' },
  ]);
  expect(problemsOf('id,input\r1,"a\rb"\r\r2\r', 'd.csv')).toEqual([
    expect.stringContaining('d.csv:5: this row has 1 cell'),
  ]);
});

test.each(["[1] The order's [2]", '[Doc 1] Lamps', "['a'] or [b]", '{"a": 1}', '["a"]', '{name}'])(
  'the context %s is a text like any other',
  (context) => {
    const [row] = parseDataset(JSON.stringify({ input: 'a', context }), 'd.jsonl');
    expect(row?.context).toEqual([context]);
  },
);

test('names of built-in properties are columns like any other', () => {
  const [row] = parseDataset('{"input":"x","__proto__":"p","constructor":"c"}', 'd.jsonl');
  expect(Object.entries(row?.vars ?? {})).toEqual([
    ['__proto__', 'p'],
    ['constructor', 'c'],
  ]);
  expect(problemsOf('{"__proto__":{"input":"x"}}')[0]).toContain('there is no `input`');
});

test('whatever text goes in comes out the same, in every format', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value.trim() !== '');
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 5 }), (inputs) => {
      const rows = inputs.map((input, index) => ({ id: `r${index}`, input }));
      const csv = rows.map((row) => `${row.id},"${row.input.replaceAll('"', '""')}"`).join('\n');
      const read = (content: string, path: string) => parseDataset(content, path).map((row) => row.input);
      expect(read(jsonLines(...rows), 'd.jsonl')).toEqual(inputs);
      expect(read(JSON.stringify(rows, null, 1), 'd.json')).toEqual(inputs);
      expect(read(`id,input\n${csv}`, 'd.csv')).toEqual(inputs);
    }),
  );
});
