import type { PromptFile } from '../../dataset/prompt-file.js';
import { readImportedFiles } from '../../files/reached-files.js';
import type { FileReader } from '../../model/repository.js';
import { escapePattern } from '../../text/foreign-pattern.js';

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
/** A file of this name is an agent if it reads a prompt. */
const MAIN =
  /(?:^|\/)(?:__main__|main|app|run|chat|cli|index|[\w-]*(?:agent|bot)[\w-]*)\.(?:py|[cm]?[jt]s)$/i;
/** Files of other projects, builds and tools, which may lie there without being ignored by git. */
export const INSTALLED = /(?:^|\/)(?:node_modules|dist|build|vendor|venv|site-packages|\.[^/]+)\/|^\.\.\//i;
/** Tests, and types without code. */
export const TEST =
  /(?:^|\/)(?:tests?|__tests__)\/|(?:^|\/)(?:test_|conftest)|[._-](?:test|spec)\.|\.d\.ts$/i;
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
/** Libraries that read a key from a variable which the program's text need not name. */
const LIBRARIES: readonly { readonly imported: RegExp; readonly keyVariable: string }[] = [
  {
    imported:
      /\b(?:import|from)\s+(?:[\w.]+\s*,\s*)*["']?(?:openai|langchain_openai|@openai\/\w+|@(?:ai-sdk|langchain)\/openai)\b/,
    keyVariable: 'OPENAI_API_KEY',
  },
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
    const files = await readImportedFiles(path, reader);
    const text = [...files.values()].join('\n');
    const read = prompts.filter((prompt) => namesFile(text, prompt.path));
    if (AGENT.test(path) || read.length > 0) {
      programs.push({
        path,
        files,
        readsLines: readsStandardInput(text),
        prompts: read,
        ...findVariables(text),
      });
    }
  }
  const [best = null] = programs.toSorted((a, b) => rankProgram(b) - rankProgram(a));
  return best;
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
 * Lines of `watch` that leave out documentation which the program does not read: `docs/**` and Markdown outside its
 * folders. Empty if there is none.
 */
export function listWatch({ path, files, prompts }: Program, all: readonly string[]): readonly string[] {
  const paths = all.filter((each) => !INSTALLED.test(each));
  const text = [...files.values()].join('\n');
  const own = [path, ...files.keys(), ...prompts.map((prompt) => prompt.path)].flatMap(listTopFolder);
  const folders = [...new Set(paths.flatMap(listTopFolder))].filter(
    (folder) => own.includes(folder) || namesFolder(text, folder),
  );
  const inside = (each: string) => listTopFolder(each).some((folder) => folders.includes(folder));
  const markdown = paths.filter((each) => /\.mdx?$/i.test(each));
  const namedFiles = markdown.filter((each) => !inside(each) && namesFile(text, each));
  const isLeftOut = (each: string) => !inside(each) && !namedFiles.includes(each);
  const lines = [
    ...(markdown.some(isLeftOut) ? ['!/**/*.md'] : []),
    ...(paths.some((each) => each.startsWith('docs/') && isLeftOut(each)) ? ['!docs/**'] : []),
  ];
  if (lines.length === 0) return [];
  const back = folders.filter((folder) => markdown.some((each) => each.startsWith(`${folder}/`)));
  return [...lines, ...back.map((folder) => `${folder}/**`), ...namedFiles];
}

function listTopFolder(path: string): readonly string[] {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 || first === '..' ? [] : [first];
}
