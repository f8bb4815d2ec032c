import { type AnswerPiece, buildAnswerPieces } from '../decide/compare/answer-pieces.js';
import { buildLoneSearch, isAlike } from '../decide/compare/piece-search.js';
import { computeMean, findScoredJudgement, toHundredths } from '../decide/compare/sample-scores.js';
import type { Comparison, FactStatus, Match, PairedCase, Search } from '../model/comparison.js';
import { AGENT_FAILURES } from '../model/errors.js';
import type { Decision, Finding } from '../model/finding.js';
import {
  type CaseRecord,
  findJudgement,
  findScorerFingerprint,
  type RunRecord,
  type Sample,
  type ScorerFingerprint,
} from '../model/run-record.js';
import { normalizeWording } from '../text/words.js';
import { CAUSE_THRESHOLDS } from './cause-rule.js';

/** How one answer to a case is recognised as one with the finding. */
export type Symptom = {
  readonly caseId: string;
  readonly scorer: ScorerFingerprint;
} & (
  | {
      readonly kind: 'low-score';
      /** Between both sides, in hundredths. */
      readonly middle: number;
    }
  /** An irrelevant statement that the answer has, or a fact that it lacks. */
  | { readonly kind: 'irrelevant'; readonly piece: AnswerPiece }
  | { readonly kind: 'lost-fact'; readonly piece: AnswerPiece }
  | { readonly kind: 'no-answer' }
  | { readonly kind: 'nothing-to-score' }
  | { readonly kind: 'no-words' }
);

/** One confirmed finding, with how to recognise it in the cases that show it best. */
export type FindingSymptoms = {
  readonly finding: Finding;
  /** The irrelevant sentence or the lost fact; `null` if only scores fell. Foreign text. */
  readonly statement: string | null;
  /** The changed statements. Hunks that share words with them are tried first. */
  readonly words: string;
  /** Of the cases that are tested, the clearest first. */
  readonly symptoms: readonly Symptom[];
  /** Of all cases that show the finding clearly. */
  readonly affected: readonly Symptom[];
};

/** The two records that were compared, and the decision on them. */
export type DecidedRecords = {
  readonly comparison: Comparison;
  readonly decision: Decision;
  readonly head: RunRecord;
  readonly base: RunRecord | null;
};

/** The most telling first: what a sentence shows needs no other explanation. */
const RULE_ORDER: readonly Finding['rule'][] = [
  'no-longer-answers',
  'sentence',
  'facts',
  'broke',
  'several',
  'must-pass',
  'mean',
  'threshold',
];

/** Explained only if no other rule has a finding. */
const LAST_RULES: ReadonlySet<Finding['rule']> = new Set(['must-pass', 'mean', 'threshold']);

/** The confirmed findings that fail, or that are worth a look if `yellow`, each with its clearest cases. */
export function listSymptoms(
  records: DecidedRecords,
  { yellow }: { readonly yellow: boolean },
): readonly FindingSymptoms[] {
  const { findings } = records.decision;
  const confirmed = findings.filter(
    ({ outcome, unconfirmed }) =>
      outcome === 'fails' ||
      (yellow && outcome === 'worse' && (unconfirmed === undefined || unconfirmed === 'few')),
  );
  const sorted = RULE_ORDER.flatMap((rule) => confirmed.filter((finding) => finding.rule === rule));
  const all = sorted.map((finding) => describeFinding(finding, records));
  const clear = all.filter(({ symptoms }) => symptoms.length > 0);
  const ofCases = clear.filter(({ finding }) => !LAST_RULES.has(finding.rule));
  return ofCases.length > 0 ? ofCases : clear.slice(0, 1);
}

function describeFinding(finding: Finding, records: DecidedRecords): FindingSymptoms {
  const { comparison, decision, head } = records;
  const ids = finding.caseIds.length > 0 ? finding.caseIds : decision.worse;
  const pairs = new Map(comparison.pairs.map((pair) => [pair.id, pair]));
  const scorer = findScorerFingerprint(head, comparison.scorer);
  const clear = ids.flatMap((id): Candidate[] => {
    const pair = pairs.get(id);
    return pair === undefined || scorer === null
      ? []
      : [...findCandidates({ finding, pair, scorer, records })];
  });
  const affected = clear
    .filter(({ clarity }) => clarity >= MIN_CLARITY)
    .toSorted((a, b) => b.clarity - a.clarity);
  const clearest = affected.slice(0, CAUSE_THRESHOLDS.cases.value);
  const statement = findStatement(finding, clearest[0]?.symptom);
  const changes = clearest.flatMap(({ symptom }) => pairs.get(symptom.caseId)?.statements ?? []);
  return {
    finding,
    statement,
    words: [statement ?? '', ...changes.map(({ text }) => text)].join(' '),
    symptoms: clearest.map(({ symptom }) => symptom),
    affected: affected.map(({ symptom }) => symptom),
  };
}

