import type { ModelParameters } from '../ports/chat.js';
import type { ErrorAnswer } from './provider-failure.js';

/** Settings that make answers steadier where a model takes them, and are left out where it does not. */
const DISPENSABLE = ['temperature', 'seed', 'top_p'];

/** Two names of one setting; models take one of them. */
const TOKEN_LIMITS = ['max_tokens', 'max_completion_tokens'] as const;

/** A value that the model would never take is the user's to mend, not ours to leave out. */
const OUT_OF_RANGE = /\b(between|greater than|less than|at least|at most|out of range|must be)\b/i;
const NOT_SUPPORTED = /\b(unsupported|support|supported|supports|default)\b/i;

/** What a provider's models have refused so far in this run. */
export class ModelQuirks {
  /** By model: parameter → its other name, or `null` to leave it out. */
  readonly #known = new Map<string, Map<string, string | null>>();

  /** The parameters without what this model refused, under the names that it takes. */
  apply(model: string, parameters: ModelParameters): ModelParameters {
    const quirks = this.#known.get(model);
    if (quirks === undefined) return parameters;
    const named = Object.entries(parameters).map(([name, value]) => {
      const other = quirks.get(name);
      return [other === undefined ? name : other, value] as const;
    });
    return Object.fromEntries(named.filter(([name]) => name !== null));
  }

  /**
   * Learns from a 400 or 422. Returns in words what will be done differently, and whether that is new; `null` if trying
   * again would be refused again.
   *
   * @param sent the parameters as they were sent.
   */
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
    // The other name was refused before: the number itself is the trouble.
    if (other !== null && quirks.has(other)) return null;
    const isNew = !quirks.has(refused);
    this.#known.set(model, quirks.set(refused, other));
    const line = other === null ? `${refused} is left out` : `${other} is sent instead of ${refused}`;
    return { line: `${line}, since the model does not take it`, isNew };
  }
}

/** The one parameter among those sent that the answer objects to and that can be done without. */
function refusedParameter(sent: ModelParameters, answer: ErrorAnswer): string | null {
  const { status, parameter, message } = answer;
  if (status !== 400 && status !== 422) return null;
  if (OUT_OF_RANGE.test(message) && !NOT_SUPPORTED.test(message)) return null;
  const candidates = [...DISPENSABLE, ...TOKEN_LIMITS].filter((name) => Object.hasOwn(sent, name));
  if (parameter !== null) return candidates.find((name) => name === parameter) ?? null;
  return candidates.find((name) => new RegExp(`\\b${name}\\b`).test(message)) ?? null;
}

/** True where a 400 or 422 objects to `response_format` or the schema in it. */
export function refusesResponseFormat({ status, parameter, message }: ErrorAnswer): boolean {
  if (status !== 400 && status !== 422) return false;
  if (parameter !== null) return /^(response_format|text\.format)/.test(parameter);
  return /response_format|json_schema|json_object|structured output|guided (json|decoding)/i.test(message);
}
