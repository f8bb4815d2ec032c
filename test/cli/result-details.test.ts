import { describe, expect, it } from 'vitest';
import { type ResultJson, resultSchema } from '../../src/publish/result-schema.js';
import { readPage } from '../build/code-blocks.js';
import { BASE_FILES, CONFIG, type Model, modelReply, PLAIN_MODEL } from '../scenarios/world.js';
import type { CompareData } from '../support/compare-judge.js';
import { createFolder } from '../support/folder.js';
import { GitProject } from '../support/git-project.js';
import {
  type ChatCompletionRequestBody,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import { createAgent } from './agent.js';
import { type Said, type as typeCommand, writeTree } from './terminal.js';

const FACT = 'Answers arrive within three days.';
const CAT = 'By the way, our cat sends her love.';
const PROMPT = `You answer questions of customers.\nAdd: ${FACT}\nSign with a name.\n`;
const CHANGED = `You answer questions of customers.\nAdd: ${CAT}\nSign with a name.\n`;

/** Runs a command in the clone of a project whose prompt was edited. */
async function runEdited(
  command: string,
  {
    changed = CHANGED,
    model = PLAIN_MODEL,
    reply = (body) => modelReply(model, body),
  }: {
    readonly changed?: string;
    readonly model?: Model;
    readonly reply?: (body: ChatCompletionRequestBody) => ServerReply;
  } = {},
): Promise<Said> {
  await using openai = await startOpenAiServer({ reply });
  const config = `${CONFIG}    task: Answers questions of customers.\n`;
  const files = { ...BASE_FILES, 'prompts/support.md': PROMPT, 'prompt-regression.yml': config };
  const project = new GitProject(withProvider(files, openai.url));
  await using _project = project;
  const folder = await project.clone();
  await writeTree(folder, { 'prompts/support.md': changed });
  return await typeCommand(command, { cwd: folder });
}

/** The data that a judge gets; `{}` for a question to the agent. */
function judgeText({ messages }: ChatCompletionRequestBody): string {
  const text = String(messages.at(-1)?.content);
  return text.startsWith('BEGIN DATA') ? text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1) : '{}';
}

function parseResult({ stdout }: Said): ResultJson {
  return resultSchema.parse(JSON.parse(stdout));
}

/** The values at a path such as `suites[].details.changes[].text`. */
function readPath(value: unknown, path: string): readonly unknown[] {
  return path.split('.').reduce<readonly unknown[]>(
    (values, step) => {
      const inner = values.map((each) => Object(each)[step.replace('[]', '')]);
      return step.endsWith('[]') ? inner.flatMap((each) => each ?? []) : inner;
    },
    [value],
  );
}

