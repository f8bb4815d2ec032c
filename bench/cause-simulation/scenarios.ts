import type { ChangedSetting } from '../../src/cause/hunks.js';
import type { Random } from '../gate-simulation/random.js';

/** A prompt as the scripted agent reads it: each line is one rule. */
export type ScriptedPrompt = { readonly lines: readonly string[]; readonly model: string };

/** A change of a prompt, and what makes the agent show the finding. */
export type ScriptedChange = {
  readonly base: ScriptedPrompt;
  readonly head: ScriptedPrompt;
  readonly shows: (prompt: ScriptedPrompt, caseIndex: number) => boolean;
  /** Words that only the lines of the cause have; `model` for the model. Empty if there is nothing to explain. */
  readonly causes: readonly string[];
  readonly relation: 'alone' | 'together' | 'each' | null;
};

export const SCENARIOS = [
  'one added',
  'one removed',
  'one reworded',
  'two independent',
  'two that need each other',
  'one hides another',
  'a moved paragraph',
  'a changed model',
  'another line per case',
  'nothing',
] as const;
export type Scenario = (typeof SCENARIOS)[number];

const TOPICS = [
  'greet',
  'sign',
  'quote',
  'list',
  'link',
  'count',
  'name',
  'thank',
  'date',
  'price',
  'unit',
  'tone',
];

/** So many changed paragraphs in all, those of the cause included, at places drawn by chance. */
export function createChange(scenario: Scenario, hunks: number, random: Random): ScriptedChange {
  const cause = CAUSES[scenario];
  const own = cause.changes;
  const kept = TOPICS.map((topic) => ({ base: `Always ${topic} first.`, head: `Always ${topic} first.` }));
  const others = Array.from({ length: Math.max(0, hunks - cause.count) }, (_, at) =>
    changeNeutral(at, random),
  );
  const rows = random.shuffled([...kept, ...own, ...others]);
  const side = (name: 'base' | 'head') => rows.flatMap((row) => row[name] ?? []);
  const moved = scenario === 'a moved paragraph';
  return {
    base: { lines: moved ? [MOVED, ...side('base')] : side('base'), model: 'model-one' },
    head: {
      lines: moved ? [...side('head'), MOVED] : side('head'),
      model: scenario === 'a changed model' ? 'model-two' : 'model-one',
    },
    shows: cause.shows,
    causes: cause.names,
    relation: cause.relation,
  };
}

type Row = { readonly base: string | null; readonly head: string | null };

function changeNeutral(at: number, random: Random): Row {
  const kind = random.integer(0, 2);
  const before = `Neutral rule ${at} says nothing here.`;
  if (kind === 0) return { base: null, head: before };
  if (kind === 1) return { base: before, head: null };
  return { base: before, head: `Neutral rule ${at} says nothing new here.` };
}

const MOVED = 'Paragraph mango decides if it comes last.';

const has = ({ lines }: ScriptedPrompt, word: string) => lines.some((line) => line.includes(word));

type ScriptedCause = Pick<ScriptedChange, 'shows' | 'relation'> & {
  readonly changes: readonly Row[];
  /** Hunks of the cause. */
  readonly count: number;
  readonly names: readonly string[];
};

const ADDED: Row = { base: null, head: 'Mention the zebra plan.' };
const SECOND: Row = { base: null, head: 'Mention the walrus plan.' };

const CAUSES: Readonly<Record<Scenario, ScriptedCause>> = {
  'one added': {
    changes: [ADDED],
    count: 1,
    names: ['zebra'],
    relation: 'alone',
    shows: (prompt) => has(prompt, 'zebra'),
  },
  'one removed': {
    changes: [{ base: 'State the ferry fee.', head: null }],
    count: 1,
    names: ['ferry'],
    relation: 'alone',
    shows: (prompt) => !has(prompt, 'ferry'),
  },
  'one reworded': {
    changes: [{ base: 'State the ferry fee always.', head: 'State the ferry fee if asked.' }],
    count: 1,
    names: ['ferry'],
    relation: 'alone',
    shows: (prompt) => has(prompt, 'if asked'),
  },
  'two independent': {
    changes: [ADDED, SECOND],
    count: 2,
    names: ['zebra', 'walrus'],
    relation: 'each',
    shows: (prompt) => has(prompt, 'zebra') || has(prompt, 'walrus'),
  },
  'two that need each other': {
    changes: [ADDED, SECOND],
    count: 2,
    names: ['zebra', 'walrus'],
    relation: 'together',
    shows: (prompt) => has(prompt, 'zebra') && has(prompt, 'walrus'),
  },
  'one hides another': {
    changes: [
      { base: 'State the ferry fee.', head: null },
      { base: null, head: 'Use at most one walrus sentence.' },
    ],
    count: 2,
    names: ['ferry', 'walrus'],
    relation: 'each',
    shows: (prompt) => !has(prompt, 'ferry') || has(prompt, 'walrus'),
  },
  'a moved paragraph': {
    changes: [],
    count: 1,
    names: ['mango'],
    relation: 'alone',
    shows: ({ lines }) => lines.at(-1)?.includes('mango') === true,
  },
  'a changed model': {
    changes: [],
    count: 1,
    names: ['model'],
    relation: 'alone',
    shows: ({ model }) => model === 'model-two',
  },
  'another line per case': {
    changes: [ADDED, SECOND],
    count: 2,
    names: ['zebra', 'walrus'],
    relation: null,
    shows: (prompt, caseIndex) => has(prompt, caseIndex % 2 === 0 ? 'zebra' : 'walrus'),
  },
  nothing: { changes: [], count: 0, names: [], relation: null, shows: () => false },
};

export function settingsOf({ base, head }: ScriptedChange): readonly ChangedSetting[] {
  return [{ name: 'model', base: base.model, head: head.model }];
}
