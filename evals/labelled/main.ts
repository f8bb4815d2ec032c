// How far a judge agrees with the hand-made labels: npm run evals:judge -- --judge-model <model>
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { openJudge } from '../../src/judging/open-judging.js';
import { createHttpFetch } from '../../src/llm/http-fetch.js';
import { openChatClient } from '../../src/llm/open-chat-client.js';
import { createRateLimits } from '../../src/llm/rate-limits.js';
import { NO_USAGE } from '../../src/ports/answer.js';
import { ProviderError, UserError } from '../../src/ports/errors.js';
import { measureAgreement } from './agreement.js';
import { labelsOf, rubricOf } from './judge-labelled.js';
import { readLabelledInputs } from './labelled-inputs.js';
import { judgeParts, partsFrom, reportOf } from './measure-judge.js';
import { readPlanted, takeApartPlanted } from './planted.js';
import { judgedFrom, type Recorded, readRecorded, readSecondLabels, verdictsOf } from './recorded.js';
import { renderRecorded, renderReport } from './render-agreement.js';

const USAGE = `Usage: npm run evals:judge -- --judge-model <model|builtin> [--base-url <url>] [--json] [--verdicts] [--record <file>]
       npm run evals:judge -- --recorded <file> [--json]

Judges the hand-labelled statements of evals/labelled and reports the agreement. A model needs OPENAI_API_KEY
(--base-url or OPENAI_BASE_URL for any OpenAI-compatible provider); builtin needs neither.

  --json      the figures as JSON
  --verdicts  also what was said otherwise than labelled, for the tuned part
  --record    writes what the judge said into a file, planted clauses included
  --recorded  asks nobody: the figures of what such a file holds
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
      record: { type: 'string' },
      recorded: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return write(USAGE);
  if (values.recorded !== undefined) {
    return write(await reportRecorded(values.recorded, values.json));
  }
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
  if (values.record !== undefined) {
    const clauses = await readPlanted();
    const recorded: Recorded = {
      judge: judge.name,
      rubric: rubricOf(),
      usage,
      verdicts: verdictsOf(Object.values(judged).flat()),
      planted: {
        judge: await takeApartPlanted(clauses, { judge, extraction: 'judge', signal }),
        auto: await takeApartPlanted(clauses, { judge, extraction: 'auto', signal }),
      },
    };
    await writeFile(values.record, `${JSON.stringify(recorded, null, 1)}\n`);
  }
  if (values.verdicts) {
    for (const { inputId, label, verdict, unscored, text, attack } of judged.tuned) {
      if (verdict?.result === label) continue;
      const said = verdict ? `${verdict.result} (${verdict.reason})` : `unscored (${unscored?.reason ?? ''})`;
      writeError(`${inputId}${attack ? ' [attack]' : ''}: ${label}, judged ${said}\n    ${text}\n`);
    }
  }
  write(values.json ? `${JSON.stringify(report, null, 2)}\n` : renderReport(report));
}

/** The figures of recorded verdicts. */
async function reportRecorded(path: string, asJson: boolean): Promise<string> {
  const recorded = await readRecorded(path);
  const report = reportOf(recorded.judge, recorded.usage.calls, await partsFrom(recorded.verdicts));
  const holdout = await readLabelledInputs('holdout');
  const second = measureAgreement(labelsOf(judgedFrom(holdout, await readSecondLabels())));
  if (asJson) return `${JSON.stringify({ ...report, second }, null, 2)}\n`;
  const more = { clauses: await readPlanted(), second, today: rubricOf() };
  return `${renderReport(report)}\n${renderRecorded(recorded, more)}`;
}

if (import.meta.main) {
  process.exitCode = await evalsJudge(process.argv.slice(2), {
    env: process.env,
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
  });
}
