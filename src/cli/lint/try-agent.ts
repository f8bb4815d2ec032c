import type { Case } from '../../model/case.js';
import { attempt } from '../../model/errors.js';
import type { Suite } from '../../model/suite.js';
import { describeTarget } from '../../model/target-settings.js';
import { isKeyVariable } from '../../project/find-program.js';
import { namePage } from '../../settings/page-name.js';
import { openTarget } from '../../target/open-target.js';
import { withConversations } from '../../target/target.js';
import { renderList } from '../../text/values.js';
import type { LocalCheckout } from '../open-local.js';

/** The result of one question to a program. */
export type AgentTrial = { readonly missing: readonly string[]; readonly warnings: readonly string[] };

const NOTHING_SHOWN: AgentTrial = { missing: [], warnings: [] };

/**
 * Starts the program that is the agent and asks it the first case, so that one that cannot start or speaks another
 * protocol is found before a run asks it everything.
 */
export async function tryAgent(
  { copy, terminal, log, redact, stop }: LocalCheckout,
  suite: Suite,
  cases: readonly Case[],
): Promise<AgentTrial> {
  const { target: settings, name } = suite;
  const [row] = cases;
  if ((settings.kind !== 'command' && settings.kind !== 'module') || row === undefined) return NOTHING_SHOWN;
  const { env } = terminal;
  const program = describeTarget(settings).name;
  const unset = settings.env.filter((variable) => isKeyVariable(variable) && !env[variable]?.trim());
  if (unset.length > 0) {
    return {
      missing: [],
      warnings: [`${program} was not started. To try it with one question, set ${renderList(unset)}.`],
    };
  }
  log.info(`Asking ${program} of suite ${name} one question.`);
  const problems: string[] = [];
  await attempt(problems, async () => {
    // An agent that needs half its time for a question alone exceeds it when many are asked.
    const timeoutMs = settings.timeoutMs / 2;
    await using target = await openTarget(
      { ...settings, timeoutMs },
      {
        tree: copy.head.reader,
        root: copy.head.root,
        chat: null,
        http: () => ({ send: () => Promise.reject(new Error('a program is not asked over HTTP')) }),
        scorerHost: terminal.scorerHost,
        blocked: false,
        env,
        redact,
      },
    );
    const answer = await withConversations(target).answer(row, 0, { signal: stop.signal });
    if (answer.status === 'failed') problems.push(answer.message);
  });
  return {
    missing: problems.map(
      (problem) =>
        `suite ${name}: one question to ${program} failed: ${problem}. Its protocol: ${namePage('agents.md#protocol')}`,
    ),
    warnings: [],
  };
}
