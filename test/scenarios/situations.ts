import { compareReply, isComparison, saidBy } from '../support/compare-judge.js';
import type { Files } from '../support/git-project.js';
import type { ChatCompletionRequestBody, ServerReply } from '../support/openai-server.js';
import type { ActionResult } from '../support/run-action.js';
import { isJudging } from './said.js';
import {
  JAPANESE,
  JAPANESE_PROMPT,
  japaneseAnswer,
  LONG_WINDED,
  longAnswer,
  REMARKS,
  SHOP,
  SHOP_PROMPT,
  shopAgent,
  shopAnswer,
  shopCase,
  shopDataset,
} from './shop.js';
import { createWorld, KEY, type RunOptions, type World } from './world.js';

/** What a pull request does, and what its comment must make clear in ten seconds. */
export type Situation = {
  readonly number: number;
  readonly name: string;
  /** Whether the run ends green, and what its comment says of what happened, why, and what to do; `null` for no comment. */
  readonly code: number;
  readonly says: readonly (string | RegExp)[] | null;
} & ShopRun;

type ShopRun = {
  /** Default: 30. */
  readonly cases?: number;
  /** What `main` holds besides the shop's files. */
  readonly files?: Files;
  readonly change: Files;
  /** The answer to a case on each side. Default: the handbook's. */
  readonly before?: (at: number, question: string) => string;
  readonly after?: (at: number, question: string, prompt: string) => string;
  /** Statements that the judge calls irrelevant or unsure, each with the reason. */
  readonly off?: readonly (readonly [statement: RegExp, reason: string, verdict?: 'no' | 'unsure'])[];
  /** Earlier statements that a new one contradicts. */
  readonly contradicts?: readonly (readonly [earlier: RegExp, now: RegExp])[];
  /** Instead of the usual reply. */
  readonly reply?: (body: ChatCompletionRequestBody, usual: () => ServerReply) => ServerReply;
  readonly run?: RunOptions;
  /** Default: one run on the pull request. */
  readonly play?: (world: World, run: RunOptions) => Promise<ActionResult>;
};

const GATE = '    gate: {}\n';
const SHOP_CONFIG = `judge: { model: gpt-6.1-terra }
limits: { max-retries: 1 }
prices:
  gpt-6-luna: { input: 0.1, output: 0.5 }
  gpt-6.1-terra: { input: 0.5, output: 2 }
suites:
  - name: support
    task: Answers customers' questions about orders and lamps.
    dataset: evals/support.jsonl
    target: { prompt: prompts/support.md, model: gpt-6-luna }
${GATE}`;
const CONFIG_PATH = 'prompt-regression.yml';
const PROMPT_PATH = 'prompts/support.md';
const DATASET_PATH = 'evals/support.jsonl';

function shopFiles({ cases = 30, files = {} }: ShopRun): Files {
  return {
    [PROMPT_PATH]: SHOP_PROMPT,
    [DATASET_PATH]: shopDataset(cases),
    [CONFIG_PATH]: SHOP_CONFIG,
    ...files,
  };
}

/** Runs a situation; `comment` is `null` if there is none. */
export async function playSituation(
  situation: Situation,
): Promise<{ readonly run: ActionResult; readonly comment: string | null; readonly world: World }> {
  const world = await createWorld({
    files: shopFiles(situation),
    reply: (body) =>
      situation.reply?.(body, () => usualReply(body, situation)) ?? usualReply(body, situation),
  });
  world.openPull(7, situation.change);
  const options: RunOptions = {
    ...situation.run,
    inputs: { 'judge-api-key': KEY, 'report-url': '#artifacts', ...situation.run?.inputs },
  };
  const run = await (situation.play?.(world, options) ?? world.runPull(7, options));
  const { comments, viewer } = world.github.state;
  const ours = comments.find(({ author }) => author === viewer);
  return { run, comment: ours?.body ?? null, world };
}

