import { UserError } from '../model/errors.js';
import type { Budget } from '../model/spending.js';
import type { PreparedSuite } from '../model/stages.js';
import { describeTarget } from '../model/target-settings.js';
import { formatCount, formatEstimate } from '../text/values.js';

/**
 * Extra answers may make a run five times as expensive (docs/costs.md), and a limit of calls covers that. The length
 * of a prompt should not make it as expensive again.
 */
const MAX_PROMPT_GROWTH = 4;

/** About 16 KB. Below this length, an answer costs less than judging it and the base's answers. */
const MIN_GROWN_TOKENS = 4_000;

/**
 * A limit of calls does not limit what they cost. Throws `UserError` if a prompt is several times as long as the base's
 * and the run has no limit of tokens.
 */
export function requireTokenLimit(suites: readonly PreparedSuite[], budget: Budget): void {
  if (budget.left()?.maxTokens !== null) return;
  const problems = suites.flatMap(describeGrowth);
  if (problems.length > 0) throw new UserError(problems);
}

function describeGrowth({ settings, base, head }: PreparedSuite): readonly string[] {
  const before = base?.promptTokens ?? null;
  const after = head.promptTokens;
  if (before === null || after === null) return [];
  if (after <= MIN_GROWN_TOKENS || after <= MAX_PROMPT_GROWTH * before) return [];
  const answers = head.cases.length * settings.repeat;
  const total = `its first ${formatCount(answers, 'answer')} alone would take about ${formatEstimate(answers * after)}`;
  const limit =
    "set `max-tokens`, or `limits: { max-tokens: … }` in the base branch's config file, to limit what this run may cost";
  return [
    `prompt: ${describeTarget(head.target).prompt} grew from about ${formatEstimate(before)} to about ${formatEstimate(after)} tokens, and ${total}; ${limit}.`,
  ];
}
