import type { Fact, FactStatus } from '../../model/comparison.js';
import type { CaseEvidence, NewAnswers, OpenCase } from './case-evidence.js';

/** When the answers of both sides confirm that a fact is lost. */
export type FactTerms = {
  readonly askable: 'both' | 'head' | 'none';
  /** Answers per side, the first ones included. */
  readonly answers: number;
  /** This many of the first head answers must lack the fact. */
  readonly missing: number;
  /** This many of the base's answers must be new in this check; stored ones come first. */
  readonly newBase: number;
  /** Most suite-wide base answers that may lack the fact. */
  readonly maxLacking: number;
  /** How many answers may contradict the loss. */
  readonly allowed: AllowedContradictions;
  /** False if even without a contradiction the answers are too few. */
  readonly canConfirm: boolean;
};

export type AllowedContradictions = { readonly base: number; readonly head: number; readonly both: number };

/** A fact that enough base answers state and that the head seems to have lost. */
export type SuspectFact = {
  readonly evidence: CaseEvidence;
  readonly fact: Fact;
  readonly state: /** The first head answers are not all there. */
    | 'candidate'
    /** Further answers are missing. */
    | 'suspicious'
    /** The second judge call is missing. */
    | 'unseen'
    /** There are too few answers, and there will be no others. */
    | 'unconfirmable'
    | 'confirmed';
  /** The answers that are missing. */
  readonly open: OpenCase | null;
};

/** `null` if too few base answers state it, too many answers contradict its loss, or the second judge call does. */
export function examineFact(fact: Fact, evidence: CaseEvidence, terms: FactTerms): SuspectFact | null {
  const { askable, answers, missing, newBase, maxLacking, allowed } = terms;
  const head = [...fact.head, ...fact.headCase].slice(0, answers);
  if (head.slice(0, missing).some(mayState)) return null;
  const stored = askable === 'none' ? fact.base.slice(0, answers) : fact.base;
  if (countStatuses(stored, isMissing) > maxLacking) return null;
  const base = [...stored.slice(0, answers - newBase), ...fact.baseCase].slice(0, answers);
  const atHead = countStatuses(head, mayState) + countUnscored(evidence.headNew, fact.head, fact.headCase);
  // A base without an agent has no new answers that could contradict.
  const atBase =
    askable === 'head'
      ? 0
      : countStatuses(base, isMissing) + countUnscored(evidence.baseNew, fact.base, fact.baseCase);
  // If so many answers have nothing to score, further ones will not have, either.
  if (Math.max(evidence.headNew.notScorable, evidence.baseNew.notScorable) > answers) return null;
  if (atHead > allowed.head || atBase > allowed.base || atHead + atBase > allowed.both) return null;
  const open = askable === 'none' ? null : findMissing(fact, evidence, { ...terms, askable });
  if (open !== null) {
    const isCandidate = countTaken(evidence.headNew) < missing;
    return { evidence, fact, state: isCandidate ? 'candidate' : 'suspicious', open };
  }
  if (!terms.canConfirm) return { evidence, fact, state: 'unconfirmable', open };
  if (fact.second === null) return { evidence, fact, state: 'unseen', open };
  return mayState(fact.second) ? null : { evidence, fact, state: 'confirmed', open };
}

/** The first head answers come first, then the other head answers, then the base's. */
function findMissing(
  { base }: Fact,
  evidence: CaseEvidence,
  { askable, answers, missing, newBase }: FactTerms,
): OpenCase | null {
  const { headNew, baseNew } = evidence;
  const headTaken = countTaken(headNew);
  const needed = Math.max(answers, base.length + newBase);
  const baseLeft = askable === 'head' ? 0 : Math.max(0, needed - countTaken(baseNew));
  const left = Math.max(0, answers - headTaken) + baseLeft;
  const upTo = headTaken < missing ? missing : answers;
  if (headTaken < upTo) return { evidence, side: 'head', answers: countSamplesNeeded(upTo, headNew), left };
  return baseLeft === 0
    ? null
    : { evidence, side: 'base', answers: countSamplesNeeded(needed, baseNew), left };
}

/** Number of samples after which a side has this many answers that count. */
function countSamplesNeeded(answers: number, { before, notScorable }: NewAnswers): number {
  return answers + notScorable - before;
}

/** With or without a score, the first ones included; but not those with nothing to score. */
function countTaken({ before, taken, notScorable }: NewAnswers): number {
  return before + taken - notScorable;
}

/** An answer without a score confirms nothing. */
function countUnscored(answers: NewAnswers, ...known: readonly (readonly FactStatus[])[]): number {
  return Math.max(0, countTaken(answers) - known.flat().length);
}

function countStatuses(statuses: readonly FactStatus[], is: (status: FactStatus) => boolean): number {
  return statuses.filter(is).length;
}

function isMissing(status: FactStatus): boolean {
  return status !== 'said';
}

/** A call that failed confirms nothing. */
function mayState(status: FactStatus): boolean {
  return status === 'said' || status === 'unknown';
}