function usualReply(body: ChatCompletionRequestBody, situation: ShopRun): ServerReply {
  const text = (role: string) =>
    String(body.messages.findLast((message) => message.role === role)?.content ?? '');
  const { before = shopAnswer, after = before } = situation;
  if (!isJudging(body)) {
    const question = text('user');
    const answer = isOfHead(body, situation) ? after : before;
    const content = answer(shopCase(question), question, text('system'));
    return { content, usage: { prompt_tokens: 220, completion_tokens: Math.ceil(content.length / 4) } };
  }
  const user = text('user');
  const data = JSON.parse(user.slice(user.indexOf('{'), user.lastIndexOf('}') + 1));
  const usage = { prompt_tokens: 900, completion_tokens: 120 };
  if (isComparison(text('system'))) {
    const find = (piece: string, answer: Readonly<Record<string, string>>) => {
      const [, now] = situation.contradicts?.find(([earlier]) => earlier.test(piece)) ?? [];
      const key = now && Object.keys(answer).find((each) => now.test(answer[each] ?? ''));
      return key === undefined ? saidBy(piece, answer, 'dropped') : `${key}: contradicted`;
    };
    return { content: compareReply(data, find, (piece, earlier) => saidBy(piece, earlier, 'new')), usage };
  }
  const verdicts = Object.entries(data.statements as Record<string, string>).map(([key, statement]) => {
    const [, reason = 'It answers the question.', verdict = 'no'] =
      situation.off?.find(([off]) => off.test(statement)) ?? [];
    const isControl = !hasAllWords(String(data.answer), statement);
    if (isControl) return [key, { reason: 'It is about something else.', verdict: 'no' }];
    return [key, { reason, verdict: reason === 'It answers the question.' ? 'yes' : verdict }];
  });
  return { content: JSON.stringify(Object.fromEntries(verdicts)), usage };
}

/** A row of a table is judged as a sentence that is not in the answer. */
function hasAllWords(answer: string, statement: string): boolean {
  return statement.split(/[^\p{L}\p{N}]+/u).every((word) => answer.includes(word));
}

/** True for a question to the pull request's agent, which has another prompt or model than `main`'s. */
function isOfHead(body: ChatCompletionRequestBody, situation: ShopRun): boolean {
  const files = shopFiles(situation);
  const [system = ''] = body.messages.map(({ content }) => String(content));
  const isBasePrompt = Object.entries(files).some(
    ([path, text]) => path.endsWith('.md') && typeof text === 'string' && text.trim() === system.trim(),
  );
  return !isBasePrompt || body.model === 'gpt-6-nano';
}

const withLine = (line: string, prompt = SHOP_PROMPT) => ({
  [PROMPT_PATH]: prompt.replace('\n# Content', `${line}\n\n# Content`).replace('\n\n\n', '\n\n'),
});
const without = (sentence: number, at: number) =>
  (SHOP[at]?.[2] ?? []).filter((_, index) => index !== sentence).join(' ');
const configOf = (gate: string, more = '') => SHOP_CONFIG.replace(GATE, `${more}    gate: ${gate}\n`);

const COMMAND_CONFIG = SHOP_CONFIG.replace(/target: .*/, 'target: { command: [node, agent.mjs] }');
const TWELVE_SUITES = Array.from(
  { length: 12 },
  (_, at) => `  - name: team-${at + 1}
    task: Answers customers' questions about orders and lamps.
    dataset: evals/support.jsonl
    target: { prompt: prompts/team-${at + 1}.md, model: gpt-6-luna }
`,
).join('');
function withTruth(truth: (at: number) => string): string {
  return SHOP.slice(0, 12)
    .map(([id, input], at) => JSON.stringify({ id, input, groundTruth: truth(at) }))
    .join('\n');
}
function shopCaseOf({ messages }: ChatCompletionRequestBody): number {
  return shopCase(String(messages.at(-1)?.content));
}

const ADVERT = 'By the way: Lumen Plus members get free shipping and 15% off everything.';
const ADVERT_LINE = '- At the end of answers about orders and payment, mention Lumen Plus.';
const ADVERT_OFF = [/Lumen Plus/, 'Advertising that nobody asked for.'] as const;
const advertise: ShopRun['after'] = (at) => (at < 10 ? `${shopAnswer(at)} ${ADVERT}` : shopAnswer(at));
const ADVERTISED = { change: withLine(ADVERT_LINE), after: advertise, off: [ADVERT_OFF] } as const;
const REFUSAL = 'I can only help with lamps. Please call us about anything else.';
const REFUSAL_OFF = [/only help with lamps|call us about/, 'It refuses and answers nothing.'] as const;

