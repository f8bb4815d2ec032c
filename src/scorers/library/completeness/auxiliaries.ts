import { baseForm } from './verb-forms.js';

const MODAL = /^(?:will|would|can|could|shall|should|may|might|must)$/u;
const HELPING = /^(?:be|have)$/u;
/** May stand between an auxiliary and its verb. */
const BETWEEN = /^(?:not|never|also|only|just|still|already|now|then|always|often)$|ly$/u;
/** After these there is no verb: `can you …`, `the can of …`, `will of the people`. */
const NO_VERB_NEXT =
  /^(?:i|you|he|she|it|we|they|the|a|an|this|that|these|those|my|your|his|her|its|our|their|of|in|on|at|for|to|and|or)$/u;

/**
 * English words without the auxiliaries that stand before their verb: `will reach`, `has been moved` and `was running`
 * say what `reach`, `moved` and `running` say.
 */
export function withoutAuxiliaries(words: readonly string[]): string[] {
  return words.filter((word, at) => word !== '' && !isAuxiliary(word, words.slice(at + 1, at + 4)));
}

function isAuxiliary(word: string, after: readonly string[]): boolean {
  const next = after.find((other) => !BETWEEN.test(other));
  if (next === undefined) return false;
  if (MODAL.test(word)) return !NO_VERB_NEXT.test(next);
  return HELPING.test(baseForm(word)) && baseForm(next) !== next;
}
