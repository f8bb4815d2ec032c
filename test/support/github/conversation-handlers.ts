import type { BareRepository } from './bare-repository.js';
import {
  addComment,
  type Call,
  commentUrl,
  type FakeAnswer,
  type FakeComment,
  FORBIDDEN,
  type GitHubState,
  type Handlers,
  NOT_FOUND,
  parameter,
  refusal,
  type Sample,
  validationFailed,
} from './state.js';

const LOCKED = refusal(403, 'Unable to create comment because issue is locked.');

/** Pull requests, their comments, commit statuses and who may write. */
export function conversationHandlers(state: GitHubState, git: BareRepository, sample: Sample): Handlers {
  const commentBody = (comment: FakeComment) =>
    sample('issue-comment', {
      id: comment.id,
      body: comment.body,
      html_url: commentUrl(state, comment),
      user: sample('simple-user', { login: comment.author }),
    });

  const withComment = (call: Call, act: (comment: FakeComment) => FakeAnswer): FakeAnswer => {
    if (state.forbidden.has('comments')) return FORBIDDEN;
    const comment = state.comments.find(({ id }) => id === Number(parameter(call, 'comment_id')));
    if (comment === undefined) return NOT_FOUND;
    return state.lockedPulls.has(comment.pullRequest) ? LOCKED : act(comment);
  };

  return {
    'pulls/get': async (call) => {
      if (state.forbidden.has('pull-requests')) return FORBIDDEN;
      const pull = state.pulls.get(Number(parameter(call, 'pull_number')));
      if (pull === undefined) return NOT_FOUND;
      const repository = (name: string) =>
        sample('repository', { full_name: name, name: name.split('/')[1] ?? name });
      const merge = await git.merge(git.ref(`refs/heads/${pull.baseRef}`) ?? '', pull.headSha);
      if (merge !== null) git.setRef(`refs/pull/${pull.number}/merge`, merge);
      return {
        status: 200,
        body: sample('pull-request', {
          number: pull.number,
          mergeable: merge !== null,
          merge_commit_sha: merge,
          state: pull.state,
          head: {
            ref: pull.headRef,
            sha: pull.headSha,
            repo: pull.headRepository === null ? null : repository(pull.headRepository),
          },
          base: { ref: pull.baseRef, sha: pull.baseSha, repo: repository(state.repository) },
        }),
      };
    },
    'issues/create-comment': (call) => {
      const pullRequest = Number(parameter(call, 'issue_number'));
      if (state.forbidden.has('comments')) return FORBIDDEN;
      if (!state.pulls.has(pullRequest)) return NOT_FOUND;
      if (state.lockedPulls.has(pullRequest)) return LOCKED;
      const text = String(call.body['body']);
      if (text.length > 65_536) {
        return validationFailed('IssueComment', 'Body is too long (maximum is 65536 characters)');
      }
      const added = addComment(state, { pullRequest, body: text, author: state.viewer });
      return { status: 201, body: commentBody(added) };
    },
    'issues/update-comment': (call) =>
      withComment(call, (comment) => {
        comment.body = String(call.body['body']);
        return { status: 200, body: commentBody(comment) };
      }),
    'issues/delete-comment': (call) =>
      withComment(call, (comment) => {
        state.comments.splice(state.comments.indexOf(comment), 1);
        return { status: 204 };
      }),
    'repos/create-commit-status': (call) => {
      if (state.forbidden.has('statuses') || state.forbidden.has('statuses: write')) return FORBIDDEN;
      const { context, state: to, description, target_url } = call.body;
      const optional = (value: unknown) => (typeof value === 'string' ? value : null);
      for (const [name, value] of Object.entries({ context, description })) {
        const text = optional(value) ?? '';
        if (text.length > (name === 'context' ? 255 : 140)) {
          return validationFailed('Status', `${name} is too long`);
        }
        if (/[\u{10000}-\u{10FFFF}]/u.test(text)) {
          return validationFailed('Status', `${name} contains unicode characters above 0xffff`);
        }
      }
      const set = {
        sha: parameter(call, 'sha'),
        context: optional(context) ?? 'default',
        state: String(to),
        description: optional(description),
        targetUrl: optional(target_url),
      };
      state.statuses.push(set);
      return {
        status: 201,
        body: sample('status', {
          state: set.state,
          context: set.context,
          description: set.description,
          target_url: set.targetUrl,
        }),
      };
    },
    'repos/get-combined-status-for-ref': (call) => {
      if (state.forbidden.has('statuses')) return FORBIDDEN;
      const sha = parameter(call, 'ref');
      const newest = new Map(
        state.statuses.filter((each) => each.sha === sha).map((each) => [each.context, each]),
      );
      const size = Number(call.query.get('per_page') ?? 30);
      const start = (Number(call.query.get('page') ?? 1) - 1) * size;
      const statuses = [...newest.values()].slice(start, start + size).map((each) =>
        sample('simple-commit-status', {
          state: each.state,
          context: each.context,
          description: each.description,
          target_url: each.targetUrl,
        }),
      );
      return {
        status: 200,
        body: sample('combined-commit-status', { sha, statuses, total_count: newest.size }),
      };
    },
    'issues/remove-label': (call) => {
      if (state.forbidden.has('labels')) return FORBIDDEN;
      const pull = state.pulls.get(Number(parameter(call, 'issue_number')));
      const name = parameter(call, 'name');
      if (pull === undefined || !pull.labels.includes(name)) return refusal(404, 'Label does not exist');
      const labels = pull.labels.filter((label) => label !== name);
      state.pulls.set(pull.number, { ...pull, labels });
      return { status: 200, body: labels.map((label) => sample('label', { name: label })) };
    },
    'repos/get-collaborator-permission-level': (call) => {
      const permission = state.collaborators.get(parameter(call, 'username'));
      if (permission === undefined) return NOT_FOUND;
      return {
        status: 200,
        body: sample('repository-collaborator-permission', {
          // GitHub gives the old name of a role, and the role beside it.
          permission: permission === 'maintain' ? 'write' : permission === 'triage' ? 'read' : permission,
          role_name: permission,
        }),
      };
    },
  };
}