function findStatement(finding: Finding, clearest: Symptom | undefined): string | null {
  if (clearest === undefined || !('piece' in clearest)) return null;
  return finding.rule === 'sentence' ? finding.statement : clearest.piece.text;
}

/**
 * `clarity`: the share of the known head answers with the finding, minus the same share at the base. A case that shows
 * it now and then on both sides cannot be explained.
 */
type Candidate = { readonly symptom: Symptom; readonly clarity: number };

const MIN_CLARITY = 0.5;

type CaseFinding = {
  readonly finding: Finding;
  readonly pair: PairedCase;
  readonly scorer: ScorerFingerprint;
  readonly records: DecidedRecords;
};

function findCandidates({ finding, pair, scorer, records }: CaseFinding): readonly Candidate[] {
  const common = { caseId: pair.id, scorer };
  switch (finding.rule) {
    case 'sentence':
      return findSentence(finding.statement, pair, records).map(({ piece, clarity }) => ({
        symptom: { ...common, kind: 'irrelevant', piece },
        clarity,
      }));
    case 'facts':
      return listLostFact(common, finding.facts, pair, records);
    // Such a case fails by a fall of its score or by a lost fact: what tells it more clearly.
    case 'must-pass':
      return [...listFall(common, pair), ...listLostFact(common, listOwnFacts(pair), pair, records)]
        .toSorted((a, b) => b.clarity - a.clarity)
        .slice(0, 1);
    case 'no-longer-answers': {
      const kinds = {
        answer: 'no-answer',
        'anything-to-score': 'nothing-to-score',
        words: 'no-words',
      } as const;
      return [{ symptom: { ...common, kind: kinds[finding.what] }, clarity: 1 }];
    }
    default:
      return listFall(common, pair);
  }
}

type CommonFields = Pick<Symptom, 'caseId' | 'scorer'>;

type LostFact = { readonly caseId: string; readonly text: string };

function listFall(common: CommonFields, pair: PairedCase): readonly Candidate[] {
  return findFall(pair).map(({ middle, clarity }) => ({
    symptom: { ...common, kind: 'low-score', middle },
    clarity,
  }));
}

function listLostFact(
  common: CommonFields,
  facts: readonly LostFact[],
  pair: PairedCase,
  records: DecidedRecords,
): readonly Candidate[] {
  return findLostFact(facts, pair, records).map(({ piece, clarity }) => ({
    symptom: { ...common, kind: 'lost-fact', piece },
    clarity,
  }));
}

function listOwnFacts({ id, facts }: PairedCase): readonly LostFact[] {
  return facts.map(({ text }) => ({ caseId: id, text }));
}

function findFall(pair: PairedCase): readonly { readonly middle: number; readonly clarity: number }[] {
  const atBase = [...pair.baseScores, ...pair.baseCaseScores];
  const atHead = [...pair.headScores, ...pair.headCaseScores];
  const [base, head] = [computeMean(atBase), computeMean(atHead)];
  if (base === null || head === null || head >= base) return [];
  const middle = (base + head) / 2;
  const isLow = (score: number) => score < middle;
  return [{ middle, clarity: computeShare(atHead, isLow) - computeShare(atBase, isLow) }];
}

type PieceCandidate = { readonly piece: AnswerPiece; readonly clarity: number };

function findSentence(
  statement: string,
  { id, irrelevant, ...pair }: PairedCase,
  { comparison, head }: DecidedRecords,
): readonly PieceCandidate[] {
  const name = comparison.wordings.get(statement) ?? statement;
  const point = (irrelevant ?? []).find(({ text }) => (comparison.wordings.get(text) ?? text) === name);
  if (point === undefined) return [];
  const atHead = pair.headScores.length + pair.headCaseScores.length;
  const atBase = pair.baseScores.length + pair.baseCaseScores.length;
  const clarity =
    (point.head.length + point.headCase.length) / Math.max(1, atHead) -
    (point.base.length + point.baseCase.length) / Math.max(1, atBase);
  return [{ piece: findPiece(point.text, head, id, comparison), clarity }];
}

function findLostFact(
  facts: readonly { readonly caseId: string; readonly text: string }[],
  pair: PairedCase,
  { comparison, base }: DecidedRecords,
): readonly PieceCandidate[] {
  const texts = new Set(facts.filter(({ caseId }) => caseId === pair.id).map(({ text }) => text));
  const candidates = pair.facts
    .filter(({ text }) => texts.has(text))
    .map((fact) => {
      const lacks = (status: FactStatus) => status === 'dropped' || status === 'contradicted';
      const atHead = [...fact.head, ...fact.headCase];
      const atBase = [...fact.base, ...fact.baseCase];
      const idAtBase = comparison.renamed.find(({ to }) => to === pair.id)?.from ?? pair.id;
      return {
        piece: findPiece(fact.text, base, idAtBase, comparison),
        clarity: computeShare(atHead, lacks) - computeShare(atBase, lacks),
      };
    });
  return candidates.toSorted((a, b) => b.clarity - a.clarity).slice(0, 1);
}

