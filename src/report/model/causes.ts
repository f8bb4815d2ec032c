import type { Comparison, PairedCase, StatementChange } from '../../model/comparison.js';
import { counted } from '../../text/counts.js';
import { bareWording } from '../../text/words.js';

/** The same change of the same statement in several answers. Texts are foreign. */
export type Cause = {
  /** `Newly irrelevant in 4 answers`. */
  readonly title: string;
  readonly text: string;
  /** The head's words for what it now says otherwise. */
  readonly now: string | null;
  readonly reason: string;
  readonly caseIds: ReadonlySet<string>;
};

/** What makes an answer worse, the worst first. */
const KINDS = ['newly-irrelevant', 'says-otherwise', 'lost', 'partly-lost'] as const;
type CauseKind = (typeof KINDS)[number];

export function isWorse(change: StatementChange): change is StatementChange & { readonly kind: CauseKind } {
  return KINDS.some((kind) => kind === change.kind);
}

/** What makes these answers worse: the worst kind first, of each the most frequent. */
export function findCauses(
  pairs: readonly PairedCase[],
  { wordings }: Pick<Comparison, 'wordings'>,
  bad: string,
): readonly Cause[] {
  const all = pairs.flatMap(({ id, statements }) =>
    statements.filter(isWorse).map((change) => ({ id, change })),
  );
  const groups = Map.groupBy(
    all,
    ({ change }) => `${titleOf(change, bad)} ${wordings.get(change.text) ?? bareWording(change.text)}`,
  );
  return [...groups.values()]
    .flatMap((found) => {
      const [first] = found;
      if (first === undefined) return [];
      const { change } = first;
      const caseIds = new Set(found.map(({ id }) => id));
      const answers = counted(caseIds.size, 'answer');
      return [
        {
          kind: change.kind,
          title: `${titleOf(change, bad)} ${answers}`,
          text: change.text,
          now: change.kind === 'says-otherwise' ? change.otherText : null,
          reason: change.kind === 'newly-irrelevant' ? change.reason : '',
          caseIds,
        },
      ];
    })
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.caseIds.size - a.caseIds.size);
}

function titleOf({ kind, confirmed: isSure }: StatementChange & { readonly kind: CauseKind }, bad: string) {
  switch (kind) {
    case 'newly-irrelevant':
      return `Newly ${bad} in`;
    case 'says-otherwise':
      return isSure ? 'Now says otherwise in' : 'Possibly says otherwise in';
    case 'lost':
      return isSure ? 'Dropped from' : 'Possibly dropped from';
    case 'partly-lost':
      return isSure ? 'Partly dropped from' : 'Possibly dropped in part from';
    default:
      return kind satisfies never;
  }
}
