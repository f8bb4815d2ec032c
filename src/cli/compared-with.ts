import { type FlagText, renderCommandLine } from '../settings/flags.js';
import { formatCount, renderList, shortenCommit } from '../text/values.js';
import type { BranchPoint, LocalCheckout } from './open-local.js';

/** What a run is compared with, and what the change is; `null` if there is nothing to compare with. */
export function renderComparedWith({ baseline, sides }: LocalCheckout): string | null {
  const { base, point, latest } = baseline;
  const choice = sides.settings.baseline;
  if (point !== null) return renderPoint(point, sides.base !== null);
  if (choice.kind === 'ref') return `Compared with ${choice.ref} at ${shortenCommit(base?.commit ?? null)}.`;
  if (base !== null) return `Compared with the stored baseline of ${shortenCommit(base.commit)}.`;
  return latest.size > 0 ? 'Compared with the stored baseline.' : null;
}

/** @param hasConfig True if the commit has a config file that counts. */
function renderPoint(point: BranchPoint, hasConfig: boolean): string | null {
  const { commit, branch, isOnBranch, commits, isDirty } = point;
  if (isSamePoint(point)) return null;
  const at = shortenCommit(commit);
  const name = branch === null ? at : `${branch} at ${at}`;
  const unpushed = isOnBranch && commits > 0;
  const changes = [
    ...(commits === 0 ? [] : [`${formatCount(commits, 'commit')}${unpushed ? ' not pushed yet' : ''}`]),
    ...(isDirty ? ['your uncommitted edits'] : []),
  ];
  const since = isOnBranch || commits === 0 ? '' : ', where this branch began';
  const settings = unpushed && hasConfig ? ` Until you push, the settings and cases of ${at} decide.` : '';
  return `Compared with ${name}${since}. The change: ${renderList(changes)}.${settings}`;
}

/** True if the working copy has exactly the files of that commit. */
function isSamePoint({ commits, isDirty }: BranchPoint): boolean {
  return commits === 0 && !isDirty;
}

/** After a run of which nothing was asked: why, and how to run anyway. */
export function renderNothingAsked(
  point: BranchPoint,
  { program, flags }: { readonly program: string; readonly flags: readonly FlagText[] },
): string {
  const at = shortenCommit(point.commit);
  const name = point.branch?.replace(/^origin\//, '') ?? at;
  const run = (baseline: string) => renderCommandLine(program, 'run', flags, ['--baseline', baseline]);
  return isSamePoint(point)
    ? `The working copy is the same as ${name}, so nothing was asked. To see the scores:\n  ${run('none')}\n`
    : `No watched file differs from ${name}, so nothing was asked. To compare anyway:\n  ${run(at)}\n`;
}
