import { posix } from 'node:path';
import type { PromptFile } from '../../dataset/prompt-file.js';
import { readImportedFiles } from '../../files/reached-files.js';
import type { FileReader } from '../../model/repository.js';
import { escapePattern } from '../../text/foreign-pattern.js';
import { ADDRESS_VARIABLE } from '../address-variable.js';

/** A program that may be the agent, found by its name and its text. */
export type Program = ProgramVariables & {
  readonly path: string;
  /** The program and the files that it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** True if it reads questions from its standard input, as a command has to. */
  readonly readsLines: boolean;
  /** The prompts that its text names. */
  readonly prompts: readonly PromptFile[];
};

/** The environment variables that a program's text names. */
export type ProgramVariables = {
  /** Names of environment variables with keys that it needs. */
  readonly keyVariables: readonly string[];
  /** Names of other environment variables without which it fails. */
  readonly requiredVariables: readonly string[];
  /** Names of other environment variables that it reads. */
  readonly otherVariables: readonly string[];
};

/** A file of this name is an agent, whatever it reads. */
const AGENT = /(?:^|\/)(?:agent|bot|chatbot|assistant)\.(?:py|[cm]?[jt]s)$/i;
/** A file of this name is an agent if it reads a prompt or has a model's key. */
const MAIN =
  /(?:^|\/)(?:__main__|main|app|run|chat|cli|index|[\w-]*(?:agent|bot)[\w-]*)\.(?:py|[cm]?[jt]s)$/i;
/** Files of other projects, builds and tools, which may lie there without being ignored by git. */
export const INSTALLED = /(?:^|\/)(?:node_modules|dist|build|vendor|venv|site-packages|\.[^/]+)\/|^\.\.\//i;
/** Tests, and types without code. */
export const TEST =
  /(?:^|\/)(?:tests?|__tests__)\/|(?:^|\/)(?:test_|conftest)|[._-](?:test|spec)\.|\.d\.ts$/i;
