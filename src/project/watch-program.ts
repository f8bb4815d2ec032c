import { posix } from 'node:path';
import { escapeGlob } from '../files/watched-files.js';
import type { FileReader } from '../model/repository.js';
import type { Program } from './find-program.js';
import { INSTALLED, isSource } from './find-sources.js';
import { canReadAnything, findFolder, listCodePaths, listSettingsPaths, splitPath } from './named-paths.js';

/** Files that a program's suite does not watch. */
export type ProgramWatch = {
  /** Lines of `watch`; none if every file is watched. */
  readonly lines: readonly string[];
  /** Names without endings of files that are left out. */
  readonly papers: readonly string[];
  /** Folders that are left out. */
  readonly documentation: readonly string[];
  /** Folders in which nothing is left out, since the code names them. */
  readonly data: readonly string[];
  /** The file of code that may read any file, so that nothing is left out; `null` if there is none. */
  readonly readsAnything: string | null;
};

/** Files for the people who work on a project, with any ending: `README.ja.md`. */
const PAPERS = ['README', 'CHANGELOG', 'CONTRIBUTING', 'LICENSE', 'CODE_OF_CONDUCT', 'SECURITY'];
const DOCUMENTATION = ['docs', 'doc'];

/** Code of another language only runs as another program, for which everything is watched. */
const LANGUAGES = [/\.py$/, /\.[cm]?[jt]sx?$/, /\.rb$/, /\.go$/, /\.php$/];
/** They are no part of what the agent runs. */
const FOR_DEVELOPERS =
  /(?:^|\/)(?:evals?|bench\w*|examples?|notebooks?|migrations?|tests?|spec)\/|(?:^|\/)setup\.py$/;
const SETTINGS = /\.(?:toml|ya?ml|json[5c]?|ini|cfg|conf|properties|env|xml|txt)$|(?:^|\/)\.env[^/]*$/i;
/** Settings of tools, which count only if the code names them. */
const TOOL_SETTINGS =
  /(?:^|\/)(?:(?:package|composer|[tj]sconfig[^/]*|biome|typedoc|renovate|turbo|nx|vercel|codecov)\.jsonc?|(?:pyproject|book|netlify|ruff)\.toml|(?:setup|tox)\.\w+|(?:requirements|constraints)[^/]*\.txt|mkdocs\.ya?ml|\.[^/]+\.(?:ya?ml|jsonc?)|[^/]*lock[^/]*)$/i;
const TEXT = /\.(?:mdx?|rst|txt|adoc)$/i;

const COMMENT_LINE = /^[ \t]*(?:#(?!!)|\/\/(?!go:embed)|\*).*$/gm;
const EMBED = /^\/\/go:embed[ \t]+(.*)$/gm;

type ProjectFiles = {
  readonly reader: FileReader;
  readonly paths: readonly string[];
  /** The working directory in the repository. */
  readonly prefix: string;
};

/**
 * Leaves out documentation that the agent cannot read, also if it is written later: papers such as `README.md`, and
 * `docs/`. What the code or a settings file names stays watched. Everything does if the code lists a folder that it does
 * not name, or starts another program: a check too many is better than an edit without one.
 */
export async function watchProgram(
  program: Pick<Program, 'path' | 'files'>,
  project: ProjectFiles,
): Promise<ProgramWatch> {
  const { paths, prefix } = project;
  const code = await readCode(program, project);
  const folders = new Set([...DOCUMENTATION, ...listFolders(paths).map((folder) => posix.basename(folder))]);
  const texts = [...code.values()];
  const [readsAnything] = [...code].find(([, text]) => canReadAnything(text, texts, folders)) ?? [];
  if (readsAnything !== undefined)
    return { lines: [], papers: [], documentation: [], data: [], readsAnything };
  const byCode = texts.flatMap(listCodePaths);
  const named = [...byCode, ...(await readSettingsPaths(byCode, project))];
  const files = new Set(named.map((path) => splitPath(path).at(-1)?.split('.')[0]));
  const papers = PAPERS.filter((paper) => !files.has(paper));
  const documentation = DOCUMENTATION.filter(
    (folder) => folder === 'docs' || paths.some((path) => path.startsWith(`${folder}/`)),
  ).filter((folder) => !named.some((path) => splitPath(path).includes(folder)));
  const read = new Set(named.filter((path) => !isFileName(path)).map((path) => findFolder(path, folders)));
  const data = listTextFolders(paths, (folder) => read.has(folder));
  return {
    lines: [
      ...(papers.length === 0 ? [] : [`!${prefix === '' ? '' : '/'}**/{${papers.join(',')}}{,.*}`]),
      ...documentation.map((folder) => `!${folder}/**`),
      ...data.map((folder) => `${escapeGlob(folder)}/**`),
    ],
    papers,
    documentation,
    data,
    readsAnything: null,
  };
}

/** The program's files and the other code of its language, since not every import can be followed. */
async function readCode(
  { path, files }: Pick<Program, 'path' | 'files'>,
  { reader, paths }: ProjectFiles,
): Promise<ReadonlyMap<string, string>> {
  const language = LANGUAGES.find((pattern) => pattern.test(path));
  const texts = new Map(files);
  for (const other of paths) {
    if (language?.test(other) && isSource(other) && !FOR_DEVELOPERS.test(other) && !files.has(other))
      texts.set(other, (await reader.read(other, 'anything')) ?? '');
  }
  return new Map([...texts].map(([each, text]) => [each, removeComments(text)]));
}

/** Keeps what Go embeds, as a call. */
function removeComments(text: string): string {
  return text
    .replaceAll(COMMENT_LINE, '')
    .replaceAll(EMBED, (_, list: string) => `go:embed("${list.trim().replaceAll(/\s+/g, '", "')}")`);
}

async function readSettingsPaths(
  byCode: readonly string[],
  { reader, paths }: ProjectFiles,
): Promise<readonly string[]> {
  const files = new Set(byCode.map((path) => splitPath(path).at(-1)));
  const named: string[] = [];
  for (const path of paths.filter((each) => SETTINGS.test(each) && !INSTALLED.test(each))) {
    const isOfTool = TOOL_SETTINGS.test(path) && !files.has(posix.basename(path));
    const isDocumentation = DOCUMENTATION.some((folder) => path.startsWith(`${folder}/`));
    if (!isOfTool && !isDocumentation && !FOR_DEVELOPERS.test(path))
      named.push(...listSettingsPaths((await reader.read(path, 'anything')) ?? ''));
  }
  return named;
}

/** `kb/prices.md`, but not `kb/*.md` or `kb`. */
function isFileName(path: string): boolean {
  return !path.includes('*') && /\w\.\w+$/.test(path);
}

function listFolders(paths: readonly string[]): readonly string[] {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder))
      folders.add(folder);
  }
  return [...folders].sort();
}

/** The wanted folders with texts in them, without those that are inside another one. */
function listTextFolders(paths: readonly string[], isWanted: (name: string) => boolean): readonly string[] {
  const wanted = listFolders(paths.filter((path) => TEXT.test(path))).filter((folder) =>
    isWanted(posix.basename(folder)),
  );
  return wanted.filter((folder) => !wanted.some((other) => folder.startsWith(`${other}/`)));
}
