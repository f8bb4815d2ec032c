import { messageOf } from '../ports/errors.js';
import { GitHubError } from '../ports/github.js';

/** What became of one thing that was to be published. A publisher never throws: the decision stands without it. */
export type PublishOutcome =
  | { readonly status: 'published'; readonly url: string | null }
  | { readonly status: 'skipped'; readonly reason: string }
  /** One line that names what is missing, the remedy included where it is known. */
  | { readonly status: 'failed'; readonly warning: string };

/**
 * Runs a publisher, which resolves with nothing if there is no more to say than that it is done; what it throws
 * becomes a warning, or is left out where the run has no right to it at all.
 */
export async function publishing(
  name: string,
  act: () => Promise<PublishOutcome> | Promise<void>,
): Promise<PublishOutcome> {
  try {
    return (await act()) ?? { status: 'published', url: null };
  } catch (thrown) {
    const cause = messageOf(thrown).replace(/\.$/, '');
    if (thrown instanceof GitHubError && thrown.beyond) {
      return { status: 'skipped', reason: `${name}: ${cause}` };
    }
    const locked = thrown instanceof GitHubError && /\blocked\b/i.test(thrown.message);
    return {
      status: 'failed',
      warning: `${name} not written: ${cause}.${locked ? ' The conversation is locked.' : ''}`,
    };
  }
}
