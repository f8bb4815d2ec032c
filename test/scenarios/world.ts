import { type CompareData, compareReply, isComparison, saidBy } from '../support/compare-judge.js';
import { type Files, GitProject } from '../support/git-project.js';
import { type GitHubServer, startGitHubServer } from '../support/github-server.js';
import {
  type ChatCompletionRequestBody,
  type OpenAiServer,
  type ServerReply,
  startOpenAiServer,
} from '../support/openai-server.js';
import { withProvider } from '../support/provider-address.js';
import {
  type ActionResult,
  type ActionRun,
  type BundleRun,
  runAction,
  runBundle,
} from '../support/run-action.js';

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
  const data = JSON.parse(user.slice(user.indexOf('{'), user.lastIndexOf('}') + 1));
  if ('score' in data) return { content: '{"reason": "So it is."}' };
  if (isComparison(text('system'))) {
    // It knows no other words than those that are there.
    const reply = compareReply(
      data as CompareData,
      (piece, answer) => saidBy(piece, answer, 'dropped'),
      (piece, earlier) => saidBy(piece, earlier, 'new'),
    );
    return { content: reply };
  }
  const judged: JudgeData = data;
  const verdicts = Object.entries(judged.statements).map(([key, statement]) => {
    const verdict = model.verdict(statement, judged);
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

export const CONFIG = `limits: { max-retries: 1, request-timeout: 60s, timeout: 10m }
suites:
  - name: support
    dataset: evals/cases.jsonl
    target: { prompt: prompts/support.md, model: agent-1 }
    gate: { threshold: 0.6 }
`;

/**
 * A config like `CONFIG` with several suites, so that one run shows several things. Each has the prompt
 * `prompts/<name>.md` where it names no target, and the dataset that all have in common where it names none.
 */
export function configOf(
  suites: Readonly<
    Record<
      string,
      { readonly dataset?: string; readonly target?: string; readonly gate?: string; readonly more?: string }
    >
  >,
): string {
  const listed = Object.entries(suites).map(
    ([name, { dataset = 'evals/cases.jsonl', target, gate = '{ threshold: 0.6 }', more = '' }]) =>
      `  - name: ${name}
    dataset: ${dataset}
    target: ${target ?? `{ prompt: prompts/${name}.md, model: agent-1 }`}
    gate: ${gate}
${more}`,
  );
  return [CONFIG.slice(0, CONFIG.indexOf('  - name:')), ...listed].join('');
}

const PROMPT = 'You answer questions of customers.\n';
/** The prompt of a change after which the answers are the same. */
export const HARMLESS = 'You answer questions of our customers.\n';
/** The prompt of a change after which half of each answer is off the matter. */
export const PETS = `${PROMPT}Add: By the way, our cat sends her love.\n`;

export const BASE_FILES = {
  'README.md': 'An agent.\n',
  'prompts/support.md': PROMPT,
  'evals/cases.jsonl': DATASET,
  'prompt-regression.yml': CONFIG,
};

/** A repository on a GitHub and a model provider, all on loopback. Config files without an address get this provider's. */
export type World = AsyncDisposable & {
  readonly project: GitProject;
  readonly github: GitHubServer;
  readonly openai: OpenAiServer;
  /**
   * A pull request against `main` with these changes, or more changes of one that is open; its head.
   * @param from Where it comes from: another repository makes it a fork's.
   */
  openPull(number: number, files: Files, from?: string): string;
  /** Commits to `main`; the commit. */
  commitToMain(files: Files): string;
  /** A checkout of a pull request's head, as GitHub's merge commit or as the head itself, and the event of its run. */
  checkoutPull(number: number, options?: PullOptions): Promise<Pick<ActionRun, 'workspace' | 'event'>>;
  /** Runs the action on such a checkout. */
  runPull(number: number, options?: RunOptions & PullOptions): Promise<ActionResult>;
  /** Runs the action on a push, to `main` where no other branch is given. */
  runPush(options?: RunOptions & { readonly branch?: string }): Promise<ActionResult>;
  /** Runs the action as the companion of a run on a pull request: on `main`, once that has ended. */
  runCompanion(
    number: number,
    options?: RunOptions & Pick<PullOptions, 'headRepository'> & { readonly headSha?: string },
  ): Promise<ActionResult>;
  /** Runs the action by hand, on `main` where no other branch is given. */
  dispatch(options?: RunOptions & { readonly by?: string; readonly branch?: string }): Promise<ActionResult>;
  run(run: Omit<BundleRun, 'apiUrl'>): Promise<ActionResult>;
};

export type PullOptions = {
  readonly checkout?: 'merge' | 'head';
  /** Where the head comes from: another repository makes it a fork's, `null` one whose fork is gone. */
  readonly headRepository?: string | null;
  /** Fields of the event's payload that are others. */
  readonly payload?: object;
};

export type RunOptions = Pick<BundleRun, 'inputs' | 'env' | 'onOutput'> & {
  /** The job's steps between the checkout and the action. */
  readonly prepare?: (workspace: string) => void | Promise<void>;
};

export async function createWorld(
  options: {
    /** What `main` holds besides or instead of `BASE_FILES`. */
    readonly files?: Files;
    readonly model?: Model;
    readonly reply?: (body: ChatCompletionRequestBody) => ServerReply | Promise<ServerReply>;
    /**
     * Every run starts the bundle in a process of its own. Default: where `ACTION=bundle` is set; else only what a
     * process is needed for does, a `post` step and a run that is listened to, and the others run in this one, from
     * `src/`.
     */
    readonly bundle?: boolean;
  } = {},
): Promise<World> {
  const model = options.model ?? PLAIN_MODEL;
  const bundle = options.bundle ?? process.env['ACTION'] === 'bundle';
  const openai = await startOpenAiServer({ reply: options.reply ?? ((body) => modelReply(model, body)) });
  const project = new GitProject(withProvider({ ...BASE_FILES, ...options.files }, openai.url));
  const github = await startGitHubServer({ repository: REPOSITORY, git: project.remote });
  // Only the bundle has to fetch the base, in a process of its own anyway.
  const checkout = (sha: string) => project.checkout(sha, { depth: bundle ? 1 : 2 });
  const pulls = new Map<number, { head: string; files: Files; from: string }>();
  const findPull = (number: number) => {
    const pull = pulls.get(number);
    if (pull === undefined) throw new Error(`no pull request ${number}`);
    return pull;
  };

  const run: World['run'] = (given) => {
    const needsProcess = given.state !== undefined || given.onOutput !== undefined;
    const start = bundle || needsProcess ? runBundle : runAction;
    return start({
      ...given,
      apiUrl: github.url,
      inputs: { 'openai-api-key': KEY, ...given.inputs },
    });
  };

  const runOnBranch = async (
    name: string,
    { branch = 'main', prepare, ...given }: RunOptions & { branch?: string },
    more: object = {},
  ) => {
    const sha = project.tip(branch);
    const payload = { repository: { full_name: REPOSITORY, default_branch: 'main' }, ...more };
    const event = { name, sha, ref: `refs/heads/${branch}`, payload };
    const workspace = await checkout(sha);
    await prepare?.(workspace);
    return run({ ...given, workspace, event });
  };

  const checkoutPull: World['checkoutPull'] = async (number, options = {}) => {
    const pull = findPull(number);
    const { payload = {}, headRepository = pull.from } = options;
    const merge = project.mergeRef(number, pull.head, pull.files);
    return {
      workspace: await checkout(options.checkout === 'head' ? pull.head : merge),
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
    openPull(number, given, from) {
      const files = withProvider(given, openai.url);
      const headRef = `pull-${number}`;
      const known = pulls.get(number);
      const headRepository = from ?? known?.from ?? REPOSITORY;
      const parents = [known?.head ?? project.tip('main')];
      const head =
        headRepository === REPOSITORY
          ? project.commit(headRef, files, parents)
          : project.commitInFork(number, files, parents);
      pulls.set(number, { head, files: { ...known?.files, ...files }, from: headRepository });
      github.setPull({ number, headSha: head, headRef, baseRef: 'main', headRepository });
      return head;
    },
    commitToMain: (files) => project.commit('main', withProvider(files, openai.url)),
    checkoutPull,
    async runPull(number, { checkout: of, headRepository, payload, prepare, ...rest } = {}) {
      const which = {
        ...(of && { checkout: of }),
        ...(headRepository !== undefined && { headRepository }),
        ...(payload && { payload }),
      };
      const start = await checkoutPull(number, which);
      await prepare?.(start.workspace);
      return run({ ...rest, ...start });
    },
    runPush: (rest = {}) => runOnBranch('push', rest),
    runCompanion: (number, { headRepository, headSha, ...rest } = {}) => {
      // GitHub names no pull request here where the head is a fork's.
      const ended = {
        event: 'pull_request',
        head_sha: headSha ?? findPull(number).head,
        head_repository: { full_name: headRepository ?? findPull(number).from },
      };
      return runOnBranch('workflow_run', rest, { workflow_run: { ...ended, pull_requests: [] } });
    },
    dispatch: ({ by = 'ann', ...rest } = {}) =>
      runOnBranch('workflow_dispatch', rest, { sender: { login: by } }),
    async [Symbol.asyncDispose]() {
      await openai.close();
      await github.close();
      await project[Symbol.asyncDispose]();
    },
  };
}
