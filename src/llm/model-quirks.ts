import type { ModelParameters } from '../model/provider.js';
import type { ErrorAnswer } from './provider-failure.js';

/** Settings that make answers steadier; some models refuse them. */
const DISPENSABLE = ['temperature', 'seed', 'top_p'];

/** Two names of one setting; a model accepts only one. */
const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/** A value out of range is the user's to fix, so the parameter is not dropped. */
const OUT_OF_RANGE = /\b(between|greater than|less than|at least|at most|out of range|must be)\b/i;
const NOT_SUPPORTED = /\b(unsupported|support|supported|supports|default)\b/i;

/** The parameters that a provider's models have refused in this run. */
export class ModelQuirks {
  /** By model: parameter → its other name, or `null` to omit it. */
  readonly #known = new Map<string, Map<string, string | null>>();

  /** The parameters that this model accepts, under the names it accepts. */
  apply(model: string, parameters: ModelParameters): ModelParameters {
    const quirks = this.#known.get(model);
    if (quirks === undefined) return parameters;
    const named = Object.entries(parameters).map(([name, value]) => {
      const other = quirks.get(name);
      return [other === undefined ? name : other, value] as const;
    });
    return Object.fromEntries(named.filter(([name]) => name !== null));
  }

  /** Learns from a 400 or 422; `null` if another try would be refused too. */
  learn(
    model: string,
    sent: ModelParameters,
    answer: ErrorAnswer,
  ): { readonly line: string; readonly isNew: boolean } | null {
    const refused = refusedParameter(sent, answer);
    if (refused === null) return null;
    const quirks = this.#known.get(model) ?? new Map<string, string | null>();
    const isLimit = TOKEN_LIMITS.some((limit) => limit === refused);
    const other = (isLimit && TOKEN_LIMITS.find((limit) => limit !== refused)) || null;
    // The other name was refused before, so the number is the problem.
    if (other !== null && quirks.has(other)) return null;
    const isNew = !quirks.has(refused);
    this.#known.set(model, quirks.set(refused, other));
    const line = other === null ? `${refused} is left out` : `${other} is sent instead of ${refused}`;
    return { line: `${line}, since the model does not take it`, isNew };
  }
}

/** The refused parameter, if we can do without. */
function refusedParameter(sent: ModelParameters, answer: ErrorAnswer): string | null {
  const { status, parameter, message } = answer;
  if (status !== 400 && status !== 422) return null;
  if (OUT_OF_RANGE.test(message) && !NOT_SUPPORTED.test(message)) return null;
  const candidates = [...DISPENSABLE, ...TOKEN_LIMITS].filter((name) => Object.hasOwn(sent, name));
  if (parameter !== null) return candidates.find((name) => name === parameter) ?? null;
  return candidates.find((name) => new RegExp(`\\b${name}\\b`).test(message)) ?? null;
}

/** True if a 400 or 422 objects to `response_format` or its schema. */
export function refusesResponseFormat({ status, parameter, message }: ErrorAnswer): boolean {
  if (status !== 400 && status !== 422) return false;
  if (parameter !== null) return /^(response_format|text\.format)/.test(parameter);
  return /response_format|output_config|json_schema|json_object|structured output|guided (json|decoding)/i.test(
    message,
  );
}
