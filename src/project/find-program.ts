import { posix } from 'node:path';
import type { PromptFile } from '../dataset/prompt-file.js';
import { readImportedFiles } from '../files/reached-files.js';
import type { FileReader } from '../model/repository.js';
import { ADDRESS_VARIABLE } from '../settings/defaults.js';
import { listNamedPrompts } from './find-prompts.js';
import type { Source } from './find-sources.js';
import { readGoProgram } from './read-go-program.js';
import { readsQuestions } from './reads-questions.js';

/** A program that may be the agent, found by its name and its text. */
export type Program = ProgramVariables & {
  readonly path: string;
  /** The program and the files that it imports, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** True if it reads questions from its standard input while that stays open, as a command has to. */
  readonly readsLines: boolean;
  /** True if it waits for requests, and for no lines of its standard input. */
  readonly isServer: boolean;
  /** True if it can be run as a command: something starts it, and it is no server. */
  readonly canStart: boolean;
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

/** A file of this name is the agent, whatever it reads. */
const AGENT = /(?:^|\/)(?:agent|bot|chatbot|assistant)\.\w+$/i;
/** Programs for developers, which ask a model too. */
const TOOL =
  /(?:^|\/)(?:evals?|bench\w*|scripts?|tools?|examples?|notebooks?|migrations?)\/|(?:^|\/)(?:eval|bench|setup)\w*\.\w+$/i;
/** A server or a route waits for requests, so it is not the program that answers questions. */
const SERVES =
  /\b(?:createServer|express\(|fastify\(|Fastify\(|new Hono|Bun\.serve|Deno\.serve|FastAPI\(|Flask\(|uvicorn|lambda_handler|defineEventHandler|export (?:async function|function|const) POST\b)/;
/** Nor is a page or a chat bot. */
const SERVES_WITH =
  /\b(?:import|from)\s+(?:streamlit|gradio|chainlit|slack_bolt|discord|telegram|telebot|aiogram)\b|["'](?:telegraf|discord\.js|@slack\/bolt)["']/;
/** Asks a model without a library whose key is known. */
const ASKS_MODEL =
  /\bchat[./]completions\b|\/v1\/(?:messages|responses)\b|\b(?:messages|responses|completions)\.create\b|\bgenerateContent\b|\b(?:litellm|ollama|langchain\w*|langgraph|llama_index|pydantic_ai|crewai|dspy|smolagents|@mastra\/core|bedrock-runtime)\b/i;
/** Imports are followed from so many files. */
const MAX_CANDIDATES = 50;

/** `os.environ["X"]`, `os.getenv("X")`, `process.env.X`. */
const VARIABLE =
  /(?:environ(?:\.get\(|\[)|[gG]etenv\(|\bENV(?:\.fetch\(|\[)|process\.env(?:\.|\[))\s*["'`]?([A-Z][A-Z0-9_]*)\b/g;
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
  /\b(?:(?:import|from)\s+(?:[\w.]+\s*,\s*)*|require\(\s*)["']?(?:openai|langchain_openai|@openai\/\w+|@(?:ai-sdk|langchain)\/openai|agents import [^\n]*\b(?:Agent|Runner))\b/;
/** Libraries that read a key from a variable which the program's text need not name. */
const LIBRARIES: readonly { readonly imported: RegExp; readonly keyVariable: string }[] = [
  { imported: OPENAI_LIBRARY, keyVariable: 'OPENAI_API_KEY' },
  {
    imported:
      /\b(?:(?:import|from)\s+(?:[\w.]+\s*,\s*)*|require\(\s*)["']?(?:anthropic|langchain_anthropic|@anthropic-ai\/\w+|@(?:ai-sdk|langchain)\/anthropic)\b/,
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  { imported: /\bgoogle(?:\.genai|\.generativeai)\b|@google\/gen/, keyVariable: 'GEMINI_API_KEY' },
  {
    imported:
      /\b(?:(?:import|from)\s+(?:[\w.]+\s*,\s*)*|require\(\s*)["']?(?:mistralai|@mistralai\/|@ai-sdk\/mistral)/,
    keyVariable: 'MISTRAL_API_KEY',
  },
  {
    imported: /\b(?:(?:import|from)\s+(?:[\w.]+\s*,\s*)*|require\(\s*)["']?(?:groq(?:-sdk)?|@ai-sdk\/groq)\b/,
    keyVariable: 'GROQ_API_KEY',
  },
  { imported: /@ai-sdk\/google\b/, keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY' },
];

/** The files that may be the agent: they read a prompt or ask a model. The most likely one comes first. */
export async function findPrograms(
  reader: FileReader,
  sources: readonly Source[],
  prompts: readonly PromptFile[],
): Promise<readonly Program[]> {
  const programs: Program[] = [];
  const starts = sources.filter(({ text, isStarted }) => isStarted || asksModel(text, prompts));
  const candidates = starts.toSorted((a, b) => Number(b.isStarted) - Number(a.isStarted));
  for (const source of candidates.slice(0, MAX_CANDIDATES)) {
    const program = await openProgram(reader, source, prompts);
    const text = joinFiles(program.files);
    const isTool = TOOL.test(source.path) && !program.readsLines;
    if (!isTool && (AGENT.test(source.path) || asksModel(text, prompts))) programs.push(program);
  }
  return programs.toSorted((a, b) => rankProgram(b) - rankProgram(a));
}

/** A file as the program that is the agent. */
export async function openProgram(
  reader: FileReader,
  { path, isStarted }: Source,
  prompts: readonly PromptFile[],
): Promise<Program> {
  const files = await readProgram(path, reader);
  const text = joinFiles(files);
  const readsLines = readsQuestions(text);
  const isServer = (SERVES.test(text) || SERVES_WITH.test(text)) && !readsLines;
  return {
    path,
    files,
    readsLines,
    isServer,
    canStart: (isStarted || readsLines) && !isServer,
    prompts: listNamedPrompts(text, prompts),
    ...findVariables(text),
  };
}

/** The text of a program's files, to search it for what any of them names. */
export function joinFiles(files: Program['files']): string {
  return [...files.values()].join('\n');
}

function asksModel(text: string, prompts: readonly PromptFile[]): boolean {
  return (
    ASKS_MODEL.test(text) ||
    LIBRARIES.some(({ imported }) => imported.test(text)) ||
    listNamedPrompts(text, prompts).length > 0
  );
}

/** A program and the files that it imports, by path. */
export function readProgram(path: string, reader: FileReader): Promise<ReadonlyMap<string, string>> {
  return path.endsWith('.go')
    ? readGoProgram(path, reader)
    : readImportedFiles(path, reader, listModuleFolders(path));
}

/** Where Python finds the project's own modules: the folders around a program, and `src` in them. */
export function listModuleFolders(path: string): readonly string[] {
  const folders = path.split('/').slice(0, -1);
  const around = ['', ...folders.map((_, at) => folders.slice(0, at + 1).join('/'))];
  return around.flatMap((folder) => [folder, posix.join(folder, 'src')]);
}

function rankProgram({ path, readsLines, canStart, prompts }: Program): number {
  return (
    (readsLines ? 8 : 0) + (prompts.length > 0 ? 4 : 0) + (canStart ? 2 : 0) + (AGENT.test(path) ? 1 : 0)
  );
}

/** True for a variable with the address of a provider. */
export function isAddressVariable(name: string): boolean {
  return ADDRESS.test(name);
}

/** True for a program that asks OpenAI's models at the address of the usual variable: it or its library reads that. */
export function readsAddressVariable({ files }: Program): boolean {
  const text = joinFiles(files);
  return text.includes(ADDRESS_VARIABLE) || OPENAI_LIBRARY.test(text);
}

/** True for a variable that a command gets only if its target lists it. */
export function isKeyVariable(name: string): boolean {
  return KEY.test(name);
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
