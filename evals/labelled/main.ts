// How far a judge agrees with the hand-made labels: npm run evals:judge -- --judge-model <model>
import { parseArgs } from 'node:util';
import { openJudge } from '../../src/judging/open-judging.js';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { NO_USAGE } from '../../src/model/answer.js';
import { ProviderError, UserError } from '../../src/model/errors.js';
import { judgeParts, reportOf } from './measure-judge.js';
import { renderReport } from './render-agreement.js';

const USAGE = `Usage: npm run evals:judge -- --judge-model <model|builtin> [--base-url <url>] [--json] [--verdicts]

Judges the hand-labelled statements of evals/labelled and reports the agreement. A model needs OPENAI_API_KEY
(--base-url or OPENAI_BASE_URL for any OpenAI-compatible provider); builtin needs neither.

  --json      the figures as JSON
  --verdicts  also what was said otherwise than labelled, for the tuned part
`;

type Effects = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
};

/** Resolves with the exit code: 2 where nothing could be measured, and the reason was told. */
export async function evalsJudge(args: readonly string[], effects: Effects): Promise<number> {
  try {
    await measure(args, effects);
    return 0;
  } catch (error) {
    const expected = error instanceof UserError || error instanceof ProviderError;
    effects.writeError(`${expected ? error.message : error instanceof Error ? error.stack : error}\n`);
    return 2;
  }
}

async function measure(args: readonly string[], { env, write, writeError }: Effects): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'judge-model': { type: 'string' },
      'base-url': { type: 'string' },
      json: { type: 'boolean', default: false },
      verdicts: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return write(USAGE);
  const model = values['judge-model'];
  if (!model) throw new UserError(`--judge-model is missing: name a model, or builtin\n\n${USAGE}`);
  const provider = {
    baseUrl: values['base-url'] ?? (env['OPENAI_BASE_URL'] || null),
    apiKey: env['OPENAI_API_KEY'] || null,
    apiKeySource: 'environment variable OPENAI_API_KEY',
  };
  const limits = {
    maxRetries: 4,
    requestTimeoutMs: 60_000,
    httpFetch: createHttpFetch(env),
    rateLimits: createRateLimits({ maxConcurrency: 16 }),
  };
  const chat = model === 'builtin' ? null : openChatClient({ provider, role: 'judge', ...limits });
  const judge = openJudge({ model, provider, parameters: {} }, chat, { salt: 'evals/labelled' });
  const { signal } = new AbortController();
  const judged = await judgeParts(judge, signal);
  const usage = chat?.usage() ?? NO_USAGE;
  const report = reportOf(judge.name, usage.calls, judged);
  if (values.verdicts) {
    for (const { inputId, label, verdict, unscored, text, attack } of judged.tuned) {
      if (verdict?.result === label) continue;
      const said = verdict ? `${verdict.result} (${verdict.reason})` : `unscored (${unscored?.reason ?? ''})`;
      writeError(`${inputId}${attack ? ' [attack]' : ''}: ${label}, judged ${said}\n    ${text}\n`);
    }
  }
  write(values.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
}

if (import.meta.main) {
  process.exitCode = await evalsJudge(process.argv.slice(2), {
    env: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
}
