import { attempt } from '../../../model/errors.js';
import { omitUndefined } from '../../../model/omit-undefined.js';
import { DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE } from '../../../settings/defaults.js';
import { namePage } from '../../../settings/page-name.js';
import { toPlainNumbers } from '../../../text/json.js';
import { type Fields, isFields } from '../../../text/values.js';
import {
  type ConfigPart,
  listFields,
  listItems,
  parseConfigPart,
  readFields,
  renderValue,
} from './config-part.js';
import type { ImportOutcome } from './import-outcome.js';
import type { ReadNamed } from './named-files.js';
import { findProviderRemedy } from './remedies.js';

/** A model as the keys of a target. */
export type PromptfooModel = {
  readonly model: string;
  readonly 'base-url'?: string;
  readonly 'api-key-env'?: string;
  readonly parameters?: Fields;
};

/** A model, and what the config calls it. */
export type NamedTarget = {
  readonly target: PromptfooModel;
  /** `null` if the config gives none. */
  readonly label: string | null;
  /** Such as `openai`. */
  readonly provider: string;
};

type Provider = {
  /** As promptfoo's `apiBaseUrl` names it; `null` if each account has its own. */
  readonly address: string | null;
  /** The path that an OpenAI-compatible client adds to that address. */
  readonly path: '' | `/${string}`;
  /** The usual variable of the key. */
  readonly keyVariable: string;
  /** How a model's name says that it is this provider's, at its usual address. */
  readonly preset?: string;
};

const PROVIDERS: Readonly<Record<string, Provider>> = {
  openai: { address: DEFAULT_BASE_URL, path: '', keyVariable: DEFAULT_KEY_VARIABLE },
  anthropic: {
    address: 'https://api.anthropic.com',
    path: '/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
    preset: 'anthropic',
  },
  azure: { address: null, path: '/openai/v1', keyVariable: 'AZURE_API_KEY' },
  google: {
    address: 'https://generativelanguage.googleapis.com',
    path: '/v1beta/openai',
    keyVariable: 'GEMINI_API_KEY',
    preset: 'gemini',
  },
  groq: {
    address: 'https://api.groq.com/openai/v1',
    path: '',
    keyVariable: 'GROQ_API_KEY',
    preset: 'groq',
  },
  localai: { address: 'http://localhost:8080/v1', path: '', keyVariable: 'LOCALAI_API_KEY' },
  mistral: {
    address: 'https://api.mistral.ai/v1',
    path: '',
    keyVariable: 'MISTRAL_API_KEY',
    preset: 'mistral',
  },
  ollama: {
    address: 'http://localhost:11434',
    path: '/v1',
    keyVariable: 'OLLAMA_API_KEY',
    preset: 'ollama',
  },
  openrouter: {
    address: 'https://openrouter.ai/api/v1',
    path: '',
    keyVariable: 'OPENROUTER_API_KEY',
    preset: 'openrouter',
  },
};

/** Names of models of these may have a colon. */
const COLONS = /^(?:ollama|openrouter)$/;
const CHAT = /^(?:chat|messages|responses)$/;
const NO_CHAT = /^(?:completion|embeddings?|claude-agent-sdk|codex-sdk|live)$/;
const AGENT =
  /^(?:file:|exec:|python:|golang:|ruby:|https?(?::|$)|webhook|wss?:|mcp:|package:|.*-sdk$|openai:(?:agents|assistant):)/;
const PARAMETERS =
  /^(?:temperature|max_tokens|max_completion_tokens|top_p|seed|stop|reasoning_effort|(?:frequency|presence)_penalty)$/;
const ADDRESS = /^api(?:BaseUrl|KeyEnvar)$/;
/** Azure's account, `acme.openai.azure.com`. The path that we use needs no version. */
const AZURE_ADDRESS = /^api(?:Host|Version)$/;
/** Options that name another address in ways that are not read here. */
const OTHER_ADDRESS = /^api(?:Host|Version)$|^(?:base_?url|basePath|host|region|deployment)/i;
/** Options whose text a model reads with each prompt. */
export const ADDED_TEXT = /^(?:system|developer|instructions?$|prompt$|prefix$|suffix$)/i;
const PROVIDER_FILE = /^file:.*\.(?:ya?ml|json)$/;
const KNOWN_KEYS = ['id', 'label', 'config'];
const SET_MODEL = `set \`model\` and \`base-url\` of the suites: ${namePage('providers.md')}`;

/** The models of the config, with a row of the outcome for each provider. */
export async function importProviders(
  given: ConfigPart,
  read: ReadNamed,
  outcome: ImportOutcome,
): Promise<readonly NamedTarget[]> {
  const models: NamedTarget[] = [];
  for (const entry of listItems(given)) {
    for (const { id, options } of await readEntries(entry, read)) {
      const model = readModel(id, options);
      if (typeof model === 'string') {
        outcome.skipped(`provider ${id ?? ''}`.trimEnd(), model, options);
        continue;
      }
      outcome.taken(`provider ${id}`, `model ${model.model}`);
      for (const [name, part] of listUnreadOptions(options)) {
        outcome.skipped(`provider option ${name}`, findProviderRemedy(name), part);
      }
      const [provider = ''] = (id ?? '').split(':');
      models.push({ target: model, label: readLabel(options), provider });
    }
  }
  return models;
}

function readLabel(options: ConfigPart): string | null {
  const { label } = readFields(options);
  return typeof label === 'string' ? label : null;
}

type ProviderEntry = { readonly id: string | null; readonly options: ConfigPart };

