import { UserError } from '../model/errors.js';
import type { Budget } from '../model/spending.js';
import type { SuiteRun } from '../model/suite-run.js';
import { aboutTarget } from '../model/target-settings.js';
import { counted, roughly } from '../text/values.js';

/**
 * Extra answers may make a run five times as expensive (docs/costs.md), and a limit of calls allows for that. The length
 * of a prompt should not make it as expensive again.
 */
const MAX_PROMPT_GROWTH = 4;

/** About 16 KB. Below this length, an answer costs less than judging it and the base's answers. */
const MIN_GROWN_TOKENS = 4_000;

/**
 * A limit of calls does not limit what they cost. Throws `UserError` if a prompt is several times as long as the base's
 * and the run has no limit of tokens.
 */
export function requireTokenLimit(runs: readonly SuiteRun[], budget: Budget): void {
  if (budget.left()?.maxTokens !== null) return;
  const problems = runs.flatMap(describeGrowth);
  if (problems.length > 0) throw new UserError(problems);
}

function describeGrowth({ suite, files }: Pick<SuiteRun, 'suite' | 'files'>): readonly string[] {
  const { base, head } = files.promptTokens;
  if (base === null || head === null) return [];
  if (head <= MIN_GROWN_TOKENS || head <= MAX_PROMPT_GROWTH * base) return [];
  const answers = files.cases.length * suite.repeat;
  const total = `its first ${counted(answers, 'answer')} alone would take about ${roughly(answers * head)}`;
  const limit =
    "set `max-tokens`, or `limits: { max-tokens: … }` in the base branch's config file, to limit what this run may cost";
  return [
    `prompt: ${aboutTarget(suite.target).prompt} grew from about ${roughly(base)} to about ${roughly(head)} tokens, and ${total}; ${limit}.`,
  ];
}