const GREEN: readonly Situation[] = [
  {
    number: 1,
    name: 'nothing changed in any answer',
    code: 0,
    says: ['no answer changed', 'With this change, all answers are the same', 'friendly, precise and calm'],
    change: { [PROMPT_PATH]: SHOP_PROMPT.replace('friendly and precise', 'friendly, precise and calm') },
  },
  {
    number: 2,
    name: 'no watched file changed',
    code: 0,
    says: null,
    change: { 'README.md': 'Lamps.\n' },
  },
  {
    number: 3,
    name: 'the first pull request',
    code: 0,
    says: [/measured|first/],
    files: { [PROMPT_PATH]: null, [DATASET_PATH]: null, [CONFIG_PATH]: null } as unknown as Files,
    change: shopFiles({ cases: 12, change: {} }),
    cases: 12,
    after: (at) => (at === 3 ? `${shopAnswer(at)} ${ADVERT}` : shopAnswer(at)),
    off: [ADVERT_OFF],
  },
  {
    number: 4,
    name: 'five answers got better',
    code: 0,
    says: [
      '5 of 30 answers got better',
      'I cannot answer that here.',
      'Answer questions about payment',
      'Next:** nothing to do; you can merge.',
    ],
    before: (at) => (at < 5 ? 'I cannot answer that here. Please write to us.' : shopAnswer(at)),
    after: shopAnswer,
    off: [[/cannot answer that|^Please write to us/, 'It answers nothing.']],
    change: withLine('- Answer questions about payment from the handbook.'),
  },
  {
    number: 5,
    name: 'accepted by a label',
    code: 0,
    says: [
      'Accepted by `ann`: the result below does not block the merge',
      'Next:** nothing to do; you can merge.',
      'Lumen Plus',
    ],
    ...ADVERTISED,
    async play(world, options) {
      world.github.state.collaborators.set('ann', 'maintain');
      await world.runPull(7, options);
      const label = 'prompt-regression-accepted';
      world.github.setPull({ number: 7, labels: [label] });
      const payload = { action: 'labeled', label: { name: label }, sender: { login: 'ann' } };
      return await world.runPull(7, { ...options, payload });
    },
  },
  {
    number: 6,
    name: 'the same commit again',
    code: 1,
    says: ['shown again', 'Lumen Plus'],
    ...ADVERTISED,
    async play(world, options) {
      await world.runPull(7, options);
      return await world.runPull(7, options);
    },
  },
  {
    number: 7,
    name: '1,000 cases, all fine',
    code: 0,
    says: ['no answer got worse', 'all answers are as relevant as before', '1,000'],
    cases: 0,
    files: {
      [DATASET_PATH]: Array.from({ length: 1_000 }, (_, at) =>
        JSON.stringify({ id: `case-${at}`, input: `Question ${at}: ${SHOP[at % 30]?.[1]}` }),
      ).join('\n'),
    },
    before: (at, question) => `${question} ${shopAnswer(at)}`,
    after: (at, question) =>
      question.startsWith('Question 77:')
        ? `${question} Gladly! ${shopAnswer(at)}`
        : `${question} ${shopAnswer(at)}`,
    change: withLine('- Greet the customer.'),
  },
];

