import { UserError } from '../../../ports/errors.js';
import { DEFAULT_RELEVANCY, type RelevancyOptions } from '../../../ports/settings.js';

const CHOICES = {
  extraction: ['judge', 'segment'],
  correctness: ['ignore', 'unsure'],
  reason: ['verdicts', 'llm'],
} as const;

export type PartialRelevancyOptions = {
  readonly [Key in keyof RelevancyOptions]?: RelevancyOptions[Key] | undefined;
};

/**
 * Fills in what was not given, and refuses what would make a score meaningless.
 * @param found Problems that were found before; thrown together with those found here.
 * @throws UserError naming every option that is out of range.
 */
export function resolveRelevancyOptions(
  given: PartialRelevancyOptions,
  found: readonly string[] = [],
): RelevancyOptions {
  const options: RelevancyOptions = {
    uncertaintyWeight: given.uncertaintyWeight ?? DEFAULT_RELEVANCY.uncertaintyWeight,
    scale: given.scale ?? DEFAULT_RELEVANCY.scale,
    extraction: given.extraction ?? DEFAULT_RELEVANCY.extraction,
    correctness: given.correctness ?? DEFAULT_RELEVANCY.correctness,
    reason: given.reason ?? DEFAULT_RELEVANCY.reason,
  };
  const problems: string[] = [...found];
  const { uncertaintyWeight, scale } = options;
  if (typeof uncertaintyWeight !== 'number' || !(uncertaintyWeight >= 0 && uncertaintyWeight <= 1)) {
    problems.push(
      `answer-relevancy: uncertaintyWeight is ${show(uncertaintyWeight)}, but it is the share of a point that an unsure statement earns: give a number from 0 to 1`,
    );
  }
  if (typeof scale !== 'number' || !(scale > 0 && Number.isFinite(scale))) {
    problems.push(
      `answer-relevancy: scale is ${show(scale)}, but it is the highest possible score: give a finite number above 0`,
    );
  }
  for (const [name, allowed] of Object.entries(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (!(allowed as readonly string[]).includes(value)) {
      problems.push(`answer-relevancy: ${name} is ${show(value)}: give one of ${allowed.join(', ')}`);
    }
  }
  if (problems.length > 0) throw new UserError(problems);
  return options;
}

function show(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
