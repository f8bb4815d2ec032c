import { DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE } from '../../../settings/defaults.js';
import { type Fields, isFields } from '../../../text/values.js';
import { asList, type Outcome } from './outcome.js';

export type PromptfooModel = {
  readonly model: string;
  readonly 'base-url'?: string;
  readonly 'api-key-env'?: string;
  readonly parameters?: Fields;
};

/** Providers with an OpenAI-compatible address: the address, and the usual variable of the key. */
const PROVIDERS: Readonly<Record<string, readonly [string, string]>> = {
  openai: [DEFAULT_BASE_URL, DEFAULT_KEY_VARIABLE],
  anthropic: ['https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  google: ['https://generativelanguage.googleapis.com/v1beta/openai', 'GEMINI_API_KEY'],
  groq: ['https://api.groq.com/openai/v1', 'GROQ_API_KEY'],
  mistral: ['https://api.mistral.ai/v1', 'MISTRAL_API_KEY'],
  ollama: ['http://localhost:11434/v1', 'OLLAMA_API_KEY'],
  openrouter: ['https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'],
};
const MODEL = /^(\w+):(?:(?:chat|messages|responses):)?(.+)$/;
const OTHER_KINDS =
  /^(?:agents?|assistant|claude-agent-sdk|codex|completion|embedding|image|moderation|realtime)/;
const PARAMETERS = /^(?:temperature|max_tokens|max_completion_tokens|top_p|seed|stop|reasoning_effort)$/;
const ADDRESS = /^api(?:BaseUrl|KeyEnvar|KeyRequired)$/;

export function importProviders(given: unknown, outcome: Outcome): readonly PromptfooModel[] {
  return asList(given).flatMap((entry) => {
    const { id, config } = isFields(entry) ? entry : { id: entry, config: {} };
    const [, provider = '', model = ''] = MODEL.exec(String(id)) ?? [];
    const [address, variable] = PROVIDERS[provider] ?? [];
    if (address === undefined || OTHER_KINDS.test(model)) {
      outcome.skipped(
        `provider ${id ?? Object.keys(Object(entry))[0]}`,
        'not a chat model; if it is your agent, see docs/agents.md',
      );
      return [];
    }
    outcome.taken(`provider ${id}`, `model ${model}`);
    const options = Object.entries(isFields(config) ? config : {});
    for (const [name] of options.filter(([each]) => !PARAMETERS.test(each) && !ADDRESS.test(each))) {
      outcome.skipped(`provider option ${name}`, 'no counterpart');
    }
    const { apiBaseUrl = address, apiKeyEnvar = variable } = Object.fromEntries(options);
    const parameters = options.filter(([name]) => PARAMETERS.test(name));
    return [
      {
        model,
        ...(apiBaseUrl !== DEFAULT_BASE_URL && { 'base-url': String(apiBaseUrl) }),
        ...(apiKeyEnvar !== DEFAULT_KEY_VARIABLE && { 'api-key-env': String(apiKeyEnvar) }),
        ...(parameters.length > 0 && { parameters: Object.fromEntries(parameters) }),
      },
    ];
  });
}
