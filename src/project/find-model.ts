import { findPreset, PROVIDER_PRESETS } from '../model/provider.js';
import type { FileReader } from '../model/repository.js';
import { DEFAULT_KEY_VARIABLE } from '../settings/defaults.js';
import { isSameProvider } from '../settings/providers.js';
import { findVariables } from './find-program.js';
import { namesFile } from './find-prompts.js';
import { isSource } from './find-sources.js';

/** A model that the repository's code asks, as a suite names it. */
export type NamedModel = {
  /** With its provider, such as `anthropic/claude-haiku-4-5`. */
  readonly model: string;
  /** Of a provider that is not known by a name. */
  readonly baseUrl: string | null;
  readonly keyVariable: string | null;
  /** The file that names it. */
  readonly path: string;
};

/** A larger repository is not read as a whole. */
const MAX_FILES = 300;
/** `model="gpt-6-luna"`, `MODEL = 'gpt-6-luna'`, `model: "gpt-6-luna"`. */
const MODEL = /(?<![a-z])model(?:_?(?:name|id))?["']?\s*(?::\s*str\s*)?[:=]\s*["'`]([\w./:@-]+)["'`]/gi;
/** `openai("gpt-6-luna")` of the AI SDK. */
const FACTORY = /\b(openai|anthropic|google|mistral|groq)\(\s*["'`]([\w./:@-]+)["'`]/g;
const FACTORY_PRESETS: Readonly<Record<string, string>> = { google: 'gemini' };
const BASE_URL = /\b(?:base_?url|api_base)["']?\s*[:=]\s*["'`](https?:\/\/[^"'`\s]+)["'`]/gi;
/** Models that answer nothing. */
const NO_CHAT = /embed|whisper|tts|moderation|rerank|dall-e|image/i;
/** Families of models whose provider their name shows. */
const FAMILIES: readonly (readonly [RegExp, string | null])[] = [
  [/^(?:gpt-|chatgpt|o\d)/, null],
  [/^claude/, 'anthropic'],
  [/^gemini/, 'gemini'],
  [/^(?:mistral|ministral|codestral|magistral)/, 'mistral'],
];

/** The model of the code that names the prompt; `null` unless there is exactly one. */
export async function findPromptsModel(
  reader: FileReader,
  paths: readonly string[],
  prompt: string,
): Promise<NamedModel | null> {
  const texts = new Map<string, string>();
  for (const path of paths.filter(isSource).slice(0, MAX_FILES)) {
    const text = (await reader.read(path)) ?? '';
    if (namesFile(text, prompt)) texts.set(path, text);
  }
  return findModel(texts);
}

/** The model that files of code name; `null` unless there is exactly one. */
export function findModel(texts: ReadonlyMap<string, string>): NamedModel | null {
  const models = [...texts].flatMap(([path, text]) => listModels(path, text));
  const [first, ...others] = models;
  if (first === undefined || others.some(({ model }) => model !== first.model)) return null;
  return first;
}

function listModels(path: string, text: string): readonly NamedModel[] {
  const addresses = new Set([...text.matchAll(BASE_URL)].map(([, url = '']) => url));
  // With two addresses, it is unknown which one serves the model.
  if (addresses.size > 1) return [];
  const [address = null] = addresses;
  const factoryModels = [...text.matchAll(FACTORY)].map(([, factory = '', name = '']) => {
    const preset = FACTORY_PRESETS[factory] ?? factory;
    return preset === 'openai' ? name : `${preset}/${name}`;
  });
  const namedModels = [...text.matchAll(MODEL)].map(([, name = '']) => name);
  return [...factoryModels, ...namedModels]
    .filter((name) => !NO_CHAT.test(name))
    .map((name) => placeModel(name, address, text))
    .filter((model) => model !== null)
    .map((model) => ({ ...model, path }));
}

type PlacedModel = Omit<NamedModel, 'path'>;

/** A model with its provider: by its address, its name, or the library that asks it. */
function placeModel(name: string, address: string | null, text: string): PlacedModel | null {
  if (address !== null) return placeAtAddress(name, address, text);
  if (isNamedWithProvider(name)) return buildKnownModel(null, name);
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  if (family !== undefined) return buildKnownModel(family[1], name);
  const { keyVariables } = findVariables(text);
  const [only, ...others] = Object.entries(PROVIDER_PRESETS).filter(([, { keyVariable }]) =>
    keyVariables.includes(keyVariable),
  );
  return only === undefined || others.length > 0 ? null : buildKnownModel(only[0], name);
}

function placeAtAddress(name: string, address: string, text: string): PlacedModel | null {
  const preset = findPresetAt(address);
  if (preset !== null) return buildKnownModel(preset, name);
  const { keyVariables } = findVariables(text);
  // A library for OpenAI's interface has OpenAI's variable, also if it is given another key.
  const own = keyVariables.filter((each) => each !== DEFAULT_KEY_VARIABLE);
  if (own.length > 1) return null;
  return { model: name, baseUrl: address, keyVariable: own[0] ?? DEFAULT_KEY_VARIABLE };
}

/** @param preset `null` if the name has it already, or for OpenAI. */
function buildKnownModel(preset: string | null, name: string): PlacedModel {
  const isPlain = preset === null || preset === 'openai';
  return { model: isPlain ? name : `${preset}/${name}`, baseUrl: null, keyVariable: null };
}

function findPresetAt(address: string): string | null {
  const match = Object.entries(PROVIDER_PRESETS).find(([, { baseUrl }]) => isSameProvider(baseUrl, address));
  return match?.[0] ?? null;
}

/** True for `gemini/…`, and false for a provider whose address depends on the account. */
function isNamedWithProvider(name: string): boolean {
  try {
    return findPreset(name) !== null;
  } catch {
    return false;
  }
}
