import type { Message } from '../model/case.js';
import type { ChatRequest } from '../model/provider.js';
import type { ErrorAnswer } from './provider-failure.js';

/** Two names of one setting; a model accepts only one. */
const OTHER_NAME: Readonly<Record<string, string>> = {
  max_tokens: 'max_completion_tokens',
  max_completion_tokens: 'max_tokens',
};

/** Changes other than those of a parameter. */
const FORMAT = 'response_format';
const SYSTEM = 'system message';

/**
 * Changes to a request: names of parameters, which are left out or sent under their other name, the response
 * format, or the system message, which then opens the user's.
 */
type Changes = ReadonlySet<string>;

const NO_CHANGES: Changes = new Set();

/** Everything in this request that may be changed: the format, our own parameters, and names. */
function listChangeable({ messages, parameters, responseFormat, optional }: ChatRequest): readonly string[] {
  const renamed = Object.keys(OTHER_NAME).filter((name) => {
    return Object.hasOwn(parameters, name) && !Object.hasOwn(parameters, OTHER_NAME[name] ?? '');
  });
  if (optional === undefined) return renamed;
  const roles = messages.map(({ role }) => role);
  return [
    ...renamed,
    ...optional.parameters.filter((name) => Object.hasOwn(parameters, name)),
    ...(responseFormat === undefined ? [] : [FORMAT]),
    ...(roles.includes('system') && roles.includes('user') ? [SYSTEM] : []),
  ];
}

function changeRequest(request: ChatRequest, changes: Changes): ChatRequest {
  if (changes.size === 0) return request;
  const { responseFormat, optional, ...others } = request;
  const hasFormat = responseFormat !== undefined && !changes.has(FORMAT);
  const messages = hasFormat ? request.messages : (optional?.messages ?? request.messages);
  const changed = {
    ...others,
    parameters: changeParameters(request.parameters, changes),
    messages: changes.has(SYSTEM) ? joinSystem(messages) : messages,
  };
  return hasFormat ? { ...changed, responseFormat } : changed;
}

/** Changed parameters get their other name, or are left out if they have none. */
function changeParameters(
  parameters: ChatRequest['parameters'],
  changes: Changes,
): ChatRequest['parameters'] {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const sentAs = changes.has(name) ? OTHER_NAME[name] : name;
    if (sentAs !== undefined) changed[sentAs] = value;
  }
  return changed;
}

/** The system messages at the top of the first message of the user. */
function joinSystem(messages: readonly Message[]): readonly Message[] {
  const rules = messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const others = messages.filter(({ role }) => role !== 'system');
  const first = others.findIndex(({ role }) => role === 'user');
  return others.map((message, at) =>
    at === first ? { ...message, content: [...rules, message.content].join('\n\n') } : message,
  );
}

/** Chat templates without a system role refuse it in words of their own. */
const SYSTEM_WORDS =
  /\bsystem[\s_-]*(role|message|prompt|instruction)|\brole\b.{0,40}\bsystem\b|developer instruction|roles must alternate|chat template/i;

/** The first part of the answer that names something which was sent decides. */
function listNamed({ parameter, message, details }: ErrorAnswer, sent: readonly string[]): readonly string[] {
  if (parameter !== null && /^(response_format|text\.format)/.test(parameter)) {
    return sent.filter((name) => name === FORMAT);
  }
  for (const text of [parameter ?? '', message, details]) {
    const named = sent.filter((name) =>
      name === SYSTEM ? SYSTEM_WORDS.test(text) : new RegExp(`\\b${name}\\b`, 'i').test(text),
    );
    // An answer that repeats the whole request names nothing.
    if (named.includes(FORMAT)) return [FORMAT];
    const parameters = named.filter((name) => name !== SYSTEM);
    if (named.length > 0) return parameters.length > 0 ? parameters : named;
  }
  return [];
}

/** Parts to leave out if the answer names none: the least loss comes first. */
function listGuesses(changeable: readonly string[]): readonly (readonly string[])[] {
  const format = changeable.filter((name) => name === FORMAT);
  const system = changeable.filter((name) => name === SYSTEM);
  const ours = changeable.filter((name) => name !== FORMAT && name !== SYSTEM && !(name in OTHER_NAME));
  const all = [format, ours, [...format, ...ours], system, [...format, ...ours, ...system]];
  return all.filter((guess) => guess.length > 0);
}

/**
 * One request in the form that its model takes. After a refusal, what the answer names is left out first, then the
 * format, our own parameters, both, and the system message. The request decides which one, since every server words its refusals
 * in its own way.
 */
export class RequestForm {
  readonly #request: ChatRequest;
  readonly #changeable: readonly string[];
  readonly #tried = new Set<string>();
  #changes: Changes = NO_CHANGES;
  /** Changes that refusals named, and guesses. */
  #base: Changes = NO_CHANGES;
  /** The part of it that has changed the provider's answer. */
  #proven: Changes = NO_CHANGES;
  #lastMessage: string | null = null;

  constructor(request: ChatRequest) {
    this.#request = request;
    this.#changeable = listChangeable(request);
  }

