// Started by a test as a process of its own: makes a worktree, says where, and waits to be killed.
import { openGit } from '../../src/git/open-git.js';
import { SILENT_LOG } from '../../src/model/effects.js';

const [folder = '', temp = '', commit = ''] = process.argv.slice(2);
const env = process.env;
const git = await openGit({
  folder,
  temp,
  env,
  token: null,
  serverUrl: 'https://github.com',
  log: SILENT_LOG,
});
const worktree = await git?.addWorktree(commit);
process.stdout.write(`${worktree?.path}\n`);
setInterval(() => {}, 60_000);
