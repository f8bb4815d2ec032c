import {
  buildVariant,
  buildVariantKey,
  type CutChange,
  type VariantName,
} from '../../src/cause/build-variant.js';
import {
  findNextCauseStep,
  type NamedCause,
  type Observation,
  type VariantAsk,
} from '../../src/cause/find-cause.js';
import { cutHunks, type Hunk } from '../../src/cause/hunks.js';
import { createRandom, type Random } from '../gate-simulation/random.js';
import {
  createChange,
  type Scenario,
  type ScriptedChange,
  type ScriptedPrompt,
  settingsOf,
} from './scenarios.js';

/** How the scripted agent answers. Shares of its answers. */
export type AgentNoise = {
  /** Answers that show the finding if the prompt asks for it. */
  readonly says: number;
  /** Answers that show it though the prompt does not: a habit. */
  readonly habit: number;
  /** `steady`: the same question under the same prompt always gets the same answer. */
  readonly varies: 'each-answer' | 'steady';
};

export type TrialPlan = AgentNoise & {
  readonly scenario: Scenario;
  readonly hunks: number;
  readonly cases: number;
};

export type Trial = {
  /** Every line of the cause, and how its lines relate. */
  readonly isRight: boolean;
  /** A line that is not part of the cause. */
  readonly isWrong: boolean;
  readonly answers: number;
  /** Times that the search waited for answers. */
  readonly rounds: number;
};

const PATH = 'prompt.md';

/** Searches for the cause of one finding with the product's own code, and a scripted agent instead of a model. */
export function runTrial(plan: TrialPlan, seed: string): Trial {
  const random = createRandom(seed);
  const created = createChange(plan.scenario, plan.hunks, random);
  const change = cutChange(created);
  const scripted = {
    ...created,
    relation: canBeTold(plan, change.hunks.length, created.relation) ? created.relation : null,
  };
  const agent = createAgent(plan, scripted, change, random);
  if (change.hunks.length < 2) return { isRight: true, isWrong: false, answers: 0, rounds: 0 };
  const order = random.shuffled(change.hunks.map((_, at) => at));
  const caseIds = Array.from({ length: plan.cases }, (_, at) => `c${at}`);
  const observations = new Map<string, Map<string, Observation[]>>(caseIds.map((id) => [id, new Map()]));
  let [answers, rounds] = [0, 0];
  for (;;) {
    const step = findNextCauseStep({ order, caseIds, observations });
    if (step.kind !== 'ask') {
      const named = step.kind === 'named' ? step.cause : null;
      return { ...judgeResult(named, scripted, change.hunks), answers, rounds };
    }
    rounds += 1;
    for (const ask of step.asks) answers += answerAsk(ask, agent, observations);
  }
}

/** What the rule may name: no pair by one case alone, and little of an agent that always answers alike. */
function canBeTold(
  { cases, varies }: TrialPlan,
  hunks: number,
  relation: ScriptedChange['relation'],
): boolean {
  if (cases === 1 && (varies === 'steady' || relation !== 'alone')) return false;
  if (varies !== 'steady') return true;
  const others = hunks - (relation === 'alone' ? 1 : 2);
  return (cases > 2 || others > 1) && (others > 0 || relation !== 'together');
}

function cutChange(scripted: ScriptedChange): CutChange {
  const textOf = ({ lines }: ScriptedPrompt) => `${lines.join('\n')}\n`;
  const files = [{ path: PATH, base: textOf(scripted.base), head: textOf(scripted.head) }];
  const settings = settingsOf(scripted);
  return { files, settings, hunks: cutHunks(files, settings) };
}

type Agent = (caseId: string, variant: VariantName) => Observation;

function createAgent(
  { says, habit, varies }: AgentNoise,
  scripted: ScriptedChange,
  change: CutChange,
  random: Random,
): Agent {
  const steady = new Map<string, Observation>();
  let count = 0;
  return (caseId, variant) => {
    const { files, settings } = buildVariant(change, variant);
    const text = files.get(PATH) ?? '';
    const prompt = { lines: text.trim().split('\n'), model: scripted[settings.get('model') ?? 'head'].model };
    const key = JSON.stringify([caseId, prompt]);
    const known = varies === 'steady' ? steady.get(key) : undefined;
    if (known !== undefined) return known;
    count += 1;
    const isAsked = scripted.shows(prompt, Number(caseId.slice(1)));
    const answer = { hasFinding: random.chance(isAsked ? says : habit), answerHash: `a${count}` };
    steady.set(key, answer);
    return answer;
  };
}

function answerAsk(
  { caseId, variant, upTo }: VariantAsk,
  agent: Agent,
  observations: Map<string, Map<string, Observation[]>>,
): number {
  const ofCase = observations.get(caseId);
  const key = buildVariantKey(variant);
  const known = ofCase?.get(key) ?? [];
  const more = Array.from({ length: upTo - known.length }, () => agent(caseId, variant));
  ofCase?.set(key, [...known, ...more]);
  return more.length;
}

function judgeResult(
  named: NamedCause | null,
  { causes, relation, base, head }: ScriptedChange,
  hunks: readonly Hunk[],
): Pick<Trial, 'isRight' | 'isWrong'> {
  if (named === null) return { isRight: relation === null, isWrong: false };
  const textOf = ({ edits, settings }: Hunk) =>
    [
      ...edits.flatMap((edit) => [
        ...base.lines.slice(edit.base.start, edit.base.end),
        ...head.lines.slice(edit.head.start, edit.head.end),
      ]),
      ...settings.map(({ name }) => name),
    ].join('\n');
  const texts = named.hunks.map((at) => hunks[at]).map((hunk) => (hunk === undefined ? '' : textOf(hunk)));
  const isComplete = causes.every((word) => texts.some((text) => text.includes(word)));
  // Lines next to each other may be one change.
  const isOneChange = texts.length === 1 && isComplete;
  const isWrong = texts.some((text) => !causes.some((word) => text.includes(word)));
  return {
    isRight: !isWrong && (relation === null || isOneChange || (isComplete && relation === named.relation)),
    isWrong,
  };
}