const RED: readonly Situation[] = [
  {
    number: 8,
    name: 'one of 12 answers broke',
    code: 1,
    says: ['1 of 12 answers', 'only help with lamps', 'Decline questions'],
    cases: 12,
    after: (at) => (at === 4 ? REFUSAL : shopAnswer(at)),
    off: [REFUSAL_OFF],
    change: withLine('- Decline questions that are not about lamps.'),
  },
  {
    number: 9,
    name: '10 of 30 answers gained the same sentence',
    code: 1,
    says: ['10 of 30 answers gained the same irrelevant sentence', 'Lumen Plus', 'line 7', 'Advertising'],
    ...ADVERTISED,
  },
  {
    number: 10,
    name: 'four causes at once',
    code: 1,
    says: [
      'Lumen Plus',
      'only help with lamps',
      /Caused by\*\* .*line 13[\s\S]*?- If the handbook does not say it, decline\./,
      /Probably also from\*\* .*line 8.*mention Lumen Plus/,
    ],
    change: {
      [PROMPT_PATH]: SHOP_PROMPT.replace('at most four sentences', 'at most two sentences')
        .replace('# Content', `${ADVERT_LINE}\n\n# Content`)
        .replace('link to the contact form', 'decline')
        .replace('conditions.', 'conditions, as of March: returns within 14 days.'),
    },
    after: (at, _question, prompt) => {
      if (at < 5 && prompt.includes('Lumen Plus')) return `${shopAnswer(at)} ${ADVERT}`;
      if (at === 5 && prompt.includes('14 days')) return shopAnswer(at).replace('30 days', '14 days');
      if (at > 8 && at < 14 && prompt.includes('two sentences')) return without(2, at);
      return (at === 20 || at === 21) && prompt.includes('decline') ? REFUSAL : shopAnswer(at);
    },
    off: [ADVERT_OFF, REFUSAL_OFF],
    contradicts: [[/have 30 days/, /have 14 days/]],
  },
  {
    number: 11,
    name: 'many small losses',
    code: 1,
    says: [/scored (?:slightly )?lower/],
    change: withLine('- End with a warm remark.'),
    after: (at) => (at % 2 === 0 ? `${shopAnswer(at)} ${REMARKS[at / 2]}` : shopAnswer(at)),
    off: [
      [
        /^(?:We|Thank|Your|Light|Enjoy|May|Have|It|Good|Every|Nothing|Warm|As|See|Stay|You)\b.*!$/,
        'A remark that helps a little.',
        'unsure',
      ],
    ],
  },
  {
    number: 12,
    name: 'below the threshold',
    code: 1,
    says: [
      '0.967 → 0.958, below the threshold 0.97',
      /main is already below the threshold \(0\.967\)/,
      'mention Lumen Plus',
      /Next:\*\* remove or narrow that line, and improve the other low answers, until .* reaches 0\.97/,
    ],
    files: { [CONFIG_PATH]: configOf('{ threshold: 0.97 }') },
    change: withLine('- When customers cancel, mention Lumen Plus.'),
    before: (at) => (at < 4 ? `${shopAnswer(at)} ${ADVERT}` : shopAnswer(at)),
    after: (at) => (at < 5 ? `${shopAnswer(at)} ${ADVERT}` : shopAnswer(at)),
    off: [ADVERT_OFF],
  },
  {
    number: 13,
    name: 'the whole prompt rewritten',
    code: 1,
    says: ['Anything else', /Caused by\*\* .*line 6/],
    change: {
      [PROMPT_PATH]: `Role: first-line support of Lumen.

Steps for each question:
1. Look the question up in the handbook.
2. Answer in the language of the question.
3. Close every conversation with an offer of further help.
4. Keep it short: three sentences.
5. Without an entry in the handbook, pass the question on to a colleague.
6. Never promise refunds.
`,
    },
    after: (at, _question, prompt) =>
      at < 12 && prompt.includes('offer of further help')
        ? `${shopAnswer(at)} Anything else I can help you with today?`
        : shopAnswer(at),
    off: [[/Anything else/, 'An offer of help answers nothing.']],
  },
  {
    number: 14,
    name: 'a fact contradicted in several answers',
    code: 1,
    says: ['14 days'],
    before: (at) => `${shopAnswer(at)}${at < 6 ? ' Returns are free for 30 days.' : ''}`,
    after: (at) => `${shopAnswer(at)}${at < 6 ? ' Returns are free for 14 days.' : ''}`,
    contradicts: [[/free for 30 days/, /free for 14 days/]],
    change: { [PROMPT_PATH]: `${SHOP_PROMPT}- Returns are free for 14 days.\n` },
    files: { [PROMPT_PATH]: `${SHOP_PROMPT}- Returns are free for 30 days.\n` },
  },
  {
    number: 15,
    name: 'facts lost in many answers',
    code: 1,
    says: ['12 of 30 answers lost a fact', 'at most two sentences'],
    after: (at) => (at < 12 ? without(2, at) : shopAnswer(at)),
    change: { [PROMPT_PATH]: SHOP_PROMPT.replace('at most four sentences', 'at most two sentences') },
  },
  {
    number: 16,
    name: '12 suites, three red',
    code: 1,
    says: [
      '3 of 12 suites failed',
      'follow the steps given for `team-2`, `team-5` and `team-9`. Intended?',
      /only change to the prompt:[^#]*remove or narrow that line and push\.\n/,
    ],
    cases: 8,
    files: {
      [CONFIG_PATH]: `${SHOP_CONFIG.slice(0, SHOP_CONFIG.indexOf('  - name'))}${TWELVE_SUITES}`,
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, at) => [
          `prompts/team-${at + 1}.md`,
          SHOP_PROMPT.replace('lamps', `lamps, team ${at + 1}`),
        ]),
      ),
    },
    change: Object.fromEntries(
      [2, 5, 9, 11].map((team) => [
        `prompts/team-${team}.md`,
        SHOP_PROMPT.replace('lamps', `lamps, team ${team}`).replace(
          '\n# Content',
          `${ADVERT_LINE}\n\n# Content`,
        ),
      ]),
    ),
    after: (at) => `${shopAnswer(at)} ${ADVERT}`,
    off: [ADVERT_OFF],
    reply(body, usual) {
      const system = String(body.messages[0]?.content);
      return /team 11/.test(system) && !isJudging(body)
        ? { content: shopAnswer(shopCase(String(body.messages.at(-1)?.content))) }
        : usual();
    },
  },
  {
    number: 17,
    name: 'three scorers, one red',
    code: 1,
    says: [
      'max-length',
      '1 of 3 scorers failed',
      'follow the step given for `support · max-length`',
      'remove or narrow that line and push.',
    ],
    cases: 12,
    files: {
      [CONFIG_PATH]: configOf(
        '{}',
        '    scorers:\n      - answer-relevancy\n      - { id: max-length, words: 40 }\n      - { id: contains, name: names-the-shop, value: Lumen, gate: { threshold: 0 } }\n',
      ),
    },
    after: (at) => `${shopAnswer(at)} ${LONG_WINDED}`,
    change: withLine('- Explain every step in detail.'),
  },
  {
    number: 18,
    name: "a command agent's code made it worse",
    code: 1,
    says: ['agent.mjs', 'line 9', 'Lumen Plus', 'Next:** fix that line and push.'],
    files: {
      [CONFIG_PATH]: COMMAND_CONFIG,
      'agent.mjs': shopAgent(''),
      'package.json': '{"name":"shop","version":"1.0.0"}\n',
    },
    change: {
      'agent.mjs': shopAgent(
        `  if (/invoice|payment|discount|order|card|return/.test(input)) output += ' ${ADVERT}';\n`,
      ),
      'package.json': '{"name":"shop","version":"1.1.0"}\n',
    },
    off: [ADVERT_OFF],
  },
  {
    number: 19,
    name: 'answers of 2 kB with markdown, code and tables',
    code: 1,
    says: ['Lumen Plus'],
    cases: 12,
    before: (at) => longAnswer(at),
    after: (at) =>
      at < 5 ? longAnswer(at).replace('## Details', `> ${ADVERT}\n\n## Details`) : longAnswer(at),
    off: [ADVERT_OFF],
    change: withLine(ADVERT_LINE),
  },
  {
    number: 20,
    name: 'Japanese answers',
    code: 1,
    says: ['プラス会員'],
    cases: 12,
    files: {
      [DATASET_PATH]: JAPANESE.map(([id, input]) => JSON.stringify({ id, input })).join('\n'),
      [PROMPT_PATH]: JAPANESE_PROMPT,
    },
    before: (_, question) => japaneseAnswer(question),
    after: (_, question) =>
      `${japaneseAnswer(question)}${/返品|請求書|支払い|注文/.test(question) ? 'なお、プラス会員になると送料が無料になります。' : ''}`,
    off: [[/プラス会員/, '質問と関係のない宣伝です。']],
    change: {
      [PROMPT_PATH]: `${JAPANESE_PROMPT}- 注文と支払いについての回答では、最後にプラス会員を案内する。\n`,
    },
  },
  {
    number: 21,
    name: 'a conversation, one turn refused',
    code: 0,
    says: [
      'only help with lamps',
      'How do I cancel my order? (2 turns)',
      /Turn 2: Thanks\. How long do I have to return a lamp\?\n- You have 30 days/,
      'that takes 4 such answers',
    ],
    cases: 12,
    files: {
      [DATASET_PATH]: SHOP.slice(0, 12)
        .map(([id, input], at) => JSON.stringify({ id, turns: [input, `Thanks. ${SHOP[at + 1]?.[1]}`] }))
        .join('\n'),
    },
    after: (at, question) => (at === 5 && question.startsWith('Thanks') ? REFUSAL : shopAnswer(at)),
    off: [REFUSAL_OFF],
    change: withLine('- Decline questions that are not about lamps.'),
  },
  {
    number: 22,
    name: 'the model changed in the config',
    code: 1,
    says: [
      '**Caused by** `model` `gpt-6-luna` → `gpt-6-nano`, the only change to the agent.',
      'set `model` back in `prompt-regression.yml` or choose another value and push',
    ],
    after: (at) =>
      at % 3 === 0 ? `Sure! Here is some general advice on lamps. ${without(1, at)}` : shopAnswer(at),
    off: [[/general advice|^Sure/, 'Small talk that answers nothing.']],
    change: { [CONFIG_PATH]: SHOP_CONFIG.replace('model: gpt-6-luna', 'model: gpt-6-nano') },
  },
];

