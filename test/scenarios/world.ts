import { createGitProject, type Files, type GitProject } from '../support/git-project.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import {
  type ChatCompletionRequestBody,
  type OpenAiServer,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';
import { type ActionResult, type ActionRun, runAction } from '../support/run-action.js';

export const REPOSITORY = 'acme/agents';
export const KEY = 'sk-live-0123456789abcdef';

/** What the fake model gives: as the agent, by its system prompt; as the judge, by the statements. */
export type Model = {
  /** The agent's answer to an input under a system prompt. */
  answer(input: string, system: string): string;
  /** The judge's word on a statement. */
  verdict(statement: string, data: JudgeData): 'yes' | 'unsure' | 'no';
};

export type JudgeData = {
  readonly task: string | null;
  readonly input: string;
  readonly answer: string;
  readonly statements: Readonly<Record<string, string>>;
};

/** Answers in one sentence on the matter; each `Add: …` line of the prompt adds a sentence. Off the matter: pets. */
export const PLAIN_MODEL: Model = {
  answer(input, system) {
    const added = [...system.matchAll(/^Add: (.+)$/gm)].map((match) => match[1]);
    const about = input.replace(/[?.]$/, '').toLowerCase();
    return [`Here is what we know of ${about}.`, ...added].join(' ');
  },
  verdict: (statement, { answer }) =>
    answer.includes(statement) && !/\b(cat|dog|parrot)s?\b/i.test(statement) ? 'yes' : 'no',
};

export function modelReply(model: Model, request: ChatCompletionRequestBody): ServerReply {
  const text = (role: string) =>
    String(request.messages.findLast((message) => message.role === role)?.content ?? '');
  const user = text('user');
  if (!user.startsWith('BEGIN DATA')) return { content: model.answer(user, text('system')) };
  const data: JudgeData = JSON.parse(user.slice(user.indexOf('{'), user.lastIndexOf('}') + 1));
  if (data.statements === undefined) {
    const parts = data.answer.split(/(?<=[.!?]) /);
    return { content: JSON.stringify({ statements: parts.map((part) => ({ text: part, quote: part })) }) };
  }
  const verdicts = Object.entries(data.statements).map(([key, statement]) => {
    const verdict = model.verdict(statement, data);
    return [key, { reason: verdict === 'yes' ? 'It is on the matter.' : 'Nobody asked for that.', verdict }];
  });
  return { content: JSON.stringify(Object.fromEntries(verdicts)) };
}

const TOPICS = [
  'refunds',
  'invoices',
  'delivery',
  'opening hours',
  'warranty',
  'returns',
  'gift cards',
  'repairs',
];

export const DATASET = TOPICS.map((topic, index) =>
  JSON.stringify({ id: `case-${index + 1}`, input: `Tell me about ${topic}.` }),
).join('\n');

export function config(model: string, more = ''): string {
  return `limits: { max-retries: 1, request-timeout: 60s, timeout: 10m }
suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: ${model} }
    gate: { threshold: 0.6 }
${more}`;
}

export const BASE_FILES: Files = {
  'README.md': 'An agent.\n',
  'prompts/support.md': 'You answer questions of customers.\n',
  'evals/cases.jsonl': DATASET,
  'prompt-regression.yml': config('agent-1'),
};

/** A repository on a GitHub and a model provider, all on loopback. */
export type World = AsyncDisposable & {
  readonly project: GitProject;
  readonly github: GitHubServer;
  readonly openai: OpenAiServer;
  /** A pull request with these changes on top of `main` (or of `from`); resolves with its head. */
  openPull(number: number, files: Files, from?: string): Promise<string>;
  /** A checkout of a pull request's head, as GitHub's merge commit or as the head itself, and the event of its run. */
  checkoutPull(number: number, options?: PullOptions): Promise<Pick<ActionRun, 'workspace' | 'event'>>;
  /** Runs the action on such a checkout. */
  runPull(number: number, options?: RunOptions & PullOptions): Promise<ActionResult>;
  /** Runs the action on a push to `main`. */
  runPush(options?: RunOptions): Promise<ActionResult>;
  run(run: Omit<ActionRun, 'apiUrl'>): Promise<ActionResult>;
};

export type PullOptions = {
  readonly checkout?: 'merge' | 'head';
  /** Where the head comes from: another repository makes it a fork's, `null` one whose fork is gone. */
  readonly headRepository?: string | null;
  /** Fields of the event's payload that are others. */
  readonly payload?: object;
};

export type RunOptions = {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly onOutput?: NonNullable<ActionRun['onOutput']>;
};

export async function createWorld(
  options: {
    readonly files?: Files;
    readonly model?: Model;
    readonly reply?: (body: ChatCompletionRequestBody) => ServerReply;
  } = {},
): Promise<World> {
  const model = options.model ?? PLAIN_MODEL;
  const project = await createGitProject(options.files ?? BASE_FILES);
  const github = await startGitHubServer({ repository: REPOSITORY, repoDir: project.remote });
  const openai = await startOpenAiServer({ reply: options.reply ?? ((body) => modelReply(model, body)) });
  const heads = new Map<number, { head: string; base: string }>();

  const run: World['run'] = (given) =>
    runAction({
      ...given,
      apiUrl: github.url,
      inputs: { 'base-url': openai.url, 'openai-api-key': KEY, ...given.inputs },
    });

  const checkoutPull: World['checkoutPull'] = async (number, options = {}) => {
    const { checkout = 'merge', payload = {}, headRepository = REPOSITORY } = options;
    const pull = heads.get(number);
    if (pull === undefined) throw new Error(`no pull request ${number}`);
    const merge = await project.mergeRef(number, pull.base, pull.head);
    return {
      workspace: await project.checkout(checkout === 'merge' ? merge : pull.head),
      event: {
        name: 'pull_request',
        sha: merge,
        ref: `refs/pull/${number}/merge`,
        payload: {
          action: 'synchronize',
          repository: { full_name: REPOSITORY, default_branch: 'main' },
          pull_request: {
            number,
            head: { sha: pull.head, repo: headRepository === null ? null : { full_name: headRepository } },
            // Hours old, as payloads can be: nothing may rely on it.
            base: { ref: 'main', sha: '0'.repeat(40), repo: { full_name: REPOSITORY } },
          },
          ...payload,
        },
      },
    };
  };

  return {
    project,
    github,
    openai,
    run,
    async openPull(number, files, from = 'main') {
      const branch = `pull-${number}`;
      const known = heads.get(number);
      await project.branch(branch, known?.head ?? from);
      const head = await project.commit(`Change ${number}`, files);
      heads.set(number, { head, base: 'main' });
      github.setPull({ number, headSha: head, headRef: branch, baseRef: 'main', headRepository: REPOSITORY });
      return head;
    },
    checkoutPull,
    async runPull(number, options = {}) {
      const { inputs, env, onOutput } = options;
      const rest = { ...(inputs && { inputs }), ...(env && { env }), ...(onOutput && { onOutput }) };
      return run({ ...rest, ...(await checkoutPull(number, options)) });
    },
    async runPush(rest = {}) {
      const sha = await project.git('rev-parse', 'main');
      return run({
        ...rest,
        workspace: await project.checkout(sha),
        event: {
          name: 'push',
          sha,
          ref: 'refs/heads/main',
          payload: { repository: { full_name: REPOSITORY, default_branch: 'main' } },
        },
      });
    },
    async [Symbol.asyncDispose]() {
      await openai.close();
      await github.close();
      await project[Symbol.asyncDispose]();
    },
  };
}
