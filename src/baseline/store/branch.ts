import type { Log } from '../../model/effects.js';
import { type GitData, GitHubError, type TreeEntry } from '../../model/github.js';
import type { StoreFiles } from './store-paths.js';

/** A branch at the time of the first read. Trees never change, so each is read once. */
function createBranchReader(gitData: GitData, branch: string) {
  const trees = new Map<string, Promise<readonly TreeEntry[]>>();
  let tip: ReturnType<GitData['readBranch']> | null = null;
  const readTree = (sha: string) => {
    const known = trees.get(sha) ?? gitData.readTree(sha);
    trees.set(sha, known);
    return known;
  };
  return {
    async entries(path: readonly string[]): Promise<readonly TreeEntry[]> {
      tip ??= gitData.readBranch(branch);
      let sha = (await tip)?.tree;
      for (const name of path) {
        if (sha === undefined) return [];
        sha = (await readTree(sha)).find((entry) => entry.path === name)?.sha;
      }
      return sha === undefined ? [] : readTree(sha);
    },
  };
}

/** In each round at least one writer succeeds, so this suffices for any number of suites and matrix jobs. */
const MAX_TRIES = 60;
/** Errors, each of which the client has already retried. */
const MAX_FAULTS = 8;
const MAX_PAUSE_MS = 8_000;
/** Until a tip that another writer moved can be read. */
const TIP_DELAY_MS = 1_000;

type BranchWrite = {
  readonly gitData: GitData;
  readonly branch: string;
  readonly message: string;
  /** The files to add, by blob. */
  readonly files: readonly { readonly path: string; readonly sha: string }[];
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
};

/**
 * Adds files while others may write too: a lost race is retried on the new tip after a random pause, never forced. If
 * GitHub refuses and the tip has not moved, no other writer was the cause. A missing branch starts without history.
 * Throws `GitHubError`.
 */
export async function writeToBranch(write: BranchWrite): Promise<void> {
  const { branch, random, sleep, log } = write;
  let faults = 0;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if (tries > 0) await sleep(random() * Math.min(MAX_PAUSE_MS, 100 * 1.5 ** tries));
    try {
      if (await tryWrite(write)) return;
      log.info(`Another run wrote to branch ${branch} first; trying again on the new tip.`);
    } catch (error) {
      faults++;
      if (!isTransient(error) || faults > MAX_FAULTS) throw error;
    }
  }
  throw new GitHubError(
    `Branch ${branch} could not be written in ${MAX_TRIES} tries: other runs keep changing it.`,
    {},
  );
}

/** True if the files are on the branch; false if another writer was first. */
async function tryWrite({ gitData, branch, message, files, sleep }: BranchWrite): Promise<boolean> {
  const tip = await gitData.readBranch(branch);
  if (tip === null) {
    const readme = await gitData.createBlob(Buffer.from(BRANCH_README, 'utf8'));
    const tree = await gitData.createTree(null, [{ path: 'README.md', sha: readme }, ...files]);
    const commit = await gitData.createCommit({ message, tree, parents: [] });
    return (await gitData.createBranch(branch, commit)) === 'created';
  }
  const tree = await gitData.createTree(tip.tree, files);
  // An earlier try may have succeeded although its answer was lost.
  if (tree === tip.tree) return true;
  const commit = await gitData.createCommit({ message, tree, parents: [tip.commit] });
  try {
    await gitData.moveBranch(branch, commit);
    return true;
  } catch (error) {
    if (!(error instanceof GitHubError) || (error.status !== 409 && error.status !== 422)) throw error;
    await sleep(TIP_DELAY_MS);
    if ((await gitData.readBranch(branch))?.commit === tip.commit) throw error;
    return false;
  }
}

function isTransient(error: unknown): boolean {
  return error instanceof GitHubError && (error.status === null || error.status >= 500);
}

const BRANCH_README = `# Baselines of prompt-regression

This branch holds the baselines that pull requests are compared with. It is written by the prompt-regression action
and shares no history with the code.

**Who can read it:** everybody who can read this repository; in a public repository, everybody. By default a record
keeps the questions of the dataset, the agent's task (its system prompt, where no other task is given), its answers and
the judge's reasons. \`store: { text: statements }\` in the
config file leaves out the answers, \`text: none\` leaves out all text. What was stored once stays in the history of this
branch; to get rid of it, delete the branch. The next run on the base branch makes a new one.

- \`v2/<working directory>/<suite>/runs/<commit>/<run>-<attempt>.json.gz\`: the record of one run (gzipped JSON).
- \`v2/<working directory>/<suite>/files/<fingerprint>/<commit>\`: an empty file that says at which commits the watched
  files had this content.
- \`v2/<working directory>/<suite>/coverage/<fingerprint>/\`: which paragraphs of a prompt the cases notice
  (\`whole.json.gz\`, or \`partial.json.gz\` if a budget ended the measurement).

Do not merge this branch, and do not edit it by hand.
`;

export type BranchOptions = {
  readonly gitData: GitData;
  readonly branch: string;
  /** Part of the records' names; greater for a later run. */
  readonly runId: string;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Log;
};

/**
 * Files on their own branch, by the Git data API, without clone or push. Reads see the branch at the time of the
 * first read. Throws `GitHubError`.
 */
export function openBranchFiles(options: BranchOptions): StoreFiles {
  const { gitData, branch } = options;
  let reader = createBranchReader(gitData, branch);
  return {
    name: `branch ${branch}`,
    isByCommit: true,
    names: async (folder) => (await reader.entries(folder)).map((entry) => entry.path),
    async readBytes(path) {
      const entry = (await reader.entries(path.slice(0, -1))).find((each) => each.path === path.at(-1));
      if (entry === undefined) throw new Error('there is no such file');
      return gitData.readBlob(entry.sha);
    },
    async add({ title, files }) {
      const blobs: { readonly path: string; readonly sha: string }[] = [];
      for (const { path, bytes } of files) {
        blobs.push({ path: path.join('/'), sha: await gitData.createBlob(bytes) });
      }
      await writeToBranch({ ...options, message: `${title} (run ${options.runId})`, files: blobs });
      reader = createBranchReader(gitData, branch);
    },
  };
}