const YELLOW: readonly Situation[] = [
  {
    number: 23,
    name: 'three of 12 lost a fact',
    code: 0,
    says: [
      '3 of 12 answers lost a fact',
      'ferry fee',
      'at most two sentences',
      'that takes 5 such answers',
      'can merge',
    ],
    cases: 12,
    files: { [CONFIG_PATH]: configOf('{ lost-facts: 5 }') },
    after: (at) => ([5, 8, 11].includes(at) ? without(2, at) : shopAnswer(at)),
    change: { [PROMPT_PATH]: SHOP_PROMPT.replace('at most four sentences', 'at most two sentences') },
  },
  {
    number: 24,
    name: 'two of 12 gained an off-topic sentence',
    code: 0,
    says: ['2 of 12 answers', 'Arc', 'that takes 4 such answers'],
    cases: 12,
    after: (at) =>
      at === 2 || at === 8
        ? `${shopAnswer(at)} ${at === 2 ? 'Our new Lumen Arc comes in brass.' : 'The Lumen Arc won a prize in Milan.'}`
        : shopAnswer(at),
    off: [[/Lumen Arc (?:comes|won)/, 'The question is not about the Lumen Arc.']],
    change: withLine('- Mention the Lumen Arc now and then.'),
  },
  {
    number: 25,
    name: 'one fact contradicted',
    code: 0,
    says: ['14 days', '30 days', 'that takes 3 such answers'],
    cases: 12,
    after: (at) =>
      at === 5 ? shopAnswer(at).replace('You have 30 days', 'You have 14 days') : shopAnswer(at),
    contradicts: [[/have 30 days/, /have 14 days/]],
    change: { [PROMPT_PATH]: `${SHOP_PROMPT}- Lamps can be returned within 14 days.\n` },
  },
];

