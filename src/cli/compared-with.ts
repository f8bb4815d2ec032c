import { type FlagText, renderCommandLine } from '../settings/flags.js';
import { formatCount, renderList, shortenCommit } from '../text/values.js';
import { type BranchPoint, type LocalCheckout, removeRemote } from './open-local.js';

/** What a run is compared with, and what the change is; `null` outside git without a baseline. */
export function renderComparedWith(local: LocalCheckout): string | null {
  const { baseline, sides, checkedOut } = local;
  const { base, point, latest } = baseline;
  const choice = sides.settings.baseline;
  if (isFirstRun(local)) {
    const name = checkedOut.branch ?? shortenCommit(checkedOut.commit);
    return `Compared with nothing: ${name} has no changes, so this run shows its scores.`;
  }
  if (point !== null) return renderPoint(point, sides.base !== null);
  if (choice.kind === 'ref') return `Compared with ${choice.ref} at ${shortenCommit(base?.commit ?? null)}.`;
  if (base !== null) return `Compared with the stored baseline of ${shortenCommit(base.commit)}.`;
  return latest.size > 0 ? 'Compared with the stored baseline.' : null;
}

/** A clean checkout of the default branch: any edit of it is compared with its commit. */
export function isFirstRun({ baseline, copy, sides }: LocalCheckout): boolean {
  const isFound = sides.settings.baseline.kind === 'auto' && baseline.latest.size === 0;
  return isFound && baseline.base === null && copy.head.commit !== null;
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

/** After a run that asked nothing: how to run anyway. */
export function renderNothingAsked(
  point: BranchPoint,
  { program, flags }: { readonly program: string; readonly flags: readonly FlagText[] },
): string {
  const at = shortenCommit(point.commit);
  const name = point.branch === null ? at : removeRemote(point.branch);
  const run = (baseline: string) => renderCommandLine(program, 'run', flags, ['--baseline', baseline]);
  return isSamePoint(point)
    ? `The working copy is the same as ${name}. To see its scores:\n  ${run('none')}\n`
    : `To compare with ${name} anyway:\n  ${run(at)}\n`;
}
