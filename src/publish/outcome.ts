import { messageOf } from '../model/errors.js';
import { GitHubError } from '../model/github.js';

/** The result of publishing one thing. A publisher never throws, so a failure does not change the decision. */
export type PublishOutcome =
  | { readonly status: 'published'; readonly url: string | null }
  | { readonly status: 'skipped'; readonly reason: string }
  /** One line with the failure, and the remedy if it is known. */
  | { readonly status: 'failed'; readonly warning: string };

/** Runs a publisher. An exception becomes a warning, or is only logged if the run lacks the permission. */
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