const crashing = (when: string) => `  if (${when}) throw new TypeError('orders.find is not a function');\n`;
const AGENT: readonly Situation[] = [
  {
    number: 26,
    name: 'the agent crashes on 1 of 30',
    code: 1,
    says: ['no longer answers 1 of 30 questions', 'orders.find is not a function', 'agent.mjs'],
    files: { [CONFIG_PATH]: COMMAND_CONFIG, 'agent.mjs': shopAgent('') },
    change: { 'agent.mjs': shopAgent(crashing('/parcel is a week late/.test(input)')) },
  },
  {
    number: 27,
    name: 'the agent crashes on 3 of 30',
    code: 1,
    says: ['no longer answers 3 of 30 questions', 'late', 'agent.mjs'],
    files: { [CONFIG_PATH]: COMMAND_CONFIG, 'agent.mjs': shopAgent('') },
    change: { 'agent.mjs': shopAgent(crashing('/parcel|cancel/.test(input)')) },
  },
  {
    number: 28,
    name: 'the agent reports an error for 2 of 30',
    code: 1,
    says: ['no longer answers 2 of 30 questions', 'no such table'],
    files: { [CONFIG_PATH]: COMMAND_CONFIG, 'agent.mjs': shopAgent('') },
    change: {
      'agent.mjs': shopAgent(
        "  if (/parcel/.test(input)) {\n    console.log(JSON.stringify({ id, error: 'no such table: parcels_v2' }));\n    continue;\n  }\n",
      ),
    },
  },
];