function computeShare<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(is).length / items.length;
}

/** The statement as an answer of the record has it, with its place; alone if the record keeps no answers. */
function findPiece(text: string, record: RunRecord | null, id: string, { scorer }: Comparison): AnswerPiece {
  const row = record?.cases.find((each) => each.id === id);
  const normalised = normalizeWording(text);
  const pieces = listSamples(row).flatMap((sample) => listPieces(sample, scorer));
  const match = pieces.find((piece) => piece.text === text || piece.normalised === normalised);
  const alone = {
    id: normalised,
    text,
    shown: text,
    alone: text,
    normalised,
    at: null,
    result: null,
    reason: '',
  };
  return match ?? alone;
}

function listSamples(row: CaseRecord | undefined): readonly Sample[] {
  return row === undefined ? [] : [...row.samples, ...row.caseSamples];
}

function readSample(sample: Sample, scorer: string) {
  const judgement = findScoredJudgement(sample, scorer);
  const { answer } = sample;
  if (judgement === null || answer.status === 'failed') return null;
  return buildAnswerPieces({ judgement, answer: answer.output, toolCalls: answer.toolCalls }, (call) => call);
}

function listPieces(sample: Sample, scorer: string): readonly AnswerPiece[] {
  return readSample(sample, scorer)?.pieces ?? [];
}

/** The searches that the judge has to do before an answer can be decided; none if its words decide. */
export function listSearches(symptom: Symptom, samples: readonly Sample[]): readonly Search[] {
  if (!('piece' in symptom)) return [];
  return samples.flatMap((sample) => {
    const run = readSample(sample, symptom.scorer.id);
    return run === null || isDecidedByWords(symptom, run.pieces) ? [] : buildLoneSearch([symptom.piece], run);
  });
}

type PieceSymptom = Extract<Symptom, { readonly piece: AnswerPiece }>;

/** True if the answer has the same words, or nothing irrelevant that could be the sentence in other words. */
function isDecidedByWords({ kind, piece }: PieceSymptom, pieces: readonly AnswerPiece[]): boolean {
  if (kind === 'lost-fact') return pieces.length === 0 || pieces.some((each) => isSame(each, piece));
  const bad = pieces.filter(({ result }) => result === 'no');
  return bad.length === 0 || bad.some((each) => isSame(each, piece) || isAlike(each, piece));
}

function isSame(one: AnswerPiece, two: AnswerPiece): boolean {
  return one.normalised === two.normalised;
}

/**
 * Whether an answer has the finding; `null` if that is unknown.
 * @param matches `null` without a judge that searches: then words alone decide.
 */
export function hasSymptom(
  symptom: Symptom,
  sample: Sample,
  matches: readonly Match[] | null,
): boolean | null {
  const { answer } = sample;
  const isGone = answer.status === 'failed' && AGENT_FAILURES.has(answer.kind);
  if (symptom.kind === 'no-answer') return isGone || answer.status === 'answered' ? isGone : null;
  if (symptom.kind === 'nothing-to-score' && isNotScorable(symptom, sample)) return true;
  const scored = findScoredJudgement(sample, symptom.scorer.id);
  // A missing answer does not show that another finding is gone.
  if (answer.status === 'failed' || scored === null) return null;
  switch (symptom.kind) {
    case 'nothing-to-score':
      return false;
    case 'no-words':
      return scored.flags.includes('tool-calls-only');
    case 'low-score':
      return toHundredths(scored.score, symptom.scorer) < symptom.middle;
    case 'irrelevant':
    case 'lost-fact':
      return hasPieceSymptom(symptom, sample, matches);
    default:
      return symptom satisfies never;
  }
}

function isNotScorable({ scorer }: Symptom, sample: Sample): boolean {
  const judgement = findJudgement(sample, scorer.id);
  return judgement?.status === 'unscored' && judgement.kind === 'not-scorable';
}

function hasPieceSymptom(
  symptom: PieceSymptom,
  sample: Sample,
  matches: readonly Match[] | null,
): boolean | null {
  const run = readSample(sample, symptom.scorer.id);
  if (run === null) return null;
  const { pieces, answerId } = run;
  const isLost = symptom.kind === 'lost-fact';
  if (isDecidedByWords(symptom, pieces)) {
    const isThere = pieces.some(
      (each) => isSame(each, symptom.piece) || (!isLost && isAlike(each, symptom.piece)),
    );
    return isLost ? !isThere : isThere;
  }
  if (matches === null) {
    const isThere = pieces.some((each) => isAlike(each, symptom.piece));
    return isLost ? !isThere : isThere;
  }
  const match = matches.find(
    (match) => match.side === 'earlier' && match.answerId === answerId && match.pieceId === symptom.piece.id,
  );
  if (match?.side !== 'earlier' || match.result.status === 'unknown') return null;
  const isThere = match.result.status === 'said' || match.result.status === 'partly';
  return isLost ? !isThere : isThere;
}
