import { openGitHub } from '../../../src/github/open-github.js';
import { type Log, SILENT_LOG } from '../../../src/model/effects.js';
import type { GitHub } from '../../../src/model/github.js';
import type { GitHubServer } from '../github-server.js';

/** The real client on the loopback server, with pauses a thousand times shorter. */
export function openTestGitHub(
  server: GitHubServer,
  options: { log?: Log; onlyReads?: boolean } = {},
): GitHub {
  return openGitHub({
    token: 'loopback-token',
    repository: server.state.repository,
    apiUrl: server.url,
    graphqlUrl: server.graphqlUrl,
    log: options.log ?? SILENT_LOG,
    onlyReads: options.onlyReads ?? false,
    secondMs: 1,
  });
}