const down = (status: number, message: string) => ({ status, body: { error: { message } } });
const judgeDown =
  (status: number, message: string): NonNullable<Situation['reply']> =>
  (body, usual) =>
    isJudging(body) && shopCaseOf(body) > 3 ? down(status, message) : usual();
const UNDECIDED: readonly Situation[] = [
  {
    number: 29,
    name: 'the judge answers 503',
    code: 3,
    says: ['the provider was too busy', '503', 'gpt-6.1-terra', 're-run this job when the provider is back'],
    ...ADVERTISED,
    files: { [CONFIG_PATH]: SHOP_CONFIG.replace('max-retries: 1', 'max-retries: 1, timeout: 8s') },
    reply: judgeDown(503, 'The server is overloaded.'),
  },
  {
    number: 30,
    name: 'the judge answers 500',
    code: 3,
    says: ['the provider failed, so 26 of 30', '500', 'gpt-6.1-terra', /re-run/i],
    ...ADVERTISED,
    reply: judgeDown(500, 'Internal error.'),
  },
  {
    number: 31,
    name: 'the judge answers 503, with a short time limit',
    code: 3,
    says: ['the provider was too busy', '503', 'gpt-6.1-terra', 're-run this job when the provider is back'],
    ...ADVERTISED,
    files: { [CONFIG_PATH]: SHOP_CONFIG.replace('max-retries: 1', 'max-retries: 9, timeout: 4s') },
    reply: judgeDown(503, 'The server is overloaded.'),
  },
  {
    number: 32,
    name: 'the budget is spent',
    code: 3,
    says: [
      /[Ss]et the input `max-calls` in the workflow file to `\d+`, which is enough/,
      'if this matters, remove or narrow that line first.',
    ],
    ...ADVERTISED,
    run: { inputs: { 'max-calls': '160' } },
  },
];

const NEW_CASES = `${shopDataset(12)}
${JSON.stringify({ id: 'nickel', input: 'Is there a nickel version?' })}
${JSON.stringify({ id: 'rent', input: 'Can I rent lamps for a wedding?' })}
`;
const REVIEW: readonly Situation[] = [
  {
    number: 33,
    name: 'config file and prompt changed',
    code: 1,
    says: [
      'Lumen Plus',
      'prompts/support.md',
      /`threshold`: `0\.9` → `0\.5`.*Next:\*\* remove or narrow.*Check that the changed settings above are intended\./s,
    ],
    ...ADVERTISED,
    files: { [CONFIG_PATH]: configOf('{ threshold: 0.9 }') },
    change: {
      ...ADVERTISED.change,
      [CONFIG_PATH]: configOf('{ threshold: 0.5 }').replace('terra }', 'mini }'),
    },
  },
  {
    number: 34,
    name: 'dataset and prompt changed',
    code: 1,
    says: ['Lumen Plus', 'prompts/support.md', 'nickel'],
    cases: 12,
    ...ADVERTISED,
    after: (at) => {
      if (at < 0) return 'We do not sell that.';
      return at < 5 ? `${shopAnswer(at)} ${ADVERT}` : shopAnswer(at);
    },
    change: { ...ADVERTISED.change, [DATASET_PATH]: NEW_CASES.replace(/^.*"track".*\n/m, '') },
  },
  {
    number: 35,
    name: "the prompt's variables changed",
    code: 1,
    says: ['plan', /human review/, '`track`, `islands`', 'give them a value for each variable'],
    cases: 12,
    change: {
      [PROMPT_PATH]: SHOP_PROMPT.replace('customers of Lumen', 'customers of Lumen with the plan {{plan}}'),
      [DATASET_PATH]: SHOP.slice(0, 10)
        .map(([id, input]) => JSON.stringify({ id, input, vars: { plan: 'Plus' } }))
        .join('\n'),
    },
  },
  {
    number: 36,
    name: 'cases added and edited, nothing else',
    code: 0,
    says: [
      'nickel',
      '2 cases added',
      'expected answer',
      'Next:** you can merge. Check that the scores above',
    ],
    cases: 12,
    files: {
      [CONFIG_PATH]: configOf('{}', '    scorers: [answer-relevancy, content-similarity]\n'),
      [DATASET_PATH]: withTruth(shopAnswer),
    },
    before: (at) => (at < 0 ? 'We do not sell that. Look at the page of the lamp.' : shopAnswer(at)),
    change: {
      [DATASET_PATH]: `${withTruth((at) => (at === 5 ? 'You have 14 days from delivery to return a lamp.' : shopAnswer(at)))}
${JSON.stringify({ id: 'nickel', input: 'Is there a nickel version?', groundTruth: 'Yes, the Lumen Arc in nickel.' })}
${JSON.stringify({ id: 'rent', input: 'Can I rent lamps for a wedding?', groundTruth: 'No, we do not rent lamps.' })}`,
    },
  },
];

