import { describe, expect, it, test } from 'vitest';
import { openFile, refusal, SECRET, scoreWith } from '../../support/scorer-file.js';

/** Does what the answer says: that way one file serves many tests. */
const OBEDIENT = `
import { writeSync } from 'node:fs';
const numbers: Record<string, number> = { half: 0.5, 'not a number': Number.NaN, 'too much': 1.5 };
let runs = 0;
export default {
  id: 'obedient',
  async run({ output, caseId }: { output: string; caseId: string }) {
    runs += 1;
    if (output === 'throw') throw new Error('the dictionary is missing');
    if (output === 'exit') { console.error('good bye'); process.exit(7); }
    if (output === 'crash') setImmediate(() => { throw new Error('out of the blue'); });
    if (output === 'crash' || output === 'hang') return new Promise(() => {});
    if (output === 'nothing') return undefined;
    if (output === 'blank') return { score: null, reason: 'there is nothing to count' };
    if (output === 'print') {
      console.log('{"id":"' + caseId + '","score":0}');
      process.stdout.write('no newline');
    }
    // Past its own stdout, as the programs do that it starts.
    if (output === 'print past') writeSync(1, '{"half');
    return { score: numbers[output] ?? 1, reason: 'run ' + runs };
  },
};
`;

describe('a scorer of the repository', () => {
  it('scores answers, may print what it likes, and says so where there is nothing to score', async () => {
    const opened = await openFile(`console.log('loaded'); ${OBEDIENT}`);
    expect(await scoreWith(opened, 'print')).toMatchObject({ status: 'scored', score: 1, reason: 'run 1' });
    expect(await scoreWith(opened, 'half')).toMatchObject({ status: 'scored', score: 0.5, reason: 'run 2' });
    expect(await scoreWith(opened, 'print past')).toMatchObject({
      status: 'scored',
      score: 1,
      reason: 'run 3',
    });
    expect(await scoreWith(opened, 'blank')).toEqual({
      status: 'unscored',
      kind: 'not-scorable',
      reason: 'there is nothing to count',
    });
  });

  it('that fails leaves this answer unscored, and scores the next one', async () => {
    const opened = await openFile(OBEDIENT);
    for (const [does, reason] of [
      ['throw', 'the scorer evals/mine.ts failed: the dictionary is missing'],
      ['not a number', 'its score is NaN, and a score is a number from 0 to 1'],
      ['too much', 'its score is 1.5, and a score is a number from 0 to 1'],
      ['nothing', 'its score is undefined'],
      ['exit', 'the scorer evals/mine.ts failed: ended with code 7 before it answered; stderr: good bye'],
      ['crash', 'out of the blue'],
    ] as const) {
      expect(await scoreWith(opened, does), does).toEqual({
        status: 'unscored',
        kind: 'scorer',
        reason: expect.stringContaining(reason),
      });
      expect(await scoreWith(opened, 'half'), does).toMatchObject({ status: 'scored', score: 0.5 });
    }
  });

  it('that hangs leaves this answer unscored', async () => {
    expect(await scoreWith(await openFile(OBEDIENT, { timeoutMs: 200 }), 'hang')).toEqual({
      status: 'unscored',
      kind: 'timeout',
      reason: 'the scorer evals/mine.ts failed: gave no answer within 0.2 s',
    });
  });

  it('is ended when the run is stopped', async () => {
    const opened = await openFile(OBEDIENT);
    const stop = new AbortController();
    const asked = scoreWith(opened, 'hang', { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(asked).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('has the scale and the direction that it gives itself, under the name of the suite', async () => {
    const { scorer } = await openFile(
      "export default { id: 'x', scale: 10, higherIsBetter: false, run: () => ({ score: 7 }) };",
    );
    expect(scorer.id).toBe('mine');
    expect(scorer.fingerprint).toMatchObject({
      id: 'mine',
      use: 'own',
      scale: 10,
      higherIsBetter: false,
      judged: false,
    });
  });

  it('is another formula when its code or what it imports changes', async () => {
    const formula = async (mine: string, half: string) => {
      const { scorer } = await openFile({ 'evals/mine.ts': mine, 'evals/half.ts': half });
      return scorer.fingerprint.formula;
    };
    const mine =
      "import { half } from './half.ts';\nexport default { id: 'x', run: () => ({ score: half }) };";
    const first = await formula(mine, 'export const half = 0.5;');
    expect(await formula(mine, 'export const half = 0.5;')).toBe(first);
    expect(await formula(mine, 'export const half = 0.4;')).not.toBe(first);
    expect(await formula(`${mine}\n`, 'export const half = 0.5;')).not.toBe(first);
  });

  it('reads plain texts, and where it is one of agents the whole conversation', async () => {
    const file = (type: string) =>
      `
export default { id: 'x', ${type} run: (run) => ({ score: 1, reason: JSON.stringify([run.input, run.output, run.groundTruth, run.context]) }) };
`.replace('(run)', '(run: any)');
    const asked = {
      task: 'Sells lamps.',
      history: [{ role: 'user', content: 'Hello' } as const],
      input: 'How long?',
      groundTruth: '30 days',
      context: ['30 days for all goods'],
    };
    expect(await scoreWith(await openFile(file('')), 'A month.', asked)).toMatchObject({
      reason: '["How long?","A month.","30 days",["30 days for all goods"]]',
    });
    const agent = await scoreWith(await openFile(file("type: 'agent',")), 'A month.', asked);
    expect(JSON.parse(agent?.reason ?? '')).toEqual([
      [
        { role: 'system', content: 'Sells lamps.' },
        { role: 'user', content: 'Hello' },
        { role: 'user', content: 'How long?' },
      ],
      { role: 'assistant', content: 'A month.' },
      '30 days',
      ['30 days for all goods'],
    ]);
  });
});

describe('its environment', () => {
  const TELL = `
const names = ['INPUT_GITHUB-TOKEN', 'ACTIONS_RUNTIME_TOKEN', 'GITHUB_TOKEN', 'GITHUB_ENV', 'OPENAI_API_KEY', 'LANGUAGE'];
export default { id: 'x', run: () => ({ score: 1, reason: names.filter((name) => name in process.env).join(' ') + process.env.OPENAI_API_KEY }) };
`;
  const variables = {
    'INPUT_GITHUB-TOKEN': 'x',
    ACTIONS_RUNTIME_TOKEN: 'x',
    GITHUB_TOKEN: 'x',
    GITHUB_ENV: '/x',
    OPENAI_API_KEY: SECRET,
    LANGUAGE: 'en',
  };

  it('has nothing of the runner, and no key', async () => {
    const opened = await openFile(TELL, { variables });
    expect(await scoreWith(opened, 'any')).toMatchObject({ reason: 'LANGUAGEundefined' });
  });

  it('gets the key that the config names, and the key is redacted in its output', async () => {
    const opened = await openFile(TELL, { variables, env: ['OPENAI_API_KEY'] });
    expect(await scoreWith(opened, 'any')).toMatchObject({ reason: 'OPENAI_API_KEY LANGUAGE***' });
  });

  it('never has what the workflow could be changed with', async () => {
    await expect(openFile(TELL, { variables, env: ['GITHUB_ENV'] })).rejects.toThrow(
      'scorer env GITHUB_ENV: never given to a program',
    );
  });
});

describe('what exports no scorer is refused by name', () => {
  // What else is none, and what helps: test/library/scorer-host/load-scorer.test.ts.
  test.each([
    ["export default { id: 'x' };", 'exports an object without id and run as its default'],
    ['process.exit(3);', 'ended with code 3 before it answered'],
    [
      "import { createNothing } from 'prompt-regression/scorers';",
      "does not provide an export named 'createNothing'",
    ],
  ])('%s', async (text, why) => {
    const said = await refusal(text);
    expect(said).toMatch(/^UserError: scorers: evals\/mine\.ts /);
    expect(said).toContain(why);
  });
});

describe('without node_modules', () => {
  it('the library and zod are there, in a file of any ending', async () => {
    const imports =
      "import { createScorer } from 'prompt-regression'; import { z } from 'zod'; import { limit } from './limit.mjs';";
    const requires =
      "const { createScorer } = require('prompt-regression/scorers'); const { z } = require('zod'); const { limit } = require('./limit.cjs');";
    const scorer = (ending: string) => `${ending === 'cjs' ? requires : imports}
const schema = z.object({ words: z.int() });
${ending === 'cjs' ? 'module.exports =' : 'export default'} createScorer({ name: 'My brevity', description: 'Short answers', scale: 2 })
  .preprocess(({ run }) => schema.parse({ words: run.output.split(' ').length }))
  .generateScore(({ results }) => results.preprocessStepResult.words <= limit ? 2 : 0)
  .generateReason(({ score }) => score === 2 ? 'short' : 'long');`;
    const endings = ['ts', 'mts', 'mjs', 'cjs'];
    const opened = await openFile({
      'evals/mine.ts': `${endings.map((ending) => `import ${ending} from './by-import.${ending}';`).join('\n')}
const scorers = { ${endings.join(', ')} };
export default { ...ts, id: 'any', run: ({ input, ...run }) => scorers[input].run({ input, ...run }) };`,
      ...Object.fromEntries(endings.map((ending) => [`evals/by-import.${ending}`, scorer(ending)])),
      'evals/limit.mjs': 'export const limit = 3;',
      'evals/limit.cjs': 'exports.limit = 3;',
    });
    expect(opened.scorer.fingerprint).toMatchObject({ scale: 2, higherIsBetter: true });
    for (const input of endings) {
      expect(await scoreWith(opened, 'Thirty days.', { input }), input).toMatchObject({
        score: 2,
        reason: 'short',
      });
      expect(await scoreWith(opened, 'Thirty days for all lamps.', { input }), input).toMatchObject({
        score: 0,
        reason: 'long',
      });
    }
  });

  it("the library is the tool's own even where the repository has another, and zod the repository's", async () => {
    const opened = await openFile({
      'evals/mine.ts': `
import { createScorer } from 'prompt-regression/scorers';
import { z } from 'zod';
export default createScorer({ id: 'x', description: 'x' })
  .generateScore(() => 1)
  .generateReason(() => String(z));
`,
      'node_modules/prompt-regression/package.json': '{"exports":{"./scorers":"./x.js"},"type":"module"}',
      'node_modules/prompt-regression/x.js': 'export const createScorer = () => null;',
      'node_modules/zod/package.json': '{"exports":"./x.js","type":"module"}',
      'node_modules/zod/x.js': 'export const z = "mine";',
    });
    expect(await scoreWith(opened, 'any')).toMatchObject({ score: 1, reason: 'mine' });
  });

  it('names a missing step, and a step that throws', async () => {
    const opened = await openFile(`import { createScorer } from 'prompt-regression/scorers';
const stepless = createScorer({ id: 'x', description: 'x' });
const throwing = createScorer({ id: 'x', description: 'x' }).generateScore(() => { throw new Error('no words'); });
export default { id: 'x', run: (run) => (run.output === 'throw' ? throwing : stepless).run(run) };
`);
    expect(await scoreWith(opened, 'any')).toMatchObject({
      status: 'unscored',
      kind: 'scorer',
      reason: expect.stringContaining('it has no generateScore step'),
    });
    expect(await scoreWith(opened, 'throw')).toMatchObject({
      reason: expect.stringContaining('step generateScore failed: no words'),
    });
  });
});

describe('a scorer by command', () => {
  const python = (text: string) =>
    openFile({ 'evals/score.py': text }, { command: ['python3', 'evals/score.py'] });
  /** Writes what the answer is. */
  const ECHO = `
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    if case["output"] == "exit":
        sys.exit("good bye")
    print(case["output"].replace("ID", json.dumps(case["id"])))
`;

  it('gets the case with its answer', async () => {
    const opened = await python(`
import json, sys
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], "score": 0.5, "reason": json.dumps(case)}))
`);
    const asked = {
      caseId: 'returns',
      tags: ['policy'],
      task: 'Sells lamps.',
      history: [{ role: 'user', content: 'Hello' } as const],
      input: 'How long?',
      groundTruth: '30 days',
      context: ['30 days for all goods'],
    };
    const { reason, ...judgement } = Object(await scoreWith(opened, 'A month.', asked));
    expect(judgement).toMatchObject({ status: 'scored', score: 0.5 });
    const { caseId, history, ...same } = asked;
    expect(JSON.parse(reason)).toEqual({
      ...same,
      id: caseId,
      messages: [...history, { role: 'user', content: 'How long?' }],
      output: 'A month.',
      toolCalls: [],
    });
    expect(opened.scorer.fingerprint).toMatchObject({ use: 'own', scale: 1, higherIsBetter: true });
  });

  it('leaves an answer unscored with the reason, and scores the next one', async () => {
    const opened = await python(ECHO);
    const failed = 'the scorer evals/score.py failed: ';
    for (const [line, kind, reason] of [
      ['{"id": ID, "error": "no dictionary"}', 'scorer', `${failed}no dictionary`],
      [
        '{"id": ID, "score": 1.5}',
        'scorer',
        `${failed}its score is 1.5, and a score is a number from 0 to 1`,
      ],
      ['{"id": ID, "score": "1"}', 'scorer', `${failed}its score is "1"`],
      ['{"id": ID}', 'scorer', `${failed}its score is undefined`],
      ['{"id": ID, "score": null, "reason": "no price asked"}', 'not-scorable', 'no price asked'],
      ['{"id": ID, "score": NaN}', 'scorer', 'that is not JSON: it has NaN, which JSON does not know'],
      ['0.8', 'scorer', `${failed}wrote text to stdout that is not a JSON object, first: 0.8 (stdout is`],
      ['{"score": 1}', 'scorer', `${failed}wrote a score without an id (it wrote: {"score": 1}`],
      ['{"id": "another", "score": 1}', 'scorer', `${failed}answered "another" without a question`],
      ['exit', 'scorer', `${failed}ended with code 1 before it answered; stderr: good bye`],
    ] as const) {
      expect(await scoreWith(opened, line), line).toEqual({
        status: 'unscored',
        kind,
        reason: expect.stringContaining(reason),
      });
      expect(await scoreWith(opened, '{"id": ID, "score": 0.25}'), line).toMatchObject({
        score: 0.25,
        reason: '',
      });
    }
  });

  it('may answer once and end, and says what to do where it waits for the end of its input', async () => {
    const once = await python(
      'import sys\nline = sys.stdin.readline()\nprint(line[:line.index(",")] + \', "score": 1}\')',
    );
    for (let at = 0; at < 3; at++) expect(await scoreWith(once, 'any')).toMatchObject({ score: 1 });
    const waiting = await openFile(
      { 'evals/score.py': 'import sys\nsys.stdin.read()' },
      { command: ['python3', 'evals/score.py'], timeoutMs: 300 },
    );
    expect(await scoreWith(waiting, 'any')).toMatchObject({
      kind: 'timeout',
      reason: expect.stringContaining('must not wait for the end of stdin'),
    });
  });

  it('is another formula when its code, what it imports or its arguments change', async () => {
    const formula = async (limit: string, ...more: string[]) => {
      const files = { 'evals/score.py': 'from limits import most', 'evals/limits.py': `most = ${limit}` };
      const { scorer } = await openFile(files, { command: ['python3', 'evals/score.py', ...more] });
      return scorer.fingerprint.formula;
    };
    const formulas = await Promise.all([formula('1'), formula('1'), formula('2'), formula('1', '--strict')]);
    expect(new Set(formulas).size).toBe(3);
    expect(formulas[0]).toBe(formulas[1]);
  });

  it('whose program is not installed leaves the answer unscored', async () => {
    const opened = await openFile({ 'a.py': '' }, { command: ['python9', 'a.py'] });
    expect(await scoreWith(opened, 'any')).toMatchObject({
      kind: 'scorer',
      reason: expect.stringMatching(/cannot be started in .*python9.*: check that it is installed/),
    });
  });
});
