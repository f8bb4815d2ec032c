import { type BlockCoverage, type Coverage, isWholeCoverage, type Noticing } from '../../model/coverage.js';
import { formatCount, renderList } from '../../text/values.js';

/** A covered file's text. */
export type CoveredText = { readonly path: string; readonly text: string };

/** Lines that belong to one block, or lie between blocks. */
export type Stretch = {
  /** From 1. */
  readonly first: number;
  readonly lines: readonly string[];
  /** `null` for lines that are in no block. */
  readonly block: BlockCoverage | null;
};

/** The file from top to bottom. */
export function listStretches({ path, text }: CoveredText, { blocks }: Coverage): readonly Stretch[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const stretches: Stretch[] = [];
  let from = 1;
  const add = (to: number, block: BlockCoverage | null) => {
    if (to >= from) stretches.push({ first: from, lines: lines.slice(from - 1, to), block });
    from = to + 1;
  };
  for (const block of blocks.filter((each) => each.path === path)) {
    add(block.lines.first - 1, null);
    add(block.lines.last, block);
  }
  add(lines.length, null);
  return stretches;
}

/** `line 5`, `lines 5–7`. */
export function renderLines({ first, last }: BlockCoverage['lines']): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

/** `14 of 18 blocks noticed (78%)`. */
export function renderCoverageHeading(coverage: Coverage): string {
  const { suite, blocks } = coverage;
  const noticed = blocks.filter(({ state }) => state === 'noticed').length;
  const finished = blocks.filter(({ state }) => state !== 'unfinished').length;
  const share = finished === 0 ? '' : ` (${Math.round((100 * noticed) / finished)}%)`;
  const open = isWholeCoverage(coverage) ? '' : `, ${blocks.length - finished} not finished`;
  return `${suite}: ${noticed} of ${formatCount(finished, 'block')} noticed${share}${open}`;
}

const PLACEBO_WORDS = {
  'sentences-swapped': 'two sentences swapped',
  'heading-renamed': 'a heading renamed',
} as const;

/** How far the map can be trusted: how many cases notice an edit that changes nothing. */
export function renderPlacebo({ placebo }: Coverage): string {
  if (placebo === null)
    return 'No harmless edit was possible, so it is unknown how much any edit changes the answers.';
  const { edit, path, line, asked, noticedBy } = placebo;
  const where = `${PLACEBO_WORDS[edit]} in ${path} line ${line}`;
  return `A harmless edit (${where}) is noticed by ${noticedBy.length} of ${formatCount(asked, 'case')}.`;
}

/** Empty if every answer had a score. Foreign text. */
export function renderUnscored({ unscored }: Coverage): string {
  return unscored === null ? '' : `${formatCount(unscored.cases, 'case')} had no score: ${unscored.reason}`;
}

/** How the cases were asked. */
export function renderCoverageScope({ all, cases, blocks, calls }: Coverage): string {
  const most = Math.max(0, ...blocks.map(({ asked }) => asked));
  const askedCases =
    most >= cases ? `the ${formatCount(cases, 'case')}` : `the nearest of ${formatCount(cases, 'case')}`;
  const scope = all
    ? `Every block asked all ${formatCount(cases, 'case')}.`
    : `Every block asked ${askedCases}, until one noticed it.`;
  return `${scope} ${formatCount(calls, 'call')}.`;
}

/** Whether a case notices the block, in a sentence. */
export function renderBlockState({ state, asked, noticedBy }: BlockCoverage, { cases }: Coverage): string {
  const of = asked < cases ? `${asked} nearest of ${formatCount(cases, 'case')}` : formatCount(cases, 'case');
  switch (state) {
    case 'noticed':
      return `noticed by ${renderList(noticedBy.map(({ caseId }) => caseId))}`;
    case 'unnoticed':
      return `no case notices it (asked: ${of})`;
    case 'unfinished':
      return asked === 0
        ? 'not finished: no case was asked to the end'
        : `not finished: ${asked} of ${formatCount(cases, 'case')} asked, none of them notices it`;
    default:
      return state satisfies never;
  }
}

const EFFECT_WORDS = {
  breaks: 'the answer breaks',
  falls: 'the answer scores lower',
  irrelevant: 'the answer gains an irrelevant statement',
  'lost-fact': 'the answer loses',
} as const;

/** The change without its statement, which is foreign text. */
export function describeEffect({ effect }: Noticing): string {
  return EFFECT_WORDS[effect];
}