/** A name, a group with `id`, a name with its group, or a file of these. */
async function readEntries(entry: ConfigPart, read: ReadNamed): Promise<readonly ProviderEntry[]> {
  const { value } = entry;
  if (typeof value === 'string' && PROVIDER_FILE.test(value)) {
    const files = await read(value);
    const parsed = await attempt([], async () =>
      files.flatMap(({ text, path }) => listItems(parseConfigPart(text ?? '', path))),
    );
    const entries = (parsed ?? []).filter((part) => !renderValue(part.value).startsWith('file:'));
    if (entries.length > 0) return (await Promise.all(entries.map((part) => readEntries(part, read)))).flat();
  }
  if (typeof value === 'string') return [{ id: value, options: entry }];
  const { id } = readFields(entry);
  if (typeof id === 'string') return [{ id, options: entry }];
  const [first, ...others] = listFields(entry);
  if (first === undefined || others.length > 0 || id !== undefined) return [{ id: null, options: entry }];
  const [name, options] = first;
  const own = readFields(options)['id'];
  return [{ id: typeof own === 'string' ? own : name, options }];
}

/** The model, or the reason why there is none. */
function readModel(id: string | null, options: ConfigPart): PromptfooModel | string {
  if (id === null) return 'it has no id';
  const name = readName(id);
  if (name === null) return explainMissingModel(id);
  const { provider, model } = name;
  const config = Object(toPlainNumbers(readFields(options.at('config'))));
  const added = [...listFields(options.at('config')), ...listPassed(options)].find(([key]) =>
    ADDED_TEXT.test(key.replace('passthrough.', '')),
  );
  if (added !== undefined) {
    return `its config.${added[0]} is asked with each prompt; write it into the prompts as a system message`;
  }
  const { apiBaseUrl = findUsualAddress(provider, config), apiKeyEnvar = provider.keyVariable } = config;
  const isElsewhere = Object.keys(config).some(
    (key) => OTHER_ADDRESS.test(key) && !(provider.address === null && AZURE_ADDRESS.test(key)),
  );
  if (isElsewhere || !isPlain(apiBaseUrl) || !isPlain(apiKeyEnvar)) {
    return `its address is not a plain ${provider.address === null ? 'apiHost' : 'apiBaseUrl'}; ${SET_MODEL}`;
  }
  const baseUrl = buildCompatibleAddress(apiBaseUrl, provider);
  const isUsual = apiBaseUrl === provider.address && apiKeyEnvar === provider.keyVariable;
  const parameters = Object.entries(config).filter(([key, value]) => isParameter(key, value));
  const common = { parameters: parameters.length > 0 ? Object.fromEntries(parameters) : undefined };
  if (isUsual && provider.preset !== undefined) {
    return omitUndefined({ model: `${provider.preset}/${model}`, ...common });
  }
  return omitUndefined({
    model,
    'base-url': baseUrl === DEFAULT_BASE_URL ? undefined : baseUrl,
    'api-key-env': apiKeyEnvar === DEFAULT_KEY_VARIABLE ? undefined : apiKeyEnvar,
    ...common,
  });
}

/** Parts of a request that promptfoo passes as they are. */
function listPassed(options: ConfigPart): readonly (readonly [string, ConfigPart])[] {
  const passed = listFields(options.at('config').at('passthrough'));
  return passed.map(([key, part]) => [`passthrough.${key}`, part]);
}

function explainMissingModel(id: string): string {
  if (PROVIDER_FILE.test(id)) return 'a file that cannot be read';
  return AGENT.test(id) ? `your own agent: ${namePage('agents.md')}` : `unknown here; ${SET_MODEL}`;
}

function findUsualAddress({ address }: Provider, { apiHost }: { readonly apiHost?: unknown }): string | null {
  if (address !== null || !isPlain(apiHost)) return address;
  return `https://${apiHost.replace(/^https?:\/\//, '')}`;
}

/** The address of the OpenAI-compatible interface, whose path the user may have written already. */
function buildCompatibleAddress(given: string, { path }: Provider): string {
  if (path === '') return given;
  const address = given.replace(/\/+$/, '');
  return address.endsWith(path) ? address : `${address}${path}`;
}

function isPlain(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('{');
}

/** `openai:chat:gpt-4o` → `gpt-4o` of OpenAI; `null` for anything but a chat model of a known provider. */
function readName(id: string): { readonly provider: Provider; readonly model: string } | null {
  const [name = '', first = '', ...rest] = id.split(':');
  const provider = Object.hasOwn(PROVIDERS, name) ? PROVIDERS[name] : undefined;
  if (provider === undefined || first === '' || NO_CHAT.test(first) || id.includes('{')) return null;
  const words = CHAT.test(first) ? rest : [first, ...rest];
  const model = words.join(':');
  const isModel = model !== '' && (CHAT.test(first) || words.length === 1 || COLONS.test(name));
  return isModel ? { provider, model } : null;
}

/** True for a parameter with a value that is not a template. */
function isParameter(key: string, value: unknown): boolean {
  return PARAMETERS.test(key) && !JSON.stringify(value).includes('{{');
}

function listUnreadOptions(options: ConfigPart): readonly (readonly [string, ConfigPart])[] {
  const config = options.at('config');
  const isUnread = config.value !== undefined && config.value !== null && !isFields(config.value);
  return [
    ...listFields(options).filter(([key]) => !KNOWN_KEYS.includes(key) || (key === 'config' && isUnread)),
    ...listFields(config).filter(
      ([key, { value }]) => !ADDRESS.test(key) && key !== 'apiHost' && !isParameter(key, value),
    ),
  ];
}