describe('run --json', () => {
  const IDS = Array.from({ length: 8 }, (_, index) => `case-${index + 1}`);

  it('has what a person reads: the sentence, its reason, the line and the next step', async () => {
    const said = await runEdited('run --json');
    const [suite] = parseResult(said).suites;
    expect(suite).toMatchObject({ decision: 'fail', newlyIrrelevant: 8 });
    expect(suite?.details?.changes).toMatchObject([
      {
        scorer: 'answer-relevancy',
        kind: 'newly-irrelevant',
        text: CAT,
        now: null,
        reason: 'Nobody asked for that.',
        confirmed: null,
        cases: expect.arrayContaining(IDS),
      },
      { kind: 'lost', text: FACT },
    ]);
    expect(suite?.details?.answers).toHaveLength(8);
    expect(suite?.details?.answers[0]).toEqual({
      id: expect.stringMatching(/^case-\d$/),
      question: expect.stringMatching(/^Tell me about /),
      reason: 'Nobody asked for that.',
    });
    expect(suite?.details?.lines).toContainEqual({
      path: 'prompts/support.md',
      line: 2,
      sign: '+',
      text: `Add: ${CAT}`,
      certainty: 'only-change',
    });
    expect(suite?.details?.next).toMatch(/^Undo or change /);
  });

  it('says which facts are lost, and how many of them are confirmed', async () => {
    const [suite] = parseResult(await runEdited('run --json', { changed: 'You answer questions.\n' })).suites;
    const [change] = suite?.details?.changes ?? [];
    expect(change).toMatchObject({ kind: 'lost', text: FACT, now: null, confirmed: suite?.lost });
    expect(change?.confirmed).toBeGreaterThanOrEqual(3);
    expect(change?.cases.toSorted()).toEqual(IDS);
  });

  it('says which facts are contradicted, and in which words', async () => {
    const other = FACT.replace('three', 'nine');
    const said = await runEdited('run --json', {
      changed: PROMPT.replace(FACT, other),
      reply(body) {
        const reply = modelReply(PLAIN_MODEL, body);
        if (!('content' in reply)) return reply;
        const { earlier = [], answer = {} }: CompareData = JSON.parse(judgeText(body));
        const keyOf = (pieces: Readonly<Record<string, string>>, text: string) =>
          Object.keys(pieces).find((key) => pieces[key] === text);
        const [was, now] = [keyOf(Object.assign({}, ...earlier), FACT), keyOf(Object(answer), other)];
        return {
          content: String(reply.content).replace(`"${was}":"dropped"`, `"${was}":"${now}: contradicted"`),
        };
      },
    });
    const [suite] = parseResult(said).suites;
    expect(suite?.details?.changes).toMatchObject([{ kind: 'contradicted', text: FACT, now: other }]);
  });

  it('says why nothing was decided', async () => {
    const said = await runEdited('run --json', {
      model: { ...PLAIN_MODEL, verdict: () => 'perhaps' as 'no' },
    });
    const [suite] = parseResult(said).suites;
    expect(suite).toMatchObject({ decision: 'inconclusive' });
    expect(suite?.details?.alerts.join('\n')).toMatch(/judge/);
  });

  it('shows the irrelevant statements of a first run', async () => {
    const said = await runEdited('run --baseline none --json');
    const [suite] = parseResult(said).suites;
    expect(suite?.details?.changes).toMatchObject([{ kind: 'irrelevant', text: CAT }]);
    expect(suite?.details?.changes[0]?.cases).toHaveLength(8);
  });

  it("names the error of an agent's crash", async () => {
    const cwd = await createAgent();
    const crashing = 'echo "no such table: orders" >&2; exit 3\n';
    await writeTree(cwd, { 'agent.sh': crashing });
    const [suite] = parseResult(await typeCommand('run --json', { cwd })).suites;
    const { alerts = [], answers = [] } = suite?.details ?? {};
    expect([...alerts, ...answers.map(({ reason }) => reason)].join('\n')).toContain('no such table: orders');
  });

  it('acts on no terminal and no runner, whatever a model said', async () => {
    const evil = 'Cats: \u001b[31m\u009b31m\u202e ##[error]x\n::error::y';
    const { stdout } = await runEdited('run --json', {
      changed: `${PROMPT}Add: cat\n`,
      model: {
        ...PLAIN_MODEL,
        answer: (input, system) => PLAIN_MODEL.answer(input, system).replace('cat', `${evil} cat`),
      },
    });
    expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|^\s*::|##\[/mu);
    expect(JSON.stringify(JSON.parse(stdout))).toContain('\u202e');
  });
});

it('names nothing but errors if the run could not begin', async () => {
  const { code, stdout, stderr } = await typeCommand('run --json', { cwd: createFolder() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('error:');
});

it('every path that SKILL.md names leads to something in a real result', async () => {
  const explained = parseResult(
    await runEdited('explain --json', { changed: `You answer.\n${CHANGED}Be kind.\n` }),
  );
  expect(readPath(explained, 'suites[].details.lines[].certainty')).toContain('tested');
  const page = readPage('SKILL.md');
  const paths = [...page.matchAll(/`(suites\[\][\w.[\]]*)`/g)].map(([, path = '']) => path);
  expect(paths.length).toBeGreaterThanOrEqual(10);
  const isThere = (path: string) => readPath(explained, path).some((value) => value !== undefined);
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
