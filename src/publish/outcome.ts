import { messageOf } from '../ports/errors.js';
import { GitHubError } from '../ports/github.js';

/** What became of one thing that was to be published. A publisher never throws: the decision stands without it. */
export type PublishOutcome =
  | { readonly status: 'published'; readonly url: string | null }
  | { readonly status: 'skipped'; readonly reason: string }
  /** One line that names what is missing, the remedy included where it is known. */
  | { readonly status: 'failed'; readonly warning: string };

/** Runs a publisher; what it throws becomes a warning that names the missing `permissions:` line where it can be one. */
export async function publishing(
  what: { readonly name: string; readonly permission: string | null },
  act: () => Promise<PublishOutcome>,
): Promise<PublishOutcome> {
  try {
    return await act();
  } catch (thrown) {
    const cause = messageOf(thrown).replace(/\.$/, '');
    return { status: 'failed', warning: `${what.name} not written: ${cause}.${hintAt(thrown)}` };
  }

  function hintAt(thrown: unknown): string {
    if (what.permission === null || !(thrown instanceof GitHubError)) return '';
    if (thrown.permission !== null) {
      return ' A token of a fork or of Dependabot is read-only whatever the workflow says.';
    }
    if (/\blocked\b/i.test(thrown.message)) return ' The conversation is locked.';
    // GitHub also says 404 to a token that may not see or write something.
    if (thrown.status !== 403 && thrown.status !== 404) return '';
    return ` If the token may not write there, the job needs \`permissions: ${what.permission}\`.`;
  }
}