  /** The next request. */
  get request(): ChatRequest {
    return changeRequest(this.#request, this.#changes);
  }

  get changes(): Changes {
    return this.#changes;
  }

  /** True once the request was sent in more than one form. */
  get isChanged(): boolean {
    return this.#tried.size > 1;
  }

  /** True if the model is known to refuse something that the request, as last sent, still has. */
  isOutdated(refusals: Changes): boolean {
    return this.#changeable.some((name) => refusals.has(name) && !this.#changes.has(name));
  }

  /** Takes over what the model is known to refuse. */
  adopt(refusals: Changes): void {
    const more = this.#changeable.filter((name) => refusals.has(name));
    this.#base = new Set([...this.#base, ...more]);
    this.#changes = new Set([...this.#changes, ...more]);
    this.#tried.add(buildFormKey([...this.#changes]));
  }

  /** Changes the request after a refusal: `named` by the answer, or a `guess`; `null` if nothing is left to try. */
  change(answer: ErrorAnswer): 'named' | 'guess' | null {
    // The same words again: what they seemed to name was not the cause.
    if (answer.message === this.#lastMessage) {
      this.#base = this.#proven;
      this.#changes = this.#base;
    } else {
      this.#proven = this.#base;
    }
    this.#lastMessage = answer.message;
    const sent = this.#changeable.filter((name) => !this.#changes.has(name));
    const named = listNamed(answer, sent);
    if (named.length > 0 && this.#try([...this.#changes, ...named])) {
      this.#base = this.#changes;
      return 'named';
    }
    const guesses = listGuesses(this.#changeable);
    return guesses.some((guess) => this.#try([...this.#base, ...guess])) ? 'guess' : null;
  }

  /** The one other form for a server that keeps failing: without what it names, else without the format. */
  changeOnce(answer: ErrorAnswer): boolean {
    const sent = this.#changeable.filter((name) => !this.#changes.has(name));
    const named = listNamed(answer, sent);
    const left = named.length > 0 ? named : sent.filter((name) => name === FORMAT);
    return this.#try([...this.#changes, ...left]);
  }

  /** False if the request was sent in this form before. */
  #try(names: readonly string[]): boolean {
    const key = buildFormKey(names);
    if (this.#tried.has(key)) return false;
    this.#tried.add(key);
    this.#changes = new Set(names);
    return true;
  }
}

function buildFormKey(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join();
}

/** After so many refusals in different words that no other form helped against, other forms are tried no more. */
const MAX_FAILED_REFUSALS = 3;

type FormSearch = { readonly form: RequestForm; readonly ended: PromiseWithResolvers<void> };

/** Remembers what a provider's models refuse, for all requests of a run. */
export class FormMemory {
  readonly #known = new Map<string, Set<string>>();
  /** By model and format, the request that looks for a form. Others wait for what it finds. */
  readonly #searches = new Map<string, FormSearch>();
  /** By model and format, the refusals after which no form succeeded. */
  readonly #failures = new Map<string, Set<string>>();

  /** A format is refused by its schema, so it is known by its name; anything else by the model. */
  recall(request: ChatRequest): Changes {
    const learnedChanges = this.#known.get(request.model) ?? NO_CHANGES;
    return learnedChanges.has(buildFormatName(request))
      ? new Set([...learnedChanges, FORMAT])
      : learnedChanges;
  }

  /** Begins to look for a form of the request, unless another request of its kind does. */
  beginSearch(request: ChatRequest, form: RequestForm): void {
    const key = buildKindKey(request);
    if (!this.#searches.has(key)) this.#searches.set(key, { form, ended: Promise.withResolvers() });
  }

  /** The end of another request's search for a form; `null` if there is none. */
  otherSearch(request: ChatRequest, form: RequestForm): Promise<void> | null {
    const search = this.#searches.get(buildKindKey(request));
    return search === undefined || search.form === form ? null : search.ended.promise;
  }

  /** Ends this request's search, if it has begun one. */
  endSearch(request: ChatRequest, form: RequestForm): void {
    const key = buildKindKey(request);
    const search = this.#searches.get(key);
    if (search?.form !== form) return;
    this.#searches.delete(key);
    search.ended.resolve();
  }

  /** Remembers that no form of a request succeeded after this refusal. */
  rememberFailure(request: ChatRequest, refusal: string): void {
    const key = buildKindKey(request);
    this.#failures.set(key, new Set([...(this.#failures.get(key) ?? []), removeDigits(refusal)]));
  }

  /** True if another form of the request is not worth a try. */
  hasFailed(request: ChatRequest, refusal: string): boolean {
    const lost = this.#failures.get(buildKindKey(request));
    return lost !== undefined && (lost.size >= MAX_FAILED_REFUSALS || lost.has(removeDigits(refusal)));
  }

  /** Remembers the changes of a request that succeeded; returns the new ones in words. */
  learn(request: ChatRequest, changes: Changes): readonly string[] {
    const modelRefusals = this.#known.get(request.model) ?? new Set<string>();
    this.#known.set(request.model, modelRefusals);
    return [...changes].flatMap((name) => {
      const key = name === FORMAT ? buildFormatName(request) : name;
      if (modelRefusals.has(key)) return [];
      modelRefusals.add(key);
      return [renderChange(name, request)];
    });
  }
}

function buildKindKey(request: ChatRequest): string {
  return JSON.stringify([request.model, buildFormatName(request)]);
}

/** Refusals differ in numbers of tokens and of requests. */
function removeDigits(text: string): string {
  return text.replace(/\d+/g, '#');
}

function buildFormatName({ responseFormat }: ChatRequest): string {
  return `${FORMAT} ${responseFormat?.kind === 'json_schema' ? responseFormat.name : ''}`;
}

function renderChange(name: string, { responseFormat }: ChatRequest): string {
  if (name === SYSTEM) return 'the rules open the user message instead of a system message';
  if (name !== FORMAT) {
    const other = OTHER_NAME[name];
    return other === undefined ? `${name} is left out` : `${other} is sent instead of ${name}`;
  }
  const form = responseFormat?.kind === 'json_schema' ? responseFormat.name : 'the reply';
  return `the form of ${form} is described in words instead of a strict schema`;
}
