export const id = 369;
export const ids = [369];
export const modules = {

/***/ 6369:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openGitHub: () => (/* binding */ openGitHub)
});

// EXTERNAL MODULE: ./lib/model/errors.js
var errors = __webpack_require__(1053);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/schemas.js
var schemas = __webpack_require__(5156);
// EXTERNAL MODULE: ./node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(9567);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ./node_modules/@actions/github/lib/github.js + 21 modules
var github = __webpack_require__(1758);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-retry/dist-bundle/index.js
var dist_bundle = __webpack_require__(9735);
// EXTERNAL MODULE: ./node_modules/@octokit/plugin-throttling/dist-bundle/index.js
var plugin_throttling_dist_bundle = __webpack_require__(6856);
// EXTERNAL MODULE: ./lib/model/github.js
var model_github = __webpack_require__(6102);
// EXTERNAL MODULE: ./lib/model/omit-undefined.js
var omit_undefined = __webpack_require__(2317);
;// CONCATENATED MODULE: ./lib/github/repository-client.js







/** A client for one repository, whose failures are one kind of error. */
function createRepositoryClient(options) {
    const [owner = '', repo = ''] = options.repository.split('/');
    return {
        rest: options.octokit.rest,
        graphql: options.octokit.graphql.defaults({ baseUrl: options.graphqlUrl.replace(/\/graphql\/?$/, '') }),
        repo: { owner, repo },
        async ask(doing, permission, act) {
            try {
                return await act();
            }
            catch (thrown) {
                throw createGitHubError(thrown, { doing, permission, onlyReads: options.onlyReads });
            }
        },
    };
}
/** The result of `act`, or `null` if GitHub answers with 404. */
async function nullIfMissing(act) {
    try {
        return await act();
    }
    catch (thrown) {
        if (findHttpStatus(thrown) === 404)
            return null;
        throw thrown;
    }
}
const LACKS_PERMISSION = /resource not accessible by/i;
/** GitHub's messages with 403 for other reasons than a missing permission. */
const NOT_FOR_RIGHTS = /\blocked\b|rate limit|abuse detection/i;
/** A `GitHubError` of one line, with the missing permission if that may be the cause. */
function createGitHubError(thrown, { doing, permission, onlyReads }) {
    if (thrown instanceof model_github/* GitHubError */.y)
        return thrown;
    const status = findHttpStatus(thrown);
    const message = readMessage(thrown);
    const missing = findMissingPermission(thrown, message);
    const beyond = missing !== 'none' && onlyReads && permission.endsWith(': write');
    const hints = {
        none: '',
        perhaps: `; if the job lacks it, add \`permissions: ${permission}\``,
        surely: `; the job needs \`permissions: ${permission}\``,
    };
    const hint = beyond ? FORK_HINT : hints[missing];
    const code = status === null ? '' : ` (${status})`;
    const verb = status === null || status < 500 ? 'GitHub refused to' : 'GitHub failed to';
    return new model_github/* GitHubError */.y(`${verb} ${doing}${code}: ${message}${hint}`, (0,omit_undefined/* omitUndefined */.O)({
        cause: thrown,
        beyond,
        status: status ?? undefined,
        permission: missing === 'surely' && !beyond ? permission : undefined,
    }));
}
const FORK_HINT = "; a fork's run has a read-only token, and no `permissions:` line changes that";
function findMissingPermission(thrown, message) {
    const status = findHttpStatus(thrown);
    if (LACKS_PERMISSION.test(message) && (status === null || status === 403))
        return 'surely';
    // GitHub also answers 404 if a token may not see or write something.
    const isHidden = status === 403 || status === 404 || (status === null && isNotFound(thrown));
    return isHidden && !NOT_FOR_RIGHTS.test(message) ? 'perhaps' : 'none';
}
/** The answer's status; `null` without an answer, or for errors inside a GraphQL answer. */
function findHttpStatus(thrown) {
    const status = readField(thrown, 'status');
    return typeof status === 'number' ? status : null;
}
/** True for GraphQL's "not found". */
function isNotFound(thrown) {
    const errors = readField(thrown, 'errors');
    return Array.isArray(errors) && errors.some((error) => readField(error, 'type') === 'NOT_FOUND');
}
/** GitHub's own message if there is one, on one line: of a 422 also the reasons, of GraphQL only those. */
function readMessage(thrown) {
    const data = readField(readField(thrown, 'response'), 'data');
    const texts = [
        readField(data, 'message'),
        ...listReasons(readField(data, 'errors') ?? readField(thrown, 'errors')),
    ].filter((text) => typeof text === 'string');
    const text = texts.length > 0 ? texts.join(': ') : (0,errors/* describeError */.Uc)(thrown);
    return text.replace(/\s+/g, ' ').trim();
}
/** A reason is a text, has a `message`, or names a field and what is wrong with it. */
function listReasons(errors) {
    if (typeof errors === 'string')
        return [errors];
    if (!Array.isArray(errors))
        return [];
    const reasons = errors.map((error) => {
        if (typeof error === 'string')
            return error;
        const message = readField(error, 'message');
        if (typeof message === 'string')
            return message;
        return [readField(error, 'field'), readField(error, 'code')]
            .filter((part) => typeof part === 'string')
            .join(' ');
    });
    return [[...new Set(reasons)].filter((reason) => reason !== '').join('; ')].filter((text) => text !== '');
}
function readField(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
/** Failures that a retry does not fix. The throttling plugin handles rate limits (403, 429). */
const NOT_RETRIED = [400, 401, 403, 404, 405, 406, 409, 410, 413, 415, 422, 423, 429, 451, 501];
/** If a secondary limit states no wait, GitHub asks for at least a minute. */
const DEFAULT_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 60;
const MAX_WAITS = 2;
/**
 * A run writes far less than the 80 requests a minute that GitHub allows, so no pause is needed. The plugin's own groups
 * also compare with the wall clock: if it is set back, they wait until it has caught up.
 */
const UNPACED = {
    key: () => ({
        schedule: (_options, run, ...rest) => run(...rest),
    }),
};
/** Replaces the limiter in which the plugin waits and tries again, for the same reason. */
function createRetryLimiter(signal) {
    let waitAfter = async () => undefined;
    return {
        /** The plugin listens to `failed`: the milliseconds until the next try, or nothing. */
        on(_event, listener) {
            waitAfter = listener;
        },
        async schedule(run, ...args) {
            for (;;) {
                try {
                    return await run(...args);
                }
                catch (thrown) {
                    // The plugin reads the reply's headers. Without a reply, no rate limit was stated.
                    if (readField(thrown, 'response') === undefined)
                        throw thrown;
                    const wait = await waitAfter(thrown, { args });
                    if (typeof wait !== 'number')
                        throw thrown;
                    await (0,promises_.setTimeout)(wait, undefined, { signal });
                }
            }
        },
    };
}
/** GitHub's client with retries, bounded waits for rate limits, and a timeout per attempt. */
function openOctokit({ token, apiUrl, log, secondMs = 1000, requestTimeoutMs = 30_000, signal = new AbortController().signal, }) {
    const createWaitHandler = (kind) => (seconds, { method, url }, _octokit, tries) => {
        const isShort = seconds <= MAX_WAIT_SECONDS && tries < MAX_WAITS;
        const then = isShort ? 'waiting' : 'that is longer than this run waits for it';
        log.info(`GitHub's ${kind} was reached at ${method} ${url}: free again in ${seconds} s, ${then}.`);
        return isShort;
    };
    const throttle = {
        fallbackSecondaryRateRetryAfter: DEFAULT_WAIT_SECONDS,
        retryAfterBaseValue: secondMs,
        global: UNPACED,
        auth: UNPACED,
        search: UNPACED,
        write: UNPACED,
        notifications: UNPACED,
        retryLimiter: createRetryLimiter(signal),
        onRateLimit: createWaitHandler('rate limit'),
        onSecondaryRateLimit: createWaitHandler('secondary rate limit'),
    };
    return (0,github/* getOctokit */.Q)(token, {
        baseUrl: apiUrl,
        userAgent: 'prompt-regression',
        log: { debug() { }, info() { }, warn: (line) => log.info(line), error() { } },
        retry: { doNotRetry: NOT_RETRIED, retryAfterBaseValue: secondMs },
        throttle,
    }, 
    // The innermost hook: each attempt has its own timeout, which excludes waits.
    createAttemptTimeout(requestTimeoutMs, signal), readResetByItsDate, plugin_throttling_dist_bundle/* throttling */.A, dist_bundle/* retry */.L, createAbortHook(signal));
}
function createAttemptTimeout(ms, signal) {
    return (octokit) => {
        octokit.hook.wrap('request', async (request, options) => {
            const either = AbortSignal.any([AbortSignal.timeout(ms), signal]);
            // In place, because the inner hooks are bound to this object.
            options.request = { ...options.request, signal: either };
            try {
                return await request(options);
            }
            finally {
                if (signal.aborted)
                    options.request = { ...options.request, retries: 0 };
            }
        });
        return {};
    };
}
/** The throttling plugin compares the time of a reset with this machine's clock, which may be wrong. */
function readResetByItsDate(octokit) {
    octokit.hook.wrap('request', async (request, options) => {
        try {
            const response = await request(options);
            moveReset(response.headers);
            return response;
        }
        catch (thrown) {
            moveReset(readField(readField(thrown, 'response'), 'headers'));
            throw thrown;
        }
    });
    return {};
}
/** Moves the time of a reset from the clock of the reply's `date` to this machine's. */
function moveReset(headers) {
    if (typeof headers !== 'object' || headers === null)
        return;
    const sentAt = Date.parse(String(readField(headers, 'date')));
    const reset = Number(readField(headers, 'x-ratelimit-reset'));
    if (Number.isNaN(sentAt) || Number.isNaN(reset))
        return;
    const behind = Math.round((Date.now() - sentAt) / 1000);
    Object.assign(headers, { 'x-ratelimit-reset': String(reset + behind) });
}
/** The outermost hook: ends a request at once on abort, also during the pause before a retry. */
function createAbortHook(signal) {
    return (octokit) => {
        octokit.hook.wrap('request', async (request, options) => {
            if (signal.aborted)
                throw signal.reason;
            const { promise, reject } = Promise.withResolvers();
            const end = () => reject(signal.reason);
            signal.addEventListener('abort', end, { once: true });
            try {
                return await Promise.race([request(options), promise]);
            }
            finally {
                signal.removeEventListener('abort', end);
            }
        });
        return {};
    };
}

;// CONCATENATED MODULE: ./lib/github/comments.js


/** Only GraphQL says whether this token wrote a comment. */
const COMMENTS_QUERY = `
  query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) {
        headRefOid
        comments(first: 100, after: $after) {
          nodes { fullDatabaseId body url viewerDidAuthor }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;
const pageSchema = schemas.object({
    repository: schemas.object({
        pullRequest: schemas.object({
            headRefOid: schemas.string(),
            comments: schemas.object({
                nodes: schemas.array(schemas.object({
                    // A BigInt, sent as text: ids no longer fit GraphQL's Int.
                    fullDatabaseId: coerce.number(),
                    body: schemas.string(),
                    url: schemas.string(),
                    viewerDidAuthor: schemas.boolean(),
                })),
                pageInfo: schemas.object({ hasNextPage: schemas.boolean(), endCursor: schemas.string().nullable() }),
            }),
        }),
    }),
});
const PERMISSION = 'pull-requests: write';
/** The comments of a pull request, of which GraphQL says whether this token wrote them. */
function openComments({ rest, graphql, repo, ask }) {
    return {
        list: (pullRequest) => ask(`list the comments of pull request ${pullRequest}`, PERMISSION, async () => {
            const allComments = [];
            for (let after = null;;) {
                const answer = await graphql(COMMENTS_QUERY, { ...repo, number: pullRequest, after });
                const { headRefOid: headSha, comments } = pageSchema.parse(answer).repository.pullRequest;
                const { nodes, pageInfo } = comments;
                for (const { fullDatabaseId: id, body, url, viewerDidAuthor: writtenByUs } of nodes) {
                    allComments.push({ id, body, url, writtenByUs });
                }
                if (!pageInfo.hasNextPage)
                    return { headSha, comments: allComments.sort((a, b) => a.id - b.id) };
                after = pageInfo.endCursor;
            }
        }),
        create: (pullRequest, body) => ask(`comment on pull request ${pullRequest}`, PERMISSION, async () => {
            // Not retried: a 502 may hide a comment that was created.
            const request = { retries: 0 };
            const { data } = await rest.issues.createComment({
                ...repo,
                issue_number: pullRequest,
                body,
                request,
            });
            return buildOwnComment(data, body);
        }),
        update: (id, body) => ask(`update comment ${id}`, PERMISSION, async () => {
            const { data } = await rest.issues.updateComment({ ...repo, comment_id: id, body });
            return buildOwnComment(data, body);
        }),
        remove: (id) => ask(`delete comment ${id}`, PERMISSION, async () => {
            // It may be deleted already.
            await nullIfMissing(() => rest.issues.deleteComment({ ...repo, comment_id: id }));
        }),
    };
}
function buildOwnComment(data, sent) {
    const { id, body = sent, html_url: url } = data;
    return { id: Number(id), body, url, writtenByUs: true };
}

;// CONCATENATED MODULE: ./lib/github/git-data.js



const READ = 'contents: read';
const WRITE = 'contents: write';
/** Commit and tree in one request; REST needs two. */
const BRANCH_QUERY = `
  query ($owner: String!, $repo: String!, $ref: String!) {
    repository(owner: $owner, name: $repo) {
      ref(qualifiedName: $ref) { target { oid ... on Commit { tree { oid } } } }
    }
  }`;
const branchSchema = schemas.object({
    repository: schemas.object({
        ref: schemas.object({ target: schemas.object({ oid: schemas.string(), tree: schemas.object({ oid: schemas.string() }) }) }).nullable(),
    }),
});
/** Objects are named by their content, so creating one again after a failure does no harm. */
function openGitData(client) {
    const { rest, graphql, repo, ask } = client;
    return {
        readBranch: (branch) => ask(`read branch ${branch}`, READ, async () => {
            const answer = await graphql(BRANCH_QUERY, { ...repo, ref: `refs/heads/${branch}` });
            const { ref } = branchSchema.parse(answer).repository;
            return ref && { commit: ref.target.oid, tree: ref.target.tree.oid };
        }),
        readTree: (tree) => ask(`read tree ${tree}`, READ, async () => {
            const { data } = await rest.git.getTree({ ...repo, tree_sha: tree });
            if (data.truncated) {
                throw new model_github/* GitHubError */.y(`GitHub does not list tree ${tree} whole: it has too many entries.`, {});
            }
            return data.tree.map(buildTreeEntry);
        }),
        readBlob: (sha) => ask(`read blob ${sha}`, READ, async () => {
            const { data } = await rest.git.getBlob({ ...repo, file_sha: sha });
            return Buffer.from(data.content, data.encoding === 'base64' ? 'base64' : 'utf8');
        }),
        createBlob: (content) => ask('store a file', WRITE, async () => {
            const text = Buffer.from(content).toString('base64');
            const { data } = await rest.git.createBlob({ ...repo, content: text, encoding: 'base64' });
            return data.sha;
        }),
        createTree: (base, entries) => ask('store a tree', WRITE, async () => {
            const tree = entries.map(({ path, sha }) => ({ path, sha, mode: '100644', type: 'blob' }));
            const request = { ...repo, tree };
            const { data } = await rest.git.createTree(base === null ? request : { ...request, base_tree: base });
            return data.sha;
        }),
        createCommit: ({ message, tree, parents }) => ask('store a commit', WRITE, async () => {
            // GitHub signs the commit only if no author is given.
            const { data } = await rest.git.createCommit({ ...repo, message, tree, parents: [...parents] });
            return data.sha;
        }),
        createBranch: (branch, commit) => ask(`create branch ${branch}`, WRITE, () => createBranch(client, branch, commit)),
        moveBranch: (branch, commit) => ask(`move branch ${branch}`, WRITE, async () => {
            await rest.git.updateRef({ ...repo, ref: `heads/${branch}`, sha: commit, force: false });
        }),
    };
}
async function createBranch({ rest, repo }, branch, commit) {
    try {
        const ref = `refs/heads/${branch}`;
        await rest.git.createRef({ ...repo, ref, sha: commit, request: { retries: 0 } });
        return 'created';
    }
    catch (thrown) {
        const status = findHttpStatus(thrown) ?? 0;
        // Another writer was first, or GitHub has created it although the request failed.
        if (status !== 409 && status !== 422 && status < 500)
            throw thrown;
        const readTip = async () => (await rest.git.getRef({ ...repo, ref: `heads/${branch}` })).data.object.sha;
        const tip = await nullIfMissing(readTip);
        if (tip === null)
            throw thrown;
        return tip === commit ? 'created' : 'exists';
    }
}
function buildTreeEntry({ path, type, sha }) {
    return { path, sha, type: type === 'tree' || type === 'commit' ? type : 'blob' };
}

// EXTERNAL MODULE: ./lib/model/repository.js
var repository = __webpack_require__(6425);
;// CONCATENATED MODULE: ./lib/github/list-files.js


/**
 * All files of a commit. GitHub cuts a list of more than 100,000 entries or 7 MB: then it is read folder by folder, and
 * folders that are the base's are taken from there.
 */
async function listCommitFiles(client, commit, base) {
    const files = [];
    const sameFolders = new Set();
    // GitHub accepts a commit as a tree.
    const open = [{ path: '', tree: commit }];
    for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
        const whole = await listBelow(client, folder);
        const part = whole ?? (await listDirectly(client, folder, base));
        files.push(...part.files);
        open.push(...part.folders);
        for (const path of part.same)
            sameFolders.add(path);
    }
    return [...files, ...base.files.filter(({ path }) => isInside(path, sameFolders)).map(buildListedFile)];
}
/** Everything below a folder; `null` if it is too much for one list. */
async function listBelow({ rest, repo }, folder) {
    const { data } = await rest.git.getTree({ ...repo, tree_sha: folder.tree, recursive: 'true' });
    if (data.truncated)
        return null;
    return { files: listFolderFiles(folder, data.tree), folders: [], same: [] };
}
async function listDirectly({ rest, repo }, folder, base) {
    const { data } = await rest.git.getTree({ ...repo, tree_sha: folder.tree });
    if (data.truncated) {
        const name = folder.path === '' ? `commit ${folder.tree}` : folder.path;
        throw new model_github/* GitHubError */.y(`GitHub does not list all files of ${name}: there are too many`, {});
    }
    const baseFolders = await base.folders();
    const folders = data.tree
        .filter(({ type }) => type === 'tree')
        .map(({ path, sha }) => ({ path: joinPath(folder, path), tree: sha }));
    const isSame = ({ path, tree }) => baseFolders.get(path) === tree;
    return {
        files: listFolderFiles(folder, data.tree),
        folders: folders.filter((each) => !isSame(each)),
        same: folders.filter(isSame).map(({ path }) => path),
    };
}
function joinPath(folder, name) {
    return folder.path === '' ? name : `${folder.path}/${name}`;
}
function listFolderFiles(folder, entries) {
    return entries
        .filter(({ type }) => type !== 'tree')
        .map(({ path, mode, sha, size = 0 }) => {
        return { path: joinPath(folder, path), blob: (0,repository/* hashAsGitBlob */.aq)(mode, sha), mode, sha, size };
    });
}
function buildListedFile({ path, blob }) {
    const [sha = '', mode = '100644'] = blob.split(' ').reverse();
    return { path, blob, mode, sha, size: 0 };
}
function isInside(path, folders) {
    const end = path.lastIndexOf('/');
    if (end < 0)
        return false;
    const folder = path.slice(0, end);
    return folders.has(folder) || isInside(folder, folders);
}

;// CONCATENATED MODULE: ./lib/github/pull-requests.js



/** All open pull requests: GitHub lists none for a commit that only a fork has. */
const OPEN_QUERY = `
  query ($owner: String!, $repo: String!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequests(states: OPEN, first: 100, after: $after) {
        nodes { number headRefOid baseRefName headRepository { nameWithOwner } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;
const openNodeSchema = schemas.object({
    number: schemas.number(),
    headRefOid: schemas.string(),
    baseRefName: schemas.string(),
    headRepository: schemas.object({ nameWithOwner: schemas.string() }).nullable(),
});
const openPageSchema = schemas.object({
    repository: schemas.object({
        pullRequests: schemas.object({
            nodes: schemas.array(openNodeSchema),
            pageInfo: schemas.object({ hasNextPage: schemas.boolean(), endCursor: schemas.string().nullable() }),
        }),
    }),
});
function parseOpenPullRequest(node) {
    const { number, headRefOid: headSha, baseRefName: baseRef, headRepository } = node;
    return { number, headSha, baseRef, headRepository: headRepository?.nameWithOwner ?? null };
}
/** All branches, each compared with one commit: REST would need a request for each. */
const BRANCHES_QUERY = `
  query ($owner: String!, $repo: String!, $commit: String!, $after: String) {
    repository(owner: $owner, name: $repo) {
      refs(refPrefix: "refs/heads/", first: 50, after: $after) {
        nodes { target { oid } compare(headRef: $commit) { status } }
        pageInfo { hasNextPage endCursor }
      }
    }
  }`;
const branchNodeSchema = schemas.object({
    target: schemas.object({ oid: schemas.string() }),
    /** Of the commit, as seen from the branch: `BEHIND` if the branch contains it. */
    compare: schemas.object({ status: schemas.string() }).nullable(),
});
const branchesPageSchema = schemas.object({
    repository: schemas.object({
        refs: schemas.object({
            nodes: schemas.array(branchNodeSchema),
            pageInfo: schemas.object({ hasNextPage: schemas.boolean(), endCursor: schemas.string().nullable() }),
        }),
    }),
});
/** `null` if GitHub does not know one of the commits, or they have no common history. */
function openComparison({ rest, repo, ask }) {
    return (base, head) => ask(`compare ${base} with ${head}`, 'contents: read', () => nullIfMissing(async () => {
        const basehead = `${base}...${head}`;
        const { data } = await rest.repos.compareCommitsWithBasehead({ ...repo, basehead, per_page: 1 });
        return data;
    }));
}
/** Pull requests, their commits and files. */
function openPullRequests(client) {
    const { rest, graphql, repo, ask } = client;
    const compare = openComparison(client);
    return {
        testMerge: (number) => ask(`read pull request ${number}`, 'pull-requests: read', async () => {
            const { data } = await rest.pulls.get({ ...repo, pull_number: number });
            const { mergeable, merge_commit_sha: sha } = data;
            if (mergeable === false)
                return 'conflict';
            if (sha === null)
                return null;
            return { sha, parents: await readParents(client, sha) };
        }),
        parents: (commit) => ask(`read commit ${commit}`, 'contents: read', () => readParents(client, commit)),
        async renames(base, commit) {
            const { files = [] } = (await compare(base, commit)) ?? {};
            return files
                .filter(({ status }) => status === 'renamed')
                .map(({ filename, previous_filename: from = filename }) => ({ from, to: filename }));
        },
        openAt: (headSha) => ask('list the open pull requests', 'pull-requests: read', async () => {
            const open = [];
            for (let after = null;;) {
                const answer = await graphql(OPEN_QUERY, { ...repo, after });
                const { nodes, pageInfo } = openPageSchema.parse(answer).repository.pullRequests;
                open.push(...nodes.map(parseOpenPullRequest));
                if (!pageInfo.hasNextPage)
                    return open.filter((each) => each.headSha === headSha);
                after = pageInfo.endCursor;
            }
        }),
        listFiles: (commit, base) => ask(`list the files of commit ${commit}`, 'contents: read', () => listCommitFiles(client, commit, base)),
        pullRequest: (number) => ask(`read pull request ${number}`, 'pull-requests: read', async () => {
            const { data } = await rest.pulls.get({ ...repo, pull_number: number });
            // A deleted fork is null here, although the published types omit that.
            const headRepository = data.head.repo;
            return {
                number: data.number,
                state: data.state,
                headSha: data.head.sha,
                headRepository: headRepository?.full_name ?? null,
                baseRef: data.base.ref,
            };
        }),
    };
}
async function readParents({ rest, repo }, sha) {
    const { data } = await rest.git.getCommit({ ...repo, commit_sha: sha });
    return data.parents.map((parent) => parent.sha);
}
/** The labels of a pull request. */
function openLabels({ rest, repo, ask }) {
    return {
        remove: (pullRequest, name) => ask(`remove label ${name} from pull request ${pullRequest}`, 'pull-requests: write', async () => {
            // It may be removed already.
            await nullIfMissing(() => rest.issues.removeLabel({ ...repo, issue_number: pullRequest, name }));
        }),
    };
}
/** GitHub reports `maintain` and custom roles as one of its four permissions. */
const WRITING = new Set(['write', 'maintain', 'admin']);
/** Who may write to the repository. */
function openCollaborators({ rest, repo, ask }) {
    return {
        mayWrite: (username) => ask(`read the permission of ${username}`, 'contents: read', async () => {
            const permission = await nullIfMissing(() => rest.repos.getCollaboratorPermissionLevel({ ...repo, username }));
            return permission !== null && WRITING.has(permission.data.permission);
        }),
    };
}
/** How two commits are related, from the whole history that GitHub has. */
function openAncestry(client) {
    const compare = openComparison(client);
    return {
        async mergeBase(base, head) {
            const comparison = await compare(base, head);
            return comparison?.merge_base_commit.sha ?? null;
        },
        async isAncestor(ancestor, commit) {
            const comparison = await compare(ancestor, commit);
            return comparison?.status === 'ahead' || comparison?.status === 'identical';
        },
    };
}
/** The branches of the repository, in comparison with a commit. */
function openBranches(client) {
    const { isAncestor } = openAncestry(client);
    const contains = async ({ target, compare }, commit) => 
    // GraphQL makes no comparison without a common history. REST distinguishes this from a failure.
    compare === null
        ? await isAncestor(commit, target.oid)
        : compare.status === 'BEHIND' || compare.status === 'IDENTICAL';
    return {
        async contain(commit) {
            for (let after = null;;) {
                const { nodes, pageInfo } = await readBranches(client, { commit, after });
                for (const branch of nodes) {
                    if (await contains(branch, commit))
                        return true;
                }
                if (!pageInfo.hasNextPage)
                    return false;
                after = pageInfo.endCursor;
            }
        },
    };
}
function readBranches({ graphql, repo, ask }, page) {
    return ask(`compare the branches with ${page.commit}`, 'contents: read', async () => {
        const answer = await graphql(BRANCHES_QUERY, { ...repo, ...page });
        return branchesPageSchema.parse(answer).repository.refs;
    });
}

;// CONCATENATED MODULE: ./lib/github/review-comments.js


/** The first comment of each conversation about lines, and whether it has a reply. */
const THREADS_QUERY = `
  query ($owner: String!, $repo: String!, $number: Int!, $after: String) {
    repository(owner: $owner, name: $repo) {
      pullRequest(number: $number) {
        headRefOid
        reviewThreads(first: 100, after: $after) {
          nodes {
            path
            startLine
            line
            comments(first: 1) {
              nodes { fullDatabaseId body viewerDidAuthor }
              totalCount
            }
          }
          pageInfo { hasNextPage endCursor }
        }
      }
    }
  }`;
const threadSchema = schemas.object({
    path: schemas.string(),
    startLine: schemas.number().nullable(),
    line: schemas.number().nullable(),
    comments: schemas.object({
        nodes: schemas.array(schemas.object({
            // A BigInt, sent as text: ids no longer fit GraphQL's Int.
            fullDatabaseId: coerce.number(),
            body: schemas.string(),
            viewerDidAuthor: schemas.boolean(),
        })),
        totalCount: schemas.number(),
    }),
});
const review_comments_pageSchema = schemas.object({
    repository: schemas.object({
        pullRequest: schemas.object({
            headRefOid: schemas.string(),
            reviewThreads: schemas.object({
                nodes: schemas.array(threadSchema),
                pageInfo: schemas.object({ hasNextPage: schemas.boolean(), endCursor: schemas.string().nullable() }),
            }),
        }),
    }),
});
const review_comments_READ = 'pull-requests: read';
const review_comments_WRITE = 'pull-requests: write';
/** GitHub's largest page. */
const PAGE = 100;
/** Comments on lines of a pull request. */
function openReviewComments({ rest, graphql, repo, ask }) {
    return {
        list: (pullRequest) => ask(`list the review comments of pull request ${pullRequest}`, review_comments_READ, async () => {
            const reviewComments = [];
            for (let after = null;;) {
                const answer = await graphql(THREADS_QUERY, { ...repo, number: pullRequest, after });
                const { headRefOid: headSha, reviewThreads } = review_comments_pageSchema.parse(answer).repository.pullRequest;
                reviewComments.push(...reviewThreads.nodes.flatMap(readThread));
                if (!reviewThreads.pageInfo.hasNextPage)
                    return { headSha, comments: reviewComments };
                after = reviewThreads.pageInfo.endCursor;
            }
        }),
        readDiff: (pullRequest, path) => ask(`list the files of pull request ${pullRequest}`, review_comments_READ, async () => {
            for (let page = 1;; page += 1) {
                const { data } = await rest.pulls.listFiles({
                    ...repo,
                    pull_number: pullRequest,
                    per_page: PAGE,
                    page,
                });
                const file = data.find(({ filename }) => filename === path);
                if (file !== undefined)
                    return file.patch ?? null;
                if (data.length < PAGE)
                    return null;
            }
        }),
        create: (pullRequest, { commit, path, line, endLine, body }) => ask(`comment on lines of pull request ${pullRequest}`, review_comments_WRITE, async () => {
            const range = endLine > line ? { start_line: line, start_side: 'RIGHT' } : {};
            // Not retried: a 502 may hide a comment that was created. The next run removes it if there are two.
            await rest.pulls.createReviewComment({
                ...repo,
                pull_number: pullRequest,
                commit_id: commit,
                path,
                line: endLine,
                side: 'RIGHT',
                ...range,
                body,
                request: { retries: 0 },
            });
        }),
        update: (id, body) => ask(`update review comment ${id}`, review_comments_WRITE, async () => {
            await rest.pulls.updateReviewComment({ ...repo, comment_id: id, body });
        }),
        remove: (id) => ask(`delete review comment ${id}`, review_comments_WRITE, async () => {
            // It may be deleted already.
            await nullIfMissing(() => rest.pulls.deleteReviewComment({ ...repo, comment_id: id }));
        }),
    };
}
function readThread(thread) {
    const { path, startLine, line: endLine, comments } = thread;
    const line = startLine ?? endLine;
    const hasReplies = comments.totalCount > 1;
    return comments.nodes.map(({ fullDatabaseId: id, body, viewerDidAuthor: writtenByUs }) => {
        return { id, body, writtenByUs, path, line, endLine, hasReplies };
    });
}

;// CONCATENATED MODULE: ./lib/github/open-github.js






/** All requests to GitHub, with one token for one repository. Throws `UserError` for a malformed repository name. */
function openGitHub(options) {
    if (!/^[^/\s]+\/[^/\s]+$/.test(options.repository)) {
        throw new errors/* UserError */.yo(`The repository is '${options.repository}', which is not of the form owner/name: set GITHUB_REPOSITORY.`);
    }
    const octokit = openOctokit(options);
    const { repository, graphqlUrl, onlyReads = false } = options;
    const client = createRepositoryClient({ octokit, repository, graphqlUrl, onlyReads });
    return {
        pullRequests: openPullRequests(client),
        ancestry: openAncestry(client),
        branches: openBranches(client),
        comments: openComments(client),
        reviewComments: openReviewComments(client),
        statuses: openStatuses(client),
        labels: openLabels(client),
        collaborators: openCollaborators(client),
        gitData: openGitData(client),
    };
}
/** GitHub's largest page. */
const open_github_PAGE = 100;
function openStatuses({ rest, repo, ask }) {
    return {
        set: (status) => ask(`set status ${status.context}`, 'statuses: write', async () => {
            // Retried although it creates: only the newest status of a context counts.
            await rest.repos.createCommitStatus({
                ...repo,
                sha: status.sha,
                state: status.state,
                context: status.context,
                description: status.description,
                target_url: status.targetUrl,
            });
        }),
        latest: (sha) => ask(`read the statuses of ${sha}`, 'statuses: read', async () => {
            const statuses = [];
            for (let page = 1;; page += 1) {
                const { data } = await rest.repos.getCombinedStatusForRef({
                    ...repo,
                    ref: sha,
                    per_page: open_github_PAGE,
                    page,
                });
                for (const { context, state, description, target_url: targetUrl } of data.statuses) {
                    statuses.push({
                        context,
                        state: parseStatusState(state),
                        description: description ?? '',
                        targetUrl,
                    });
                }
                if (data.statuses.length < open_github_PAGE)
                    return statuses;
            }
        }),
    };
}
/** GitHub types the state as text; an unknown one counts as an error. */
function parseStatusState(state) {
    return state === 'success' || state === 'failure' || state === 'pending' ? state : 'error';
}


/***/ })

};