const NOT_EVALUATED: readonly Situation[] = [
  {
    number: 37,
    name: 'no key',
    code: 2,
    says: ['key', 'openai-api-key', 'Until then, a merge that requires this check is blocked.'],
    ...ADVERTISED,
    run: { inputs: { 'openai-api-key': '', 'judge-api-key': '' } },
  },
  {
    number: 38,
    name: 'a broken config file on main',
    code: 1,
    says: [
      CONFIG_PATH,
      /human review/,
      /Next:\*\* remove or narrow that line and push\. Then check whether [^.]*\. If so, [^.]*\. If not, fix the config on `main` first\./,
    ],
    ...ADVERTISED,
    cases: 12,
    files: { [CONFIG_PATH]: SHOP_CONFIG.replace('dataset:', 'datasets:') },
    change: { ...ADVERTISED.change, [CONFIG_PATH]: SHOP_CONFIG },
  },
  {
    number: 39,
    name: 'a fork',
    code: 3,
    says: null,
    ...ADVERTISED,
    run: { inputs: { 'openai-api-key': '', 'judge-api-key': '' } },
    async play(world, options) {
      world.openPull(8, ADVERTISED.change, 'stranger/agents');
      for (const right of ['comments', 'statuses: write'] as const) world.github.state.forbidden.add(right);
      return await world.runPull(8, options);
    },
  },
];

/** More of the same kinds. */
const VARIANTS: readonly Situation[] = [
  {
    number: 37.1,
    name: 'a refused key',
    code: 3,
    says: ['401', /key/],
    ...ADVERTISED,
    reply: () => down(401, 'Incorrect API key provided.'),
  },
  {
    number: 38.1,
    name: 'a broken dataset on main',
    code: 1,
    says: [
      DATASET_PATH,
      /human review/,
      'remove or narrow that line',
      'If not, fix the dataset on `main` first',
    ],
    ...ADVERTISED,
    cases: 12,
    files: { [DATASET_PATH]: `${shopDataset(12)}\n{"id": "invoice", "input": "Again?"}` },
    change: { ...ADVERTISED.change, [DATASET_PATH]: shopDataset(12) },
  },
  {
    number: 38.2,
    name: 'a variable without a value',
    code: 2,
    says: ['plan', 'Until then, a merge that requires this check is blocked.'],
    cases: 12,
    change: { [PROMPT_PATH]: SHOP_PROMPT.replace('of Lumen', 'of Lumen with the plan {{plan}}') },
  },
];

export const SITUATIONS: readonly Situation[] = [
  ...GREEN,
  ...RED,
  ...YELLOW,
  ...AGENT,
  ...UNDECIDED,
  ...REVIEW,
  ...NOT_EVALUATED,
  ...VARIANTS,
];
