import { describeError, ProviderError } from '../model/errors.js';
import type { KeylessLogin } from '../model/provider.js';
import { createRedactor, type Redact } from '../text/redact.js';
import type { HttpFetch } from './http-fetch.js';

/** Mints an identity token of GitHub for this audience. Every call mints a new one. */
export type MintToken = (audience: string) => Promise<string>;

/** The only hosts that get a token. */
const HOSTS: Readonly<Record<KeylessLogin['provider'], readonly string[]>> = {
  openai: ['api.openai.com', 'auth.openai.com'],
  anthropic: ['api.anthropic.com'],
};

/** The SDKs set no limit of their own. */
const MAX_EXCHANGE_MS = 30_000;

/** Exchanges GitHub's identity tokens for a provider's access tokens through its SDK, and keeps both out of all texts. */
export class TokenExchange {
  readonly login: KeylessLogin;
  readonly #mint: MintToken;
  readonly #httpFetch: HttpFetch;
  readonly #tokens = new Set<string>();
  #redact: Redact = (text) => text;
  #refusal: ProviderError | null = null;

  constructor(login: KeylessLogin, mint: MintToken, httpFetch: HttpFetch) {
    this.login = login;
    this.#mint = mint;
    this.#httpFetch = httpFetch;
  }

  /** A new token of GitHub for one exchange: a second use is refused. */
  readonly getToken = async (): Promise<string> => {
    try {
      const token = await this.#mint(this.login.audience);
      this.#hide(token);
      return token;
    } catch (error) {
      const why = `GitHub gave no identity token (${describeError(error)}); give the job the permission \`id-token: write\``;
      throw this.#refuse(why);
    }
  };

  /** The SDK's `fetch`. */
  readonly fetch: HttpFetch = async (input, init) => {
    const { host, pathname } = new URL(input instanceof Request ? input.url : input);
    if (!HOSTS[this.login.provider].includes(host)) throw this.#refuse(`no token is sent to ${host}`);
    const [, token] = /^Bearer (.+)$/i.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
    if (token !== undefined) this.#hide(token);
    const signal = init?.signal ?? AbortSignal.timeout(MAX_EXCHANGE_MS);
    const response = await this.#httpFetch(input, { ...init, signal });
    const { status } = response;
    if (!pathname.endsWith('/oauth/token')) return response;
    this.#refusal = null;
    if (status >= 400 && status < 500 && status !== 429) {
      this.#refuse(
        `${host} refused GitHub's identity token (status ${status}); check its federation rule for this workflow`,
      );
    }
    return response;
  };

  readonly redact: Redact = (text) => this.#redact(text);

  /** Why the last exchange failed for good; the SDKs throw errors of their own. */
  get refusal(): ProviderError | null {
    return this.#refusal;
  }

  #hide(token: string): void {
    if (this.#tokens.has(token)) return;
    this.#tokens.add(token);
    this.#redact = createRedactor([...this.#tokens]);
  }

  #refuse(why: string): ProviderError {
    this.#refusal = new ProviderError(this.redact(why), { kind: 'unauthorized' });
    return this.#refusal;
  }
}