/** A server waits for requests, so it is not the program that answers questions. */
const SERVES =
  /\b(?:createServer|express\(|fastify\(|Fastify\(|new Hono|Bun\.serve|Deno\.serve|FastAPI\(|Flask\(|uvicorn)/;
const READS_LINES = /\bstdin\b|\bfileinput\b|\binput\(\s*\)|\bopen\(0\b|\breadFileSync\(0\b/;
/** Among more candidates, no name says which one is the agent. */
const MAX_CANDIDATES = 20;

/** `os.environ["X"]`, `os.getenv("X")`, `process.env.X`. */
const VARIABLE = /(?:environ(?:\.get\(|\[)|getenv\(|process\.env(?:\.|\[))\s*["'`]?([A-Z][A-Z0-9_]*)\b/g;
/** `os.environ["X"]` fails without it. */
const REQUIRED = /\benviron\[\s*["']([A-Z][A-Z0-9_]*)["']\s*\]/g;
/** The usual variable of an SDK's address, which the program passes on without naming it twice. */
const ADDRESS = /_(?:BASE_)?URL$|_API_BASE$/;
/** A command gets a variable of such a name only if its target lists it. */
const KEY = /_(?:KEY|TOKEN|SECRET|PASSWORD)$/;
/** Never passed to a command, or there on every machine. */
const NOT_ASKED =
  /^(?:GITHUB_|GH_TOKEN|ACTIONS_|INPUT_|RUNNER_|(?:CI|DEBUG|HOME|HOST|LANG|LOG_LEVEL|NODE_ENV|PATH|PORT|PWD|TMPDIR|USER)$)/;
/** It reads its address from a variable, too, which the program's text need not name. */
export const OPENAI_LIBRARY =
  /\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*["']?(?:openai|langchain_openai|@openai\/\w+|@(?:ai-sdk|langchain)\/openai)\b/;
/** Libraries that read a key from a variable which the program's text need not name. */
const LIBRARIES: readonly { readonly imported: RegExp; readonly keyVariable: string }[] = [
  { imported: OPENAI_LIBRARY, keyVariable: 'OPENAI_API_KEY' },
  {
    imported:
      /\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*["']?(?:anthropic|langchain_anthropic|@anthropic-ai\/\w+|@(?:ai-sdk|langchain)\/anthropic)\b/,
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  { imported: /\bgoogle(?:\.genai|\.generativeai)\b|@google\/gen/, keyVariable: 'GEMINI_API_KEY' },
  {
    imported: /\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*["']?(?:mistralai|@mistralai\/|@ai-sdk\/mistral)/,
    keyVariable: 'MISTRAL_API_KEY',
  },
  {
    imported: /\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*["']?(?:groq(?:-sdk)?|@ai-sdk\/groq)\b/,
    keyVariable: 'GROQ_API_KEY',
  },
  { imported: /@ai-sdk\/google\b/, keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY' },
];

/** The program that is most likely the agent: it reads questions, reads the prompts, is named so; else `null`. */
export async function findProgram(
  reader: FileReader,
  paths: readonly string[],
  prompts: readonly PromptFile[],
): Promise<Program | null> {
  const candidates = paths.filter((path) => (AGENT.test(path) || MAIN.test(path)) && !TEST.test(path));
  const programs: Program[] = [];
  for (const path of candidates.slice(0, MAX_CANDIDATES)) {
    const files = await readProgram(path, reader);
    const text = [...files.values()].join('\n');
    const program = {
      path,
      files,
      readsLines: readsStandardInput(text),
      prompts: prompts.filter((prompt) => namesFile(text, prompt.path)),
      ...findVariables(text),
    };
    if (AGENT.test(path) || asksModel(program, text)) programs.push(program);
  }
  const [best = null] = programs.toSorted((a, b) => rankProgram(b) - rankProgram(a));
  return best;
}

function asksModel({ readsLines, prompts, keyVariables }: Program, text: string): boolean {
  if (SERVES.test(text) && !readsLines) return false;
  return prompts.length > 0 || keyVariables.length > 0;
}

/** A program and the files that it imports, by path. */
export function readProgram(path: string, reader: FileReader): Promise<ReadonlyMap<string, string>> {
  return readImportedFiles(path, reader, listModuleFolders(path));
}

/** Where Python finds the project's own modules: the folders around a program, and `src` in them. */
function listModuleFolders(path: string): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  const around = ['', ...folders.map((_, at) => folders.slice(0, at + 1).join('/'))];
  return around.flatMap((folder) => [folder, posix.join(folder, 'src')]);
}

function rankProgram({ path, readsLines, prompts }: Program): number {
  return (readsLines ? 4 : 0) + (prompts.length > 0 ? 2 : 0) + (AGENT.test(path) ? 1 : 0);
}

/** True for a text that names a file or its folder: `"prompts/support.md"`, `Path("prompts") / name`. */
export function namesFile(text: string, path: string): boolean {
  const parts = path.split('/');
  const folder = parts.at(-2);
  return text.includes(parts.at(-1) ?? path) || (folder !== undefined && namesFolder(text, folder));
}

function namesFolder(text: string, folder: string): boolean {
  return new RegExp(`(?<![\\w-])${escapePattern(folder)}(?=[/"'\`])`).test(text);
}

/** True for a variable with the address of a provider. */
export function isAddressVariable(name: string): boolean {
  return ADDRESS.test(name);
}

/** True for a program that asks OpenAI's models at the address of the usual variable: it or its library reads that. */
export function readsAddressVariable({ files }: Program): boolean {
  const text = [...files.values()].join('\n');
  return text.includes(ADDRESS_VARIABLE) || OPENAI_LIBRARY.test(text);
}

/** True for a variable that a command gets only if its target lists it. */
export function isKeyVariable(name: string): boolean {
  return KEY.test(name);
}

/** True for a text that reads its standard input. */
export function readsStandardInput(text: string): boolean {
  return READS_LINES.test(text);
}

/** Keys without which a program fails: it names them so, or the SDK that it imports reads them by itself. */
export function listRequiredKeyVariables(text: string): readonly string[] {
  const { keyVariables } = findVariables(text);
  const namedKeys = keyVariables.filter((name) => text.includes(name));
  const required = [...text.matchAll(REQUIRED)].map(([, name = '']) => name);
  return namedKeys.length === 0 ? keyVariables : namedKeys.filter((name) => required.includes(name));
}

/** The environment variables that a program's text names, and those of the libraries that it imports. */
export function findVariables(text: string): ProgramVariables {
  const names = [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))]
    .filter((name) => !NOT_ASKED.test(name))
    .sort();
  const implied = LIBRARIES.filter(({ imported }) => imported.test(text)).map(
    ({ keyVariable }) => keyVariable,
  );
  const keys = names.filter((name) => KEY.test(name));
  const others = names.filter((name) => !KEY.test(name));
  const required = new Set([...text.matchAll(REQUIRED)].map(([, name]) => name));
  return {
    keyVariables: [...new Set([...implied, ...keys])].sort(),
    requiredVariables: others.filter((name) => required.has(name)),
    otherVariables: others.filter((name) => !required.has(name)),
  };
}

/**
 * Lines of `watch` that leave out documentation which the program does not name: `docs/**` and Markdown at the top. Empty
 * if there is none. Markdown elsewhere may be what the agent knows.
 *
 * @param prefix The working directory in the repository.
 */
export function listWatch(
  { files, prompts }: Program,
  paths: readonly string[],
  prefix: string,
): readonly string[] {
  const text = [...files.values()].join('\n');
  const isRead = (path: string) => text.includes(path) || prompts.some((prompt) => prompt.path === path);
  const pages = paths.filter((path) => /^[^/]+\.md$/i.test(path));
  const hasDocs = paths.some((path) => path.startsWith('docs/')) && !namesFolder(text, 'docs');
  return [
    ...(pages.every(isRead) ? [] : ['!*.md']),
    ...(prefix === '' ? [] : ['!/*.md']),
    ...(hasDocs ? ['!docs/**'] : []),
    ...(pages.every(isRead) ? [] : pages.filter(isRead)),
  ];
}
