import { UserError } from './errors.js';

export type ProviderPreset = {
  /** `null`: the SDK's default, api.openai.com. */
  readonly baseUrl: string | null;
  readonly keyVariable: string;
};

/** Providers by the first part of a model's name, such as `gemini/<model>`. The user replaces `<…>` in an address. */
export const PROVIDER_PRESETS: Readonly<Record<string, ProviderPreset>> = {
  openai: { baseUrl: null, keyVariable: 'OPENAI_API_KEY' },
  anthropic: { baseUrl: 'https://api.anthropic.com', keyVariable: 'ANTHROPIC_API_KEY' },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyVariable: 'GEMINI_API_KEY',
  },
  mistral: { baseUrl: 'https://api.mistral.ai/v1', keyVariable: 'MISTRAL_API_KEY' },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', keyVariable: 'GROQ_API_KEY' },
  together: { baseUrl: 'https://api.together.ai/v1', keyVariable: 'TOGETHER_API_KEY' },
  openrouter: { baseUrl: 'https://openrouter.ai/api/v1', keyVariable: 'OPENROUTER_API_KEY' },
  ollama: { baseUrl: 'http://localhost:11434/v1', keyVariable: 'OLLAMA_API_KEY' },
  vllm: { baseUrl: 'http://localhost:8000/v1', keyVariable: 'VLLM_API_KEY' },
  litellm: { baseUrl: 'http://localhost:4000/v1', keyVariable: 'LITELLM_API_KEY' },
  azure: {
    baseUrl: 'https://<resource>.openai.azure.com/openai/v1/',
    keyVariable: 'AZURE_OPENAI_API_KEY',
  },
  bedrock: {
    baseUrl: 'https://bedrock-runtime.<region>.amazonaws.com/openai/v1',
    keyVariable: 'AWS_BEARER_TOKEN_BEDROCK',
  },
};

/**
 * The preset that a model's name begins with, for a model without a base URL; else `null`. Throws `UserError` if the
 * preset's address depends on the user's account.
 */
export function findPreset(model: string | null): (ProviderPreset & { readonly preset: string }) | null {
  const [preset = '', name] = model?.split('/', 2) ?? [];
  const found = name && Object.hasOwn(PROVIDER_PRESETS, preset) ? PROVIDER_PRESETS[preset] : undefined;
  if (found === undefined) return null;
  if (found.baseUrl?.includes('<')) {
    throw new UserError(
      `model: \`${model}\` needs the address of your own account. Set the base URL to ${found.baseUrl}, its key's variable to ${found.keyVariable}, and the model to \`${name}\`.`,
    );
  }
  return { ...found, preset };
}

/** True for an address on this machine: it needs no key, and no proxy. */
export function isLocalAddress(url: string | null): boolean {
  const host = url === null ? '' : (URL.parse(url)?.hostname ?? '');
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);
}
