export const id = 339;
export const ids = [339];
export const modules = {

2313:
((module, exports, __webpack_require__) => {

/* module decorator */ module = __webpack_require__.nmd(module);
 if ( true && module !== globalThis.module && typeof exports !== 'undefined' && module.exports === exports) {
Object.defineProperty(exports, "__esModule", ({ value: true }));
exports.findX509Credential = exports.rememberX509Credential = exports.findX509OAuthError = exports.rememberX509OAuthError = exports.isApprovedX509Client = exports.markApprovedX509Client = exports.isRetryableX509IssuerError = exports.markRetryableX509IssuerError = exports.isTransientX509ConnectionError = exports.markTransientX509ConnectionError = exports.rememberRegisteredX509Transport = exports.findRegisteredX509Transport = void 0;
/** One lexical capability registry remains authoritative across mixed module formats. */
const registeredX509Transports = new WeakMap();
const transientX509ConnectionErrors = new WeakSet();
const retryableX509IssuerErrors = new WeakSet();
const approvedX509Clients = new WeakSet();
const approvedX509OAuthErrors = new WeakMap();
const approvedX509Credentials = new WeakMap();
/** Looks up an opaque capability without exposing the registry itself. */
exports.findRegisteredX509Transport = WeakMap.prototype.get.bind(registeredX509Transports);
/** Records a capability only after the Node-only factory verifies its genuine private dispatcher. */
exports.rememberRegisteredX509Transport = WeakMap.prototype.set.bind(registeredX509Transports);
/** Privately brands sanitized connection errors shared across CommonJS and ESM clients. */
exports.markTransientX509ConnectionError = WeakSet.prototype.add.bind(transientX509ConnectionErrors);
/** Recognizes a transient connection without trusting public error properties. */
exports.isTransientX509ConnectionError = WeakSet.prototype.has.bind(transientX509ConnectionErrors);
/** Privately brands issuer-generated retryable HTTP failures across module formats. */
exports.markRetryableX509IssuerError = WeakSet.prototype.add.bind(retryableX509IssuerErrors);
/** Recognizes only retryable HTTP errors produced by the trusted certificate exchange. */
exports.isRetryableX509IssuerError = WeakSet.prototype.has.bind(retryableX509IssuerErrors);
/** Brands only clients whose transport capability was successfully validated. */
exports.markApprovedX509Client = WeakSet.prototype.add.bind(approvedX509Clients);
/** Recognizes immutable client ownership across mixed CommonJS and ESM helpers. */
exports.isApprovedX509Client = WeakSet.prototype.has.bind(approvedX509Clients);
/** Records the sanitized OAuth response without trusting mutable public error properties. */
exports.rememberX509OAuthError = WeakMap.prototype.set.bind(approvedX509OAuthErrors);
/** Retrieves trusted OAuth metadata for public cross-module error normalization. */
exports.findX509OAuthError = WeakMap.prototype.get.bind(approvedX509OAuthErrors);
/** Privately binds SDK-owned credentials to their immutable identity and approved transport. */
exports.rememberX509Credential = WeakMap.prototype.set.bind(approvedX509Credentials);
/** Resolves only first-class credentials created by the optional Node transport helper. */
exports.findX509Credential = WeakMap.prototype.get.bind(approvedX509Credentials);
}
//# sourceMappingURL=x509-transport-state.cjs.map

}),

339:
((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  OpenAI: () => (OpenAI)
});

// NAMESPACE OBJECT: ./.bundle/node_modules/openai/internal/auth/x509-transport-state-browser.mjs
var x509_transport_state_browser_namespaceObject = {};
__webpack_require__.r(x509_transport_state_browser_namespaceObject);
__webpack_require__.d(x509_transport_state_browser_namespaceObject, {
  findRegisteredX509Transport: () => (findRegisteredX509Transport),
  findX509Credential: () => (findX509Credential),
  findX509OAuthError: () => (findX509OAuthError),
  isApprovedX509Client: () => (x509_transport_state_browser_isApprovedX509Client),
  isRetryableX509IssuerError: () => (isRetryableX509IssuerError),
  isTransientX509ConnectionError: () => (isTransientX509ConnectionError),
  markApprovedX509Client: () => (markApprovedX509Client),
  markRetryableX509IssuerError: () => (markRetryableX509IssuerError),
  markTransientX509ConnectionError: () => (markTransientX509ConnectionError),
  rememberRegisteredX509Transport: () => (rememberRegisteredX509Transport),
  rememberX509Credential: () => (rememberX509Credential),
  rememberX509OAuthError: () => (rememberX509OAuthError)
});

;
function __classPrivateFieldSet(receiver, state, value, kind, f) {
    if (kind === "m")
        throw new TypeError("Private method is not writable");
    if (kind === "a" && !f)
        throw new TypeError("Private accessor was defined without a setter");
    if (typeof state === "function" ? receiver !== state || !f : !state.has(receiver))
        throw new TypeError("Cannot write private member to an object whose class did not declare it");
    return kind === "a" ? f.call(receiver, value) : f ? (f.value = value) : state.set(receiver, value), value;
}
function __classPrivateFieldGet(receiver, state, kind, f) {
    if (kind === "a" && !f)
        throw new TypeError("Private accessor was defined without a getter");
    if (typeof state === "function" ? receiver !== state || !f : !state.has(receiver))
        throw new TypeError("Cannot read private member from an object whose class did not declare it");
    return kind === "m" ? f : kind === "a" ? f.call(receiver) : f ? f.value : state.get(receiver);
}
function __classPrivateFieldIn(state, receiver) {
    if (receiver === null || (typeof receiver !== "object" && typeof receiver !== "function"))
        throw new TypeError("Cannot use 'in' operator on non-object");
    return typeof state === "function" ? receiver === state : state.has(receiver);
}


;
/**
 * https://stackoverflow.com/a/2117523
 */
let uuid4 = function () {
    const { crypto } = globalThis;
    if (crypto?.randomUUID) {
        uuid4 = crypto.randomUUID.bind(crypto);
        return crypto.randomUUID();
    }
    const u8 = new Uint8Array(1);
    const randomByte = crypto ? () => crypto.getRandomValues(u8)[0] : () => (Math.random() * 0xff) & 0xff;
    return '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (c) => (+c ^ (randomByte() & (15 >> (+c / 4)))).toString(16));
};
//# sourceMappingURL=uuid.mjs.map
;
function isAbortError(err) {
    return (typeof err === 'object' &&
        err !== null &&
        // Spec-compliant fetch implementations
        (('name' in err && err.name === 'AbortError') ||
            // Expo fetch
            ('message' in err && String(err.message).includes('FetchRequestCanceledException'))));
}
const castToError = (err) => {
    if (err instanceof Error)
        return err;
    if (typeof err === 'object' && err !== null) {
        try {
            if (Object.prototype.toString.call(err) === '[object Error]') {
                const hasCause = 'cause' in err;
                // @ts-ignore - not all envs have native support for cause yet
                const error = new Error(err.message, hasCause ? { cause: err.cause } : {});
                if (err.stack)
                    error.stack = err.stack;
                // @ts-ignore - not all envs have native support for cause yet
                if (hasCause && !Object.prototype.hasOwnProperty.call(error, 'cause'))
                    error.cause = err.cause;
                if (err.name)
                    error.name = err.name;
                return error;
            }
        }
        catch { }
        try {
            return new Error(JSON.stringify(err));
        }
        catch { }
    }
    return new Error(err);
};
//# sourceMappingURL=errors.mjs.map
;

class error_OpenAIError extends Error {
}
class APIError extends error_OpenAIError {
    constructor(status, error, message, headers) {
        super(`${APIError.makeMessage(status, error, message)}`);
        this.status = status;
        this.headers = headers;
        this.requestID = headers?.get('x-request-id');
        this.error = error;
        const data = error;
        this.code = data?.['code'];
        this.param = data?.['param'];
        this.type = data?.['type'];
    }
    static makeMessage(status, error, message) {
        const msg = error?.message
            ? typeof error.message === 'string'
                ? error.message
                : JSON.stringify(error.message)
            : error
                ? JSON.stringify(error)
                : message;
        if (status && msg) {
            return `${status} ${msg}`;
        }
        if (status) {
            return `${status} status code (no body)`;
        }
        if (msg) {
            return msg;
        }
        return '(no status code or body)';
    }
    static generate(status, errorResponse, message, headers) {
        if (!status || !headers) {
            return new APIConnectionError({ message, cause: castToError(errorResponse) });
        }
        const error = errorResponse?.['error'];
        if (status === 400) {
            return new BadRequestError(status, error, message, headers);
        }
        if (status === 401) {
            return new AuthenticationError(status, error, message, headers);
        }
        if (status === 403) {
            return new PermissionDeniedError(status, error, message, headers);
        }
        if (status === 404) {
            return new NotFoundError(status, error, message, headers);
        }
        if (status === 409) {
            return new ConflictError(status, error, message, headers);
        }
        if (status === 422) {
            return new UnprocessableEntityError(status, error, message, headers);
        }
        if (status === 429) {
            return new RateLimitError(status, error, message, headers);
        }
        if (status >= 500) {
            return new InternalServerError(status, error, message, headers);
        }
        return new APIError(status, error, message, headers);
    }
}
class APIUserAbortError extends APIError {
    constructor({ message } = {}) {
        super(undefined, undefined, message || 'Request was aborted.', undefined);
    }
}
class APIConnectionError extends APIError {
    constructor({ message, cause }) {
        super(undefined, undefined, message || 'Connection error.', undefined);
        // in some environments the 'cause' property is already declared
        // @ts-ignore
        if (cause)
            this.cause = cause;
    }
}
class error_APIConnectionTimeoutError extends APIConnectionError {
    constructor({ message } = {}) {
        super({ message: message ?? 'Request timed out.' });
    }
}
class BadRequestError extends APIError {
}
class AuthenticationError extends APIError {
}
class PermissionDeniedError extends APIError {
}
class NotFoundError extends APIError {
}
class ConflictError extends APIError {
}
class UnprocessableEntityError extends APIError {
}
class RateLimitError extends APIError {
}
class InternalServerError extends APIError {
}
class LengthFinishReasonError extends error_OpenAIError {
    constructor() {
        super(`Could not parse response content as the length limit was reached`);
    }
}
class ContentFilterFinishReasonError extends error_OpenAIError {
    constructor() {
        super(`Could not parse response content as the request was rejected by the content filter`);
    }
}
class InvalidWebhookSignatureError extends Error {
    constructor(message) {
        super(message);
    }
}
/**
 * Error thrown by the API server during OAuth token exchange.
 * Can have status codes 400, 401, or 403.
 * Other status codes from OAuth endpoints are raised as normal APIError types.
 */
class OAuthError extends APIError {
    constructor(status, error, headers) {
        let finalMessage = 'OAuth2 authentication error';
        let error_code = undefined;
        if (error && typeof error === 'object') {
            const errorData = error;
            error_code = errorData['error'];
            const description = errorData['error_description'];
            if (description && typeof description === 'string') {
                finalMessage = description;
            }
            else if (error_code) {
                finalMessage = error_code;
            }
        }
        super(status, error, finalMessage, headers);
        this.error_code = error_code;
    }
}
class SubjectTokenProviderError extends error_OpenAIError {
    constructor(message, provider, cause) {
        super(message);
        this.provider = provider;
        this.cause = cause;
    }
}
//# sourceMappingURL=error.mjs.map
;

// https://url.spec.whatwg.org/#url-scheme-string
const startsWithSchemeRegexp = /^[a-z][a-z0-9+.-]*:/i;
const isAbsoluteURL = (url) => {
    return startsWithSchemeRegexp.test(url);
};
let values_isArray = (val) => ((values_isArray = Array.isArray), values_isArray(val));
let isReadonlyArray = values_isArray;
/** Returns an object if the given value isn't an object, otherwise returns as-is */
function maybeObj(x) {
    if (typeof x !== 'object') {
        return {};
    }
    return x ?? {};
}
// https://stackoverflow.com/a/34491287
function isEmptyObj(obj) {
    if (!obj)
        return true;
    for (const _k in obj)
        return false;
    return true;
}
// https://eslint.org/docs/latest/rules/no-prototype-builtins
function hasOwn(obj, key) {
    return Object.prototype.hasOwnProperty.call(obj, key);
}
function isObj(obj) {
    return obj != null && typeof obj === 'object' && !Array.isArray(obj);
}
const ensurePresent = (value) => {
    if (value == null) {
        throw new OpenAIError(`Expected a value to be given but received ${value} instead.`);
    }
    return value;
};
const validatePositiveInteger = (name, n) => {
    if (typeof n !== 'number' || !Number.isInteger(n)) {
        throw new error_OpenAIError(`${name} must be an integer`);
    }
    if (n < 0) {
        throw new error_OpenAIError(`${name} must be a positive integer`);
    }
    return n;
};
const coerceInteger = (value) => {
    if (typeof value === 'number')
        return Math.round(value);
    if (typeof value === 'string')
        return parseInt(value, 10);
    throw new OpenAIError(`Could not coerce ${value} (type: ${typeof value}) into a number`);
};
const coerceFloat = (value) => {
    if (typeof value === 'number')
        return value;
    if (typeof value === 'string')
        return parseFloat(value);
    throw new OpenAIError(`Could not coerce ${value} (type: ${typeof value}) into a number`);
};
const coerceBoolean = (value) => {
    if (typeof value === 'boolean')
        return value;
    if (typeof value === 'string')
        return value === 'true';
    return Boolean(value);
};
const maybeCoerceInteger = (value) => {
    if (value == null) {
        return undefined;
    }
    return coerceInteger(value);
};
const maybeCoerceFloat = (value) => {
    if (value == null) {
        return undefined;
    }
    return coerceFloat(value);
};
const maybeCoerceBoolean = (value) => {
    if (value == null) {
        return undefined;
    }
    return coerceBoolean(value);
};
const safeJSON = (text) => {
    try {
        return JSON.parse(text);
    }
    catch (err) {
        return undefined;
    }
};
//# sourceMappingURL=values.mjs.map
;
const sleep = (ms, ...signals) => new Promise((resolve, reject) => {
    const activeSignals = [...new Set(signals.filter((signal) => signal != null))];
    let timeout;
    let settled = false;
    const cleanup = () => {
        for (const signal of activeSignals) {
            try {
                signal.removeEventListener('abort', abort);
            }
            catch {
                // Structural signal cleanup must not prevent the promise from settling.
            }
        }
    };
    const settle = (callback) => {
        if (settled) {
            return;
        }
        settled = true;
        if (timeout !== undefined) {
            clearTimeout(timeout);
            timeout = undefined;
        }
        cleanup();
        callback();
    };
    const abort = () => {
        settle(() => reject());
    };
    if (activeSignals.some((signal) => signal.aborted)) {
        abort();
        return;
    }
    timeout = setTimeout(() => {
        settle(resolve);
    }, ms);
    for (const signal of activeSignals) {
        if (settled) {
            break;
        }
        try {
            signal.addEventListener('abort', abort, { once: true });
        }
        catch (error) {
            settle(() => reject(error));
        }
    }
    if (activeSignals.some((signal) => signal.aborted)) {
        abort();
    }
});
//# sourceMappingURL=sleep.mjs.map
;
// Keep these optional runtime features out of the SDK's ES2020 type requirements.
// SAFETY: These host features are optional and checked before use; the structural view avoids requiring newer ambient library declarations.
const weakGlobals = globalThis;
const finalizer = 
// oxlint-disable-next-line anti-slop/no-runtime-typeof -- Weak references and finalizers are optional host capabilities, so probe them before constructing either.
typeof weakGlobals.FinalizationRegistry === 'function'
    ? new weakGlobals.FinalizationRegistry((cleanup) => {
        try {
            cleanup();
        }
        catch {
            // Caller-provided signal methods must not throw out of a GC callback.
        }
    })
    : undefined;
const callbackOwners = new WeakMap();
const subscriptions = new WeakMap();
// This scope receives only a weak reference, so its closures cannot retain the callback.
function subscribeWeakly(signal, reference, registry) {
    let subscription = subscriptions.get(signal);
    if (!subscription) {
        const callbacks = new Set();
        const abort = () => {
            subscriptions.delete(signal);
            for (const callback of callbacks) {
                registry.unregister(callback);
                callback.deref()?.();
            }
            callbacks.clear();
        };
        subscription = { callbacks, abort };
        signal.addEventListener('abort', abort, { once: true });
        subscriptions.set(signal, subscription);
    }
    const owner = subscription;
    owner.callbacks.add(reference);
    return () => {
        owner.callbacks.delete(reference);
        registry.unregister(reference);
        if (owner.callbacks.size === 0) {
            if (subscriptions.get(signal) === owner) {
                subscriptions.delete(signal);
            }
            signal.removeEventListener('abort', owner.abort);
        }
    };
}
// The listener must not retain the shared owner or its other request callbacks.
function releaseOnAbort(signal, callbacks, abort) {
    signal.addEventListener('abort', () => callbacks.deref()?.delete(abort), { once: true });
}
/** Keep cancellation alive until abort or collection of the response body or bodyless custom response. */
function retainRequestAbortCallback(
// oxlint-disable-next-line anti-slop/no-object-parameters -- Abort callbacks are retained by any response-body or custom-response owner identity.
owner, abort, requestSignal) {
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Weak references and finalizers are optional host capabilities, so probe them before constructing either.
    if (typeof weakGlobals.WeakRef === 'function' && finalizer && !requestSignal.aborted) {
        let callbacks = callbackOwners.get(owner);
        if (!callbacks) {
            callbacks = new Set();
            callbackOwners.set(owner, callbacks);
        }
        callbacks.add(abort);
        releaseOnAbort(requestSignal, new weakGlobals.WeakRef(callbacks), abort);
    }
}
/**
 * Share one caller listener without it retaining completed requests. Collection removes
 * weak subscriptions eventually; a live response body or custom response retains its callback.
 * Runtimes without weak references keep the existing listener-based behavior.
 */
function addRequestAbortListener(signal, abort, requestSignal) {
    if (signal.aborted) {
        abort();
        return () => {
            // No listener was installed for an already aborted signal.
        };
    }
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Weak references and finalizers are optional host capabilities, so probe them before constructing either.
    if (typeof weakGlobals.WeakRef !== 'function' || !finalizer) {
        signal.addEventListener('abort', abort, { once: true });
        return () => signal.removeEventListener('abort', abort);
    }
    const reference = new weakGlobals.WeakRef(abort);
    const cleanup = subscribeWeakly(signal, reference, finalizer);
    finalizer.register(abort, cleanup, reference);
    retainRequestAbortCallback(requestSignal, abort, requestSignal);
    return cleanup;
}
//# sourceMappingURL=abort.mjs.map
;
/**
 * This module provides internal shims and utility functions for environments where certain Node.js or global types may not be available.
 *
 * These are used to ensure we can provide a consistent behaviour between different JavaScript environments and good error
 * messages in cases where an environment isn't fully supported.
 */
function getDefaultFetch() {
    if (typeof fetch !== 'undefined') {
        return fetch;
    }
    throw new Error('`fetch` is not defined as a global; Either pass `fetch` to the client, `new OpenAI({ fetch })` or polyfill the global, `globalThis.fetch = fetch`');
}
function makeReadableStream(...args) {
    const ReadableStream = globalThis.ReadableStream;
    if (typeof ReadableStream === 'undefined') {
        // Note: All of the platforms / runtimes we officially support already define
        // `ReadableStream` as a global, so this should only ever be hit on unsupported runtimes.
        throw new Error('`ReadableStream` is not defined as a global; You will need to polyfill it, `globalThis.ReadableStream = ReadableStream`');
    }
    return new ReadableStream(...args);
}
function ReadableStreamFrom(iterable, strategy) {
    let iter = Symbol.asyncIterator in iterable ? iterable[Symbol.asyncIterator]() : iterable[Symbol.iterator]();
    return makeReadableStream({
        start() { },
        async pull(controller) {
            const { done, value } = await iter.next();
            if (done) {
                controller.close();
            }
            else {
                controller.enqueue(value);
            }
        },
        async cancel() {
            await iter.return?.();
        },
    }, strategy);
}
/**
 * Most browsers don't yet have async iterable support for ReadableStream,
 * and Node has a very different way of reading bytes from its "ReadableStream".
 *
 * This polyfill was pulled from https://github.com/MattiasBuelens/web-streams-polyfill/pull/122#issuecomment-1627354490
 */
function ReadableStreamToAsyncIterable(stream) {
    if (stream[Symbol.asyncIterator])
        return stream;
    const reader = stream.getReader();
    return {
        async next() {
            try {
                const result = await reader.read();
                if (result?.done)
                    reader.releaseLock(); // release lock when stream becomes closed
                return result;
            }
            catch (e) {
                reader.releaseLock(); // release lock when stream becomes errored
                throw e;
            }
        },
        async return() {
            const cancelPromise = reader.cancel();
            reader.releaseLock();
            await cancelPromise;
            return { done: true, value: undefined };
        },
        [Symbol.asyncIterator]() {
            return this;
        },
    };
}
/**
 * Cancels a ReadableStream we don't need to consume.
 * See https://undici.nodejs.org/#/?id=garbage-collection
 */
async function CancelReadableStream(stream) {
    if (stream === null || typeof stream !== 'object')
        return;
    if (stream[Symbol.asyncIterator]) {
        await stream[Symbol.asyncIterator]().return?.();
        return;
    }
    const reader = stream.getReader();
    const cancelPromise = reader.cancel();
    reader.releaseLock();
    await cancelPromise;
}
//# sourceMappingURL=shims.mjs.map
;
/** Copies byte arrays into one contiguous `Uint8Array` while preserving their order. */
function bytes_concatBytes(buffers) {
    let length = 0;
    for (const buffer of buffers) {
        length += buffer.length;
    }
    const output = new Uint8Array(length);
    let index = 0;
    for (const buffer of buffers) {
        output.set(buffer, index);
        index += buffer.length;
    }
    return output;
}
let encodeUTF8_;
/** Encodes text as UTF-8 bytes, reusing the platform encoder after its first call. */
function bytes_encodeUTF8(str) {
    let encoder;
    // SAFETY: Supported runtimes provide the standard TextEncoder/TextDecoder globals; the cast keeps their ambient DOM declarations optional.
    return (encodeUTF8_ ??
        ((encoder = new globalThis.TextEncoder()), (encodeUTF8_ = encoder.encode.bind(encoder))))(str);
}
let decodeUTF8_;
/** Decodes UTF-8 bytes as text, reusing the platform decoder after its first call. */
function decodeUTF8(bytes) {
    let decoder;
    // SAFETY: Supported runtimes provide the standard TextEncoder/TextDecoder globals; the cast keeps their ambient DOM declarations optional.
    return (decodeUTF8_ ??
        ((decoder = new globalThis.TextDecoder()), (decodeUTF8_ = decoder.decode.bind(decoder))))(bytes);
}
//# sourceMappingURL=bytes.mjs.map
;
var _LineDecoder_instances, _LineDecoder_buffer, _LineDecoder_start, _LineDecoder_end, _LineDecoder_searchIndex, _LineDecoder_skipLeadingLF, _LineDecoder_append;


/** Maximum backing-buffer capacity retained when completed lines leave little active data. */
const MAX_RETAINED_BUFFER_BYTES = 64 * 1024;
/**
 * Incrementally decodes UTF-8 text into lines without losing partial characters
 * or newline sequences that span multiple chunks.
 *
 * Supports `\n`, `\r`, and `\r\n` line endings. Call {@link flush} after the
 * final chunk to emit a trailing line that does not end with a newline.
 *
 * Based on the line decoder used by the Python `httpx` project:
 * https://github.com/encode/httpx/blob/920333ea98118e9cf617f246905d7b202510941c/httpx/_decoders.py#L258
 */
class LineDecoder {
    /** Creates a decoder with no buffered bytes or pending newline continuation. */
    constructor() {
        _LineDecoder_instances.add(this);
        _LineDecoder_buffer.set(this, void 0);
        _LineDecoder_start.set(this, void 0);
        _LineDecoder_end.set(this, void 0);
        _LineDecoder_searchIndex.set(this, void 0);
        _LineDecoder_skipLeadingLF.set(this, void 0);
        __classPrivateFieldSet(this, _LineDecoder_buffer, new Uint8Array(), "f");
        __classPrivateFieldSet(this, _LineDecoder_start, 0, "f");
        __classPrivateFieldSet(this, _LineDecoder_end, 0, "f");
        __classPrivateFieldSet(this, _LineDecoder_searchIndex, 0, "f");
        __classPrivateFieldSet(this, _LineDecoder_skipLeadingLF, false, "f");
    }
    /**
     * Appends a text or UTF-8 byte chunk and returns every newly completed line.
     *
     * Incomplete lines remain buffered for the next call. A trailing `\r`
     * completes its line immediately, and a following `\n` is consumed as its
     * continuation. `null` and `undefined` are ignored and do not flush buffered
     * content.
     */
    decode(chunk) {
        if (chunk == null) {
            return [];
        }
        let binaryChunk;
        if (chunk instanceof ArrayBuffer) {
            binaryChunk = new Uint8Array(chunk);
            // oxlint-disable-next-line anti-slop/no-runtime-typeof -- The line decoder accepts both text and binary chunks and must select the matching decoding path.
        }
        else if (typeof chunk === 'string') {
            binaryChunk = bytes_encodeUTF8(chunk);
        }
        else {
            binaryChunk = chunk;
        }
        if (binaryChunk.length === 0) {
            return [];
        }
        if (__classPrivateFieldGet(this, _LineDecoder_skipLeadingLF, "f")) {
            __classPrivateFieldSet(this, _LineDecoder_skipLeadingLF, false, "f");
            if (binaryChunk[0] === 0x0a) {
                binaryChunk = binaryChunk.subarray(1);
            }
            if (binaryChunk.length === 0) {
                return [];
            }
        }
        __classPrivateFieldGet(this, _LineDecoder_instances, "m", _LineDecoder_append).call(this, binaryChunk);
        const lines = [];
        let patternIndex;
        while ((patternIndex = findNewlineIndex(__classPrivateFieldGet(this, _LineDecoder_buffer, "f"), __classPrivateFieldGet(this, _LineDecoder_searchIndex, "f"), __classPrivateFieldGet(this, _LineDecoder_end, "f"))) != null) {
            const line = decodeUTF8(__classPrivateFieldGet(this, _LineDecoder_buffer, "f").subarray(__classPrivateFieldGet(this, _LineDecoder_start, "f"), patternIndex.preceding));
            lines.push(line);
            __classPrivateFieldSet(this, _LineDecoder_start, patternIndex.index, "f");
            if (patternIndex.carriage) {
                if (__classPrivateFieldGet(this, _LineDecoder_start, "f") < __classPrivateFieldGet(this, _LineDecoder_end, "f") && __classPrivateFieldGet(this, _LineDecoder_buffer, "f")[__classPrivateFieldGet(this, _LineDecoder_start, "f")] === 0x0a) {
                    __classPrivateFieldSet(this, _LineDecoder_start, __classPrivateFieldGet(this, _LineDecoder_start, "f") + 1, "f");
                }
                else if (__classPrivateFieldGet(this, _LineDecoder_start, "f") === __classPrivateFieldGet(this, _LineDecoder_end, "f")) {
                    __classPrivateFieldSet(this, _LineDecoder_skipLeadingLF, true, "f");
                }
            }
            __classPrivateFieldSet(this, _LineDecoder_searchIndex, __classPrivateFieldGet(this, _LineDecoder_start, "f"), "f");
        }
        __classPrivateFieldSet(this, _LineDecoder_searchIndex, __classPrivateFieldGet(this, _LineDecoder_end, "f"), "f");
        if (__classPrivateFieldGet(this, _LineDecoder_start, "f") === __classPrivateFieldGet(this, _LineDecoder_end, "f")) {
            __classPrivateFieldSet(this, _LineDecoder_start, 0, "f");
            __classPrivateFieldSet(this, _LineDecoder_end, 0, "f");
            __classPrivateFieldSet(this, _LineDecoder_searchIndex, 0, "f");
            if (__classPrivateFieldGet(this, _LineDecoder_buffer, "f").length > MAX_RETAINED_BUFFER_BYTES) {
                __classPrivateFieldSet(this, _LineDecoder_buffer, new Uint8Array(), "f");
            }
        }
        else if (lines.length > 0 && __classPrivateFieldGet(this, _LineDecoder_buffer, "f").length > MAX_RETAINED_BUFFER_BYTES) {
            const length = __classPrivateFieldGet(this, _LineDecoder_end, "f") - __classPrivateFieldGet(this, _LineDecoder_start, "f");
            if (length <= MAX_RETAINED_BUFFER_BYTES || __classPrivateFieldGet(this, _LineDecoder_buffer, "f").length > length * 4) {
                const capacity = length <= MAX_RETAINED_BUFFER_BYTES
                    ? Math.min(Math.max(length * 2, 256), MAX_RETAINED_BUFFER_BYTES)
                    : length * 2;
                const buffer = new Uint8Array(capacity);
                buffer.set(__classPrivateFieldGet(this, _LineDecoder_buffer, "f").subarray(__classPrivateFieldGet(this, _LineDecoder_start, "f"), __classPrivateFieldGet(this, _LineDecoder_end, "f")));
                __classPrivateFieldSet(this, _LineDecoder_buffer, buffer, "f");
                __classPrivateFieldSet(this, _LineDecoder_start, 0, "f");
                __classPrivateFieldSet(this, _LineDecoder_end, length, "f");
                __classPrivateFieldSet(this, _LineDecoder_searchIndex, length, "f");
            }
        }
        return lines;
    }
    /** Emits the remaining unterminated line, or returns an empty array when idle. */
    flush() {
        __classPrivateFieldSet(this, _LineDecoder_skipLeadingLF, false, "f");
        if (__classPrivateFieldGet(this, _LineDecoder_start, "f") === __classPrivateFieldGet(this, _LineDecoder_end, "f")) {
            return [];
        }
        return this.decode('\n');
    }
}
_LineDecoder_buffer = new WeakMap(), _LineDecoder_start = new WeakMap(), _LineDecoder_end = new WeakMap(), _LineDecoder_searchIndex = new WeakMap(), _LineDecoder_skipLeadingLF = new WeakMap(), _LineDecoder_instances = new WeakSet(), _LineDecoder_append = function _LineDecoder_append(chunk) {
    if (__classPrivateFieldGet(this, _LineDecoder_end, "f") + chunk.length > __classPrivateFieldGet(this, _LineDecoder_buffer, "f").length) {
        const length = __classPrivateFieldGet(this, _LineDecoder_end, "f") - __classPrivateFieldGet(this, _LineDecoder_start, "f");
        if (__classPrivateFieldGet(this, _LineDecoder_start, "f") >= __classPrivateFieldGet(this, _LineDecoder_buffer, "f").length / 2 && length + chunk.length <= __classPrivateFieldGet(this, _LineDecoder_buffer, "f").length) {
            __classPrivateFieldGet(this, _LineDecoder_buffer, "f").copyWithin(0, __classPrivateFieldGet(this, _LineDecoder_start, "f"), __classPrivateFieldGet(this, _LineDecoder_end, "f"));
        }
        else {
            const capacity = Math.max(__classPrivateFieldGet(this, _LineDecoder_buffer, "f").length * 2, length + chunk.length, 256);
            const buffer = new Uint8Array(capacity);
            buffer.set(__classPrivateFieldGet(this, _LineDecoder_buffer, "f").subarray(__classPrivateFieldGet(this, _LineDecoder_start, "f"), __classPrivateFieldGet(this, _LineDecoder_end, "f")));
            __classPrivateFieldSet(this, _LineDecoder_buffer, buffer, "f");
        }
        __classPrivateFieldSet(this, _LineDecoder_searchIndex, __classPrivateFieldGet(this, _LineDecoder_searchIndex, "f") - __classPrivateFieldGet(this, _LineDecoder_start, "f"), "f");
        __classPrivateFieldSet(this, _LineDecoder_end, length, "f");
        __classPrivateFieldSet(this, _LineDecoder_start, 0, "f");
    }
    __classPrivateFieldGet(this, _LineDecoder_buffer, "f").set(chunk, __classPrivateFieldGet(this, _LineDecoder_end, "f"));
    __classPrivateFieldSet(this, _LineDecoder_end, __classPrivateFieldGet(this, _LineDecoder_end, "f") + chunk.length, "f");
};
// prettier-ignore
/** Individual characters recognized as possible line terminators. */
LineDecoder.NEWLINE_CHARS = new Set(['\n', '\r']);
/** Matches complete CRLF terminators as well as standalone CR and LF characters. */
LineDecoder.NEWLINE_REGEXP = /\r\n|[\n\r]/g;
/**
 * Searches the active buffer range for the next CR or LF byte and returns its
 * zero-based position, the position immediately after it, and whether the byte
 * was a carriage return. Returns `null` when the range contains no newline byte.
 *
 * ```ts
 * findNewlineIndex(new TextEncoder().encode('abc\ndef'), 0, 7)
 * // => { preceding: 3, index: 4, carriage: false }
 * ```
 */
function findNewlineIndex(buffer, start, end) {
    const newline = 0x0a; // \n
    const carriage = 0x0d; // \r
    for (let i = start; i < end; i++) {
        if (buffer[i] === newline) {
            return { preceding: i, index: i + 1, carriage: false };
        }
        if (buffer[i] === carriage) {
            return { preceding: i, index: i + 1, carriage: true };
        }
    }
    return null;
}
/**
 * Finds the first blank-line separator used to delimit streamed event records.
 *
 * @returns The byte offset immediately after the first pair of consecutive
 * line endings, or `-1` when the buffer contains no complete separator.
 */
function findDoubleNewlineIndex(buffer) {
    for (let i = 0; i < buffer.length - 1; i++) {
        const firstEndingLength = lineEndingLength(buffer, i);
        if (firstEndingLength > 0) {
            const secondEndingIndex = i + firstEndingLength;
            const secondEndingLength = lineEndingLength(buffer, secondEndingIndex);
            if (secondEndingLength > 0) {
                return secondEndingIndex + secondEndingLength;
            }
        }
    }
    return -1;
}
function lineEndingLength(buffer, index) {
    const newline = 0x0a; // \n
    const carriage = 0x0d; // \r
    if (buffer[index] === newline) {
        return 1;
    }
    if (buffer[index] === carriage) {
        return buffer[index + 1] === newline ? 2 : 1;
    }
    return 0;
}
//# sourceMappingURL=line.mjs.map
;

const levelNumbers = {
    off: 0,
    error: 200,
    warn: 300,
    info: 400,
    debug: 500,
};
const parseLogLevel = (maybeLevel, sourceName, client) => {
    if (!maybeLevel) {
        return undefined;
    }
    if (hasOwn(levelNumbers, maybeLevel)) {
        return maybeLevel;
    }
    loggerFor(client).warn(`${sourceName} was set to ${JSON.stringify(maybeLevel)}, expected one of ${JSON.stringify(Object.keys(levelNumbers))}`);
    return undefined;
};
function noop() { }
function makeLogFn(fnLevel, logger, logLevel) {
    if (!logger || levelNumbers[fnLevel] > levelNumbers[logLevel]) {
        return noop;
    }
    else {
        // Don't wrap logger functions, we want the stacktrace intact!
        return logger[fnLevel].bind(logger);
    }
}
const noopLogger = {
    error: noop,
    warn: noop,
    info: noop,
    debug: noop,
};
let cachedLoggers = /* @__PURE__ */ new WeakMap();
function loggerFor(client) {
    const logger = client.logger;
    const logLevel = client.logLevel ?? 'off';
    if (!logger) {
        return noopLogger;
    }
    const cachedLogger = cachedLoggers.get(logger);
    if (cachedLogger && cachedLogger[0] === logLevel) {
        return cachedLogger[1];
    }
    const levelLogger = {
        error: makeLogFn('error', logger, logLevel),
        warn: makeLogFn('warn', logger, logLevel),
        info: makeLogFn('info', logger, logLevel),
        debug: makeLogFn('debug', logger, logLevel),
    };
    cachedLoggers.set(logger, [logLevel, levelLogger]);
    return levelLogger;
}
const sensitiveQueryNames = new Set([
    'apikey',
    'accesstoken',
    'refreshtoken',
    'sessiontoken',
    'sessionid',
    'idtoken',
    'authtoken',
    'authorization',
    'token',
    'password',
    'clientsecret',
    'signingsecret',
    'sig',
    'signature',
    'xgoogsignature',
    'xgoogcredential',
    'xamzsecuritytoken',
    'xamzsignature',
    'xamzcredential',
]);
/** Recognizes credential-bearing query names across ordinary and provider authentication. */
function isSensitiveQueryParameter(name) {
    const normalized = name.toLowerCase().replace(/[-_]/gu, '');
    return sensitiveQueryNames.has(normalized) || sensitiveQueryNames.has(normalized.replace(/^x/u, ''));
}
const sensitiveHeaderNames = new Set([
    'authorization',
    'proxy-authorization',
    'api-key',
    'x-api-key',
    'x-amz-security-token',
    'cookie',
    'set-cookie',
    'x-session-token',
    'x-session-id',
    'x-auth-token',
    'x-id-token',
]);
/** Recognizes credential-bearing request headers across provider and workload authentication. */
function isSensitiveHeader(name) {
    return sensitiveHeaderNames.has(name.toLowerCase().replace(/_/gu, '-')) || isSensitiveQueryParameter(name);
}
/** Removes credential-valued query parameters before a request URL reaches any logger. */
function redactURL(value) {
    const url = new URL(value);
    url.username = '';
    url.password = '';
    url.hash = '';
    for (const name of url.searchParams.keys()) {
        if (isSensitiveQueryParameter(name)) {
            url.searchParams.set(name, '***');
        }
    }
    return url.href;
}
const formatRequestDetails = (details) => {
    if (details.options) {
        details.options = { ...details.options };
        delete details.options['headers']; // redundant + leaks internals
        if (details.options.path) {
            const path = details.options.path;
            const redacted = new URL(redactURL(new URL(path, 'https://redacted.invalid').href));
            details.options.path =
                redacted.origin === 'https://redacted.invalid'
                    ? `${path.startsWith('/') ? '/' : ''}${redacted.pathname.slice(1)}${redacted.search}`
                    : redacted.href;
        }
        if (details.options.query) {
            details.options.query = Object.fromEntries(Object.entries(details.options.query).map(([name, value]) => [
                name,
                isSensitiveQueryParameter(name) ? '***' : value,
            ]));
        }
    }
    if (details.url) {
        details.url = redactURL(details.url);
    }
    if (details.headers) {
        details.headers = Object.fromEntries((details.headers instanceof Headers ? [...details.headers] : Object.entries(details.headers)).map(([name, value]) => [name, isSensitiveHeader(name) ? '***' : value]));
    }
    if ('retryOfRequestLogID' in details) {
        if (details.retryOfRequestLogID) {
            details.retryOf = details.retryOfRequestLogID;
        }
        delete details.retryOfRequestLogID;
    }
    return details;
};
//# sourceMappingURL=log.mjs.map
;
var _Stream_instances, _Stream_client, _Stream_isTeeBranch, _Stream_cancelIterator;







function isTransportAbortError(error) {
    return !(error instanceof APIError) && isAbortError(error);
}
function createStreamTeeQueue() {
    let entries = [];
    let head = 0;
    let canceled = false;
    return {
        get length() {
            return entries.length - head;
        },
        get canceled() {
            return canceled;
        },
        enqueue(value) {
            if (!canceled) {
                entries.push(value);
            }
        },
        dequeue() {
            if (head === entries.length) {
                return undefined;
            }
            const value = entries[head];
            entries[head] = undefined;
            head += 1;
            if (head === entries.length) {
                entries = [];
                head = 0;
            }
            else if (head >= 1024 && head * 2 >= entries.length) {
                entries = entries.slice(head);
                head = 0;
            }
            return value;
        },
        cancel() {
            canceled = true;
            entries.length = 0;
            head = 0;
        },
    };
}
/**
 * A single-consumption asynchronous API response stream.
 *
 * Use {@link Stream.tee} when two consumers need the same events. Breaking out of
 * a response-backed stream early aborts its request; branches created by `tee()`
 * instead share {@link Stream.controller} for explicit cancellation.
 */
class Stream {
    /** Wraps an asynchronous event iterator and the controller that owns its request. */
    constructor(iterator, controller, client) {
        _Stream_instances.add(this);
        _Stream_client.set(this, void 0);
        _Stream_isTeeBranch.set(this, false);
        this.iterator = iterator;
        this.controller = controller;
        __classPrivateFieldSet(this, _Stream_client, client, "f");
    }
    /**
     * Decodes an SSE response into parsed JSON events.
     *
     * The resulting stream can be consumed only once, ignores events after `[DONE]`, and
     * surfaces API error payloads as `APIError` instances in the default `legacy` mode.
     * In `events` mode, every parsed JSON payload remains a stream item. When
     * `synthesizeEventData` is enabled, each item also includes its SSE event name.
     * Custom factories that wrap this method should forward the optional fifth
     * argument to preserve the selected delivery mode.
     */
    static fromSSEResponse(response, controller, client, synthesizeEventData, streamMode = 'legacy') {
        let consumed = false;
        const logger = client ? loggerFor(client) : console;
        async function* iterator() {
            if (consumed) {
                throw new error_OpenAIError('Cannot iterate over a consumed stream, use `.tee()` to split the stream.');
            }
            consumed = true;
            let done = false;
            let receivedCompletionSentinel = false;
            const messages = _iterSSEMessages(response, controller);
            const closeMessages = messages.return.bind(messages);
            messages.return = (value) => {
                // Abort before nested iterator cleanup can wait on the response body's cancellation.
                if (!receivedCompletionSentinel) {
                    controller.abort();
                }
                return closeMessages(value);
            };
            try {
                for await (const sse of messages) {
                    if (sse.data === '[DONE]') {
                        receivedCompletionSentinel = true;
                        break;
                    }
                    let data;
                    try {
                        data = JSON.parse(sse.data);
                    }
                    catch {
                        logger.error(`Could not parse message into JSON:`);
                        logger.error(`From chunk:`);
                        throw new SyntaxError('Error reading response: malformed server-sent event JSON.');
                    }
                    if (streamMode === 'legacy') {
                        if (sse.event?.startsWith('thread.')) {
                            // SAFETY: Named SSE events use the public stream's event/data envelope; Item is the caller-selected API event contract.
                            yield { event: sse.event, data };
                            continue;
                        }
                        if (sse.event === 'error') {
                            throw new APIError(undefined, data?.error ?? data, undefined, response.headers);
                        }
                        if (data && data.error) {
                            throw new APIError(undefined, data.error, undefined, response.headers);
                        }
                    }
                    yield synthesizeEventData ? { event: sse.event, data } : data;
                }
                done = true;
            }
            catch (e) {
                // Abort errors and cleanup failures after the completion sentinel are non-fatal.
                if (receivedCompletionSentinel ||
                    isTransportAbortError(e) ||
                    (controller.signal.aborted && e === controller.signal.reason)) {
                    return;
                }
                throw e;
            }
            finally {
                // If the user `break`s, abort the ongoing request.
                if (!done) {
                    controller.abort();
                }
            }
        }
        return new Stream(iterator, controller, client);
    }
    /**
     * Generates a Stream from a newline-separated ReadableStream
     * where each item is a JSON value.
     */
    static fromReadableStream(readableStream, controller, client) {
        let consumed = false;
        async function* iterLines() {
            const lineDecoder = new LineDecoder();
            const reader = readableStream.getReader();
            let closed = false;
            let cancelPromise;
            const cancel = () => {
                cancelPromise ?? (cancelPromise = reader.cancel());
                cancelPromise.catch(() => undefined);
            };
            controller.signal.addEventListener('abort', cancel, { once: true });
            try {
                if (controller.signal.aborted) {
                    cancel();
                    return;
                }
                while (true) {
                    const { value: chunk, done } = await reader.read();
                    if (done) {
                        closed = true;
                        break;
                    }
                    if (controller.signal.aborted) {
                        return;
                    }
                    for (const line of lineDecoder.decode(chunk)) {
                        if (controller.signal.aborted) {
                            return;
                        }
                        yield line;
                    }
                }
                if (controller.signal.aborted) {
                    return;
                }
                for (const line of lineDecoder.flush()) {
                    if (controller.signal.aborted) {
                        return;
                    }
                    yield line;
                }
            }
            finally {
                controller.signal.removeEventListener('abort', cancel);
                if (!closed) {
                    cancel();
                }
                reader.releaseLock();
            }
        }
        async function* iterator() {
            if (consumed) {
                throw new error_OpenAIError('Cannot iterate over a consumed stream, use `.tee()` to split the stream.');
            }
            consumed = true;
            let done = false;
            try {
                for await (const line of iterLines()) {
                    if (line) {
                        let data;
                        try {
                            // SAFETY: Item is the caller's NDJSON response contract; JSON syntax is parsed here without a per-resource runtime schema.
                            data = JSON.parse(line);
                        }
                        catch (error) {
                            if (error instanceof SyntaxError) {
                                throw new SyntaxError('Error reading response: malformed newline-delimited JSON.');
                            }
                            throw error;
                        }
                        yield data;
                    }
                }
                done = true;
            }
            catch (e) {
                // If the user calls `stream.controller.abort()`, we should exit without throwing.
                if (controller.signal.aborted || isAbortError(e)) {
                    return;
                }
                throw e;
            }
            finally {
                // If the user `break`s, abort the ongoing request.
                if (!done) {
                    controller.abort();
                }
            }
        }
        return new Stream(iterator, controller, client);
    }
    /** Starts consuming this stream; attempting to consume it again throws. */
    [(_Stream_client = new WeakMap(), _Stream_isTeeBranch = new WeakMap(), _Stream_instances = new WeakSet(), Symbol.asyncIterator)]() {
        return this.iterator();
    }
    /** Beta-only iterator decoration for Agents helpers, preserving custom stream identity.
     * @internal
     */
    __betaTransformIterator(transform) {
        this.iterator = transform(this.iterator.bind(this));
    }
    /**
     * Splits the stream into two streams which can be
     * independently read from at different speeds.
     * Closing a branch discards its buffered events without stopping its sibling.
     * Future reads on that branch finish immediately; previously issued `next()`
     * promises remain shared with its sibling and may still resolve with events.
     * Closing both branches invokes the source iterator's `return()` when available.
     * For {@link Stream.fromReadableStream}, closing both branches before iteration
     * starts does not cancel the supplied readable; cancel that readable directly.
     */
    tee() {
        const { controller } = this;
        const left = createStreamTeeQueue();
        const right = createStreamTeeQueue();
        const iterator = this.iterator();
        const teeIterator = (queue) => ({
            next: () => {
                if (queue.canceled) {
                    return Promise.resolve({ value: undefined, done: true });
                }
                if (queue.length === 0) {
                    const result = iterator.next();
                    left.enqueue(result);
                    right.enqueue(result);
                }
                return queue.dequeue();
            },
            return: async () => {
                if (!queue.canceled) {
                    queue.cancel();
                    if (left.canceled && right.canceled) {
                        await __classPrivateFieldGet(this, _Stream_instances, "m", _Stream_cancelIterator).call(this, iterator, controller);
                    }
                }
                return { value: undefined, done: true };
            },
        });
        const branch = (queue) => {
            const stream = new Stream(() => teeIterator(queue), controller, __classPrivateFieldGet(this, _Stream_client, "f"));
            __classPrivateFieldSet(stream, _Stream_isTeeBranch, true, "f");
            return stream;
        };
        return [branch(left), branch(right)];
    }
    /**
     * Converts this stream to a newline-separated ReadableStream of
     * JSON stringified values in the stream
     * which can be turned back into a Stream with `Stream.fromReadableStream()`.
     * Canceling a response-backed readable aborts its request. Canceling a tee
     * branch discards its buffered events and leaves sibling consumers running.
     * Read or serialization failures also release the iterator without replacing the original error.
     */
    toReadableStream() {
        const { controller } = this;
        let iter;
        let cancellation;
        const cancel = () => (cancellation ?? (cancellation = __classPrivateFieldGet(this, _Stream_instances, "m", _Stream_cancelIterator).call(this, iter, controller)));
        return makeReadableStream({
            start: async () => {
                iter = this[Symbol.asyncIterator]();
            },
            async pull(ctrl) {
                try {
                    const { value, done } = await iter.next();
                    if (done) {
                        return ctrl.close();
                    }
                    const bytes = bytes_encodeUTF8(JSON.stringify(value) + '\n');
                    ctrl.enqueue(bytes);
                }
                catch (err) {
                    ctrl.error(err);
                    // An errored readable never invokes its cancel hook. Release the source ourselves,
                    // without letting failed or stalled cleanup replace the read/serialization error.
                    void cancel().catch(() => undefined);
                }
            },
            cancel,
        });
    }
}
_Stream_cancelIterator = async function _Stream_cancelIterator(iterator, controller) {
    const returnMethod = iterator.return;
    if (returnMethod) {
        if (!__classPrivateFieldGet(this, _Stream_isTeeBranch, "f")) {
            controller.abort();
        }
        // oxlint-disable-next-line anti-slop/no-reflect-apply -- Invoke the captured iterator method with its receiver even if a caller-supplied function shadows call.
        await Reflect.apply(returnMethod, iterator, []);
    }
};
function createAbortableSSESource(body, signal) {
    const reader = typeof body.getReader === 'function' ? body.getReader() : undefined;
    const source = reader
        ? {
            next: () => reader.read(),
            return: () => reader.cancel(),
        }
        : ReadableStreamToAsyncIterable(body)[Symbol.asyncIterator]();
    const ended = { value: undefined, done: true };
    let closed = false;
    let canceled = false;
    let cancellation;
    let interrupt;
    const waitForAbort = () => 
    // oxlint-disable-next-line promise/avoid-new -- AbortSignal callbacks need a portable Promise bridge.
    new Promise((resolve) => {
        interrupt = resolve;
    });
    const cancel = () => {
        if (canceled || closed) {
            return cancellation;
        }
        canceled = true;
        try {
            cancellation = Promise.resolve(source.return?.());
        }
        catch (error) {
            cancellation = Promise.reject(error);
        }
        cancellation.catch(() => undefined);
        return cancellation;
    };
    const abort = () => {
        queueMicrotask(() => {
            interrupt?.();
            cancel();
        });
    };
    const iterator = {
        async next() {
            if (signal.aborted) {
                return ended;
            }
            const aborted = waitForAbort().then(() => ended);
            try {
                const result = await Promise.race([source.next(), aborted]);
                if (signal.aborted) {
                    return ended;
                }
                if (result.done) {
                    closed = true;
                    return ended;
                }
                return { value: result.value, done: false };
            }
            catch (error) {
                if (signal.aborted && (isAbortError(error) || error === signal.reason)) {
                    return ended;
                }
                throw error;
            }
            finally {
                interrupt = undefined;
            }
        },
        async return() {
            const pending = cancel();
            if (pending && !signal.aborted) {
                const aborted = waitForAbort();
                try {
                    if (!signal.aborted) {
                        await Promise.race([pending, aborted]);
                    }
                }
                finally {
                    interrupt = undefined;
                }
            }
            return ended;
        },
        [Symbol.asyncIterator]() {
            return this;
        },
    };
    return {
        iterator,
        start() {
            signal.addEventListener('abort', abort, { once: true });
            if (signal.aborted) {
                abort();
            }
        },
        async cleanup(failed) {
            let cleanupError;
            try {
                signal.removeEventListener('abort', abort);
            }
            catch (error) {
                cleanupError = error;
            }
            if (!closed) {
                const pending = cancel();
                if (pending && !failed && !signal.aborted) {
                    try {
                        await pending;
                    }
                    catch (error) {
                        cleanupError ?? (cleanupError = error);
                    }
                }
            }
            if (reader) {
                try {
                    reader.releaseLock();
                }
                catch (error) {
                    cleanupError ?? (cleanupError = error);
                }
            }
            if (cleanupError !== undefined && !failed && !signal.aborted) {
                throw cleanupError;
            }
        },
    };
}
/**
 * Decodes complete SSE records from a response and aborts when its body is absent.
 * Complete events are decoded on demand without imposing a line or event size limit.
 *
 * @yields {ServerSentEvent} Each decoded server-sent event in wire order.
 */
async function* _iterSSEMessages(response, controller) {
    if (!response.body) {
        controller.abort();
        // SAFETY: navigator is optional across SDK runtimes; this compatibility branch checks its presence before identifying React Native.
        if (globalThis.navigator !== undefined &&
            globalThis.navigator.product === 'ReactNative') {
            throw new error_OpenAIError(`The default react-native fetch implementation does not support streaming. Please use expo/fetch: https://docs.expo.dev/versions/latest/sdk/expo/#expofetch-api`);
        }
        throw new error_OpenAIError(`Attempted to iterate over a response with no body`);
    }
    const sseDecoder = new SSEDecoder();
    const lineDecoder = new LineDecoder();
    const { signal } = controller;
    const source = createAbortableSSESource(response.body, signal);
    let failed = false;
    try {
        source.start();
        for await (const sseChunk of iterSSEChunks(source.iterator)) {
            if (signal.aborted) {
                return;
            }
            for (const line of lineDecoder.decode(sseChunk)) {
                if (signal.aborted) {
                    return;
                }
                const sse = sseDecoder.decode(line);
                if (sse) {
                    yield sse;
                }
            }
        }
        if (signal.aborted) {
            return;
        }
        for (const line of lineDecoder.flush()) {
            if (signal.aborted) {
                return;
            }
            const sse = sseDecoder.decode(line);
            if (sse) {
                yield sse;
            }
        }
        // Servers sometimes omit the trailing blank line that normally
        // terminates the last event. Flush any in-progress event exactly once.
        if (signal.aborted) {
            return;
        }
        const pending = sseDecoder.flush();
        if (pending) {
            yield pending;
        }
    }
    catch (error) {
        failed = true;
        if (!signal.aborted || (!isAbortError(error) && error !== signal.reason)) {
            throw error;
        }
    }
    finally {
        await source.cleanup(failed);
    }
}
// A `\r\n\r\n` separator may retain up to three bytes from the previous chunk.
const DOUBLE_NEWLINE_DELIMITER_MAX_OVERLAP_BYTES = 3;
/**
 * Given an async iterable iterator, iterates over it and yields full
 * SSE chunks, i.e. yields when a double new-line is encountered.
 *
 * @yields {Uint8Array} A complete SSE chunk.
 */
async function* iterSSEChunks(iterator) {
    let data = new Uint8Array();
    let dataStart = 0;
    let dataEnd = 0;
    let searchStartIndex = 0;
    for await (const chunk of iterator) {
        if (chunk == null) {
            continue;
        }
        let binaryChunk;
        if (chunk instanceof ArrayBuffer) {
            binaryChunk = new Uint8Array(chunk);
        }
        else if (typeof chunk === 'string') {
            binaryChunk = bytes_encodeUTF8(chunk);
        }
        else {
            binaryChunk = chunk;
        }
        if (dataEnd + binaryChunk.length > data.length) {
            const bufferedLength = dataEnd - dataStart;
            // Compact only when it reclaims substantial space without moving a large live tail repeatedly.
            if (dataStart >= data.length / 2 && bufferedLength + binaryChunk.length <= data.length) {
                data.copyWithin(0, dataStart, dataEnd);
            }
            else {
                const newData = new Uint8Array(Math.max(data.length * 2, bufferedLength + binaryChunk.length));
                newData.set(data.subarray(dataStart, dataEnd));
                data = newData;
            }
            searchStartIndex -= dataStart;
            dataStart = 0;
            dataEnd = bufferedLength;
        }
        data.set(binaryChunk, dataEnd);
        dataEnd += binaryChunk.length;
        let patternIndex;
        while ((patternIndex = findDoubleNewlineIndex(data.subarray(searchStartIndex, dataEnd))) !== -1) {
            patternIndex += searchStartIndex;
            yield data.slice(dataStart, patternIndex);
            dataStart = patternIndex;
            searchStartIndex = dataStart;
        }
        searchStartIndex = Math.max(dataStart, dataEnd - DOUBLE_NEWLINE_DELIMITER_MAX_OVERLAP_BYTES);
    }
    if (dataEnd > dataStart) {
        yield data.slice(dataStart, dataEnd);
    }
}
class SSEDecoder {
    constructor() {
        this.event = null;
        this.data = [];
        this.chunks = [];
    }
    decode(line) {
        if (line.endsWith('\r')) {
            line = line.slice(0, -1);
        }
        if (!line) {
            // empty line and we didn't previously encounter any messages
            if (!this.event && !this.data.length) {
                return null;
            }
            const sse = {
                event: this.event,
                data: this.data.join('\n'),
                raw: this.chunks,
            };
            this.event = null;
            this.data = [];
            this.chunks = [];
            return sse;
        }
        this.chunks.push(line);
        if (line.startsWith(':')) {
            return null;
        }
        const [fieldname, , initialValue] = partition(line, ':');
        let value = initialValue;
        if (value.startsWith(' ')) {
            value = value.slice(1);
        }
        if (fieldname === 'event') {
            this.event = value;
        }
        else if (fieldname === 'data') {
            this.data.push(value);
        }
        return null;
    }
    /**
     * Emits a pending event at EOF when the stream omitted the trailing blank
     * line. Returns `null` when no event is in progress so a record that already
     * ended with a blank line is not delivered twice.
     */
    flush() {
        return this.decode('');
    }
}
function partition(str, delimiter) {
    const index = str.indexOf(delimiter);
    if (index !== -1) {
        return [str.slice(0, index), delimiter, str.slice(index + delimiter.length)];
    }
    return [str, '', ''];
}
//# sourceMappingURL=streaming.mjs.map
;



async function defaultParseResponse(client, props) {
    const { response, requestLogID, retryOfRequestLogID, startTime } = props;
    let jsonBodyLength;
    const body = await (async () => {
        if (props.options.stream) {
            loggerFor(client).debug('response', response.status, response.url, response.headers, response.body);
            // Note: there is an invariant here that isn't represented in the type system
            // that if you set `stream: true` the response type must also be `Stream<T>`
            if (props.options.__streamClass) {
                return props.options.__streamClass.fromSSEResponse(response, props.controller, client, props.options.__synthesizeEventData, props.options.__streamMode);
            }
            return Stream.fromSSEResponse(response, props.controller, client, props.options.__synthesizeEventData, props.options.__streamMode);
        }
        // fetch refuses to read the body when the status code is 204.
        if (response.status === 204) {
            return null;
        }
        if (props.options.__binaryResponse) {
            return response;
        }
        const contentType = response.headers.get('content-type');
        const mediaType = contentType?.split(';')[0]?.trim().toLowerCase();
        const isJSON = mediaType?.includes('application/json') || mediaType?.endsWith('+json');
        if (isJSON) {
            const contentLength = response.headers.get('content-length');
            if (contentLength === '0') {
                // if there is no content we can't do anything
                return undefined;
            }
            const bodyText = await response.text();
            if (!bodyText) {
                // Some servers respond with an empty body and a JSON content-type but
                // without a `content-length: 0` header (e.g. over HTTP/2 or with chunked
                // transfer encoding). Treat this the same as an explicit `content-length: 0`
                // instead of letting `JSON.parse` throw an opaque `SyntaxError`.
                return undefined;
            }
            const json = JSON.parse(bodyText);
            jsonBodyLength = bodyText.length;
            return addRequestID(json, response);
        }
        const text = await response.text();
        return text;
    })().catch((error) => {
        throw asAbortError(error, props.controller.signal);
    });
    if (client.logLevel === 'debug') {
        loggerFor(client).debug(`[${requestLogID}] response parsed`, formatRequestDetails({
            retryOfRequestLogID,
            url: response.url,
            status: response.status,
            body: jsonBodyLength === undefined ? body : { type: 'json', length: jsonBodyLength },
            durationMs: Date.now() - startTime,
        }));
    }
    return body;
}
function asAbortError(error, signal) {
    if (!signal.aborted || error !== signal.reason || isAbortError(error)) {
        return error;
    }
    const message = 'This operation was aborted';
    const DOMExceptionConstructor = globalThis.DOMException;
    return typeof DOMExceptionConstructor === 'function'
        ? new DOMExceptionConstructor(message, 'AbortError')
        : Object.assign(new Error(message), { name: 'AbortError' });
}
function addRequestID(value, response) {
    if (!value || typeof value !== 'object' || Array.isArray(value)) {
        return value;
    }
    return Object.defineProperty(value, '_request_id', {
        value: response.headers.get('x-request-id'),
        enumerable: false,
    });
}
//# sourceMappingURL=parse.mjs.map
;
/** Version of the installed OpenAI SDK package. */
const VERSION = '7.55.0'; // x-release-please-version
//# sourceMappingURL=version.mjs.map
;

const isRunningInBrowser = () => {
    return (
    // @ts-ignore
    typeof window !== 'undefined' &&
        // @ts-ignore
        typeof window.document !== 'undefined' &&
        // @ts-ignore
        typeof navigator !== 'undefined');
};
/**
 * Note this does not detect 'browser'; for that, use getBrowserInfo().
 */
function getDetectedPlatform() {
    if (typeof Deno !== 'undefined' && Deno.build != null) {
        return 'deno';
    }
    if (typeof EdgeRuntime !== 'undefined') {
        return 'edge';
    }
    if (Object.prototype.toString.call(typeof globalThis.process !== 'undefined' ? globalThis.process : 0) === '[object process]') {
        return 'node';
    }
    return 'unknown';
}
const getPlatformProperties = () => {
    const detectedPlatform = getDetectedPlatform();
    if (detectedPlatform === 'deno') {
        return {
            'X-Stainless-Lang': 'js',
            'X-Stainless-Package-Version': VERSION,
            'X-Stainless-OS': normalizePlatform(Deno.build.os),
            'X-Stainless-Arch': normalizeArch(Deno.build.arch),
            'X-Stainless-Runtime': 'deno',
            'X-Stainless-Runtime-Version': typeof Deno.version === 'string' ? Deno.version : (Deno.version?.deno ?? 'unknown'),
        };
    }
    if (typeof EdgeRuntime !== 'undefined') {
        return {
            'X-Stainless-Lang': 'js',
            'X-Stainless-Package-Version': VERSION,
            'X-Stainless-OS': 'Unknown',
            'X-Stainless-Arch': `other:${EdgeRuntime}`,
            'X-Stainless-Runtime': 'edge',
            'X-Stainless-Runtime-Version': globalThis.process?.version ?? 'unknown',
        };
    }
    // Check if Node.js
    if (detectedPlatform === 'node') {
        return {
            'X-Stainless-Lang': 'js',
            'X-Stainless-Package-Version': VERSION,
            'X-Stainless-OS': normalizePlatform(globalThis.process.platform ?? 'unknown'),
            'X-Stainless-Arch': normalizeArch(globalThis.process.arch ?? 'unknown'),
            'X-Stainless-Runtime': 'node',
            'X-Stainless-Runtime-Version': globalThis.process.version ?? 'unknown',
        };
    }
    const browserInfo = getBrowserInfo();
    if (browserInfo) {
        return {
            'X-Stainless-Lang': 'js',
            'X-Stainless-Package-Version': VERSION,
            'X-Stainless-OS': 'Unknown',
            'X-Stainless-Arch': 'unknown',
            'X-Stainless-Runtime': `browser:${browserInfo.browser}`,
            'X-Stainless-Runtime-Version': browserInfo.version,
        };
    }
    // TODO add support for Cloudflare workers, etc.
    return {
        'X-Stainless-Lang': 'js',
        'X-Stainless-Package-Version': VERSION,
        'X-Stainless-OS': 'Unknown',
        'X-Stainless-Arch': 'unknown',
        'X-Stainless-Runtime': 'unknown',
        'X-Stainless-Runtime-Version': 'unknown',
    };
};
// Note: modified from https://github.com/JS-DevTools/host-environment/blob/b1ab79ecde37db5d6e163c050e54fe7d287d7c92/src/isomorphic.browser.ts
function getBrowserInfo() {
    if (typeof navigator === 'undefined' || !navigator) {
        return null;
    }
    // NOTE: The order matters here!
    const browserPatterns = [
        { key: 'edge', pattern: /\bEdg(?:e|A|iOS)?\b(?:\W+(\d+)\.(\d+)(?:\.(\d+))?)?/ },
        { key: 'ie', pattern: /MSIE(?:\W+(\d+)\.(\d+)(?:\.(\d+))?)?/ },
        { key: 'ie', pattern: /Trident(?:.*rv\:(\d+)\.(\d+)(?:\.(\d+))?)?/ },
        { key: 'chrome', pattern: /Chrome(?:\W+(\d+)\.(\d+)(?:\.(\d+))?)?/ },
        { key: 'firefox', pattern: /Firefox(?:\W+(\d+)\.(\d+)(?:\.(\d+))?)?/ },
        { key: 'safari', pattern: /(?:Version\W+(\d+)\.(\d+)(?:\.(\d+))?)?(?:\W+Mobile\S*)?\W+Safari/ },
    ];
    // Find the FIRST matching browser
    for (const { key, pattern } of browserPatterns) {
        const match = pattern.exec(navigator.userAgent);
        if (match) {
            const major = match[1] || 0;
            const minor = match[2] || 0;
            const patch = match[3] || 0;
            return { browser: key, version: `${major}.${minor}.${patch}` };
        }
    }
    return null;
}
const normalizeArch = (arch) => {
    // Node docs:
    // - https://nodejs.org/api/process.html#processarch
    // Deno docs:
    // - https://doc.deno.land/deno/stable/~/Deno.build
    if (arch === 'x32')
        return 'x32';
    if (arch === 'x86_64' || arch === 'x64')
        return 'x64';
    if (arch === 'arm')
        return 'arm';
    if (arch === 'aarch64' || arch === 'arm64')
        return 'arm64';
    if (arch)
        return `other:${arch}`;
    return 'unknown';
};
const normalizePlatform = (platform) => {
    // Node platforms:
    // - https://nodejs.org/api/process.html#processplatform
    // Deno platforms:
    // - https://doc.deno.land/deno/stable/~/Deno.build
    // - https://github.com/denoland/deno/issues/14799
    platform = platform.toLowerCase();
    // NOTE: this iOS check is untested and may not work
    // Node does not work natively on IOS, there is a fork at
    // https://github.com/nodejs-mobile/nodejs-mobile
    // however it is unknown at the time of writing how to detect if it is running
    if (platform.includes('ios'))
        return 'iOS';
    if (platform === 'android')
        return 'Android';
    if (platform === 'darwin')
        return 'MacOS';
    if (platform === 'win32')
        return 'Windows';
    if (platform === 'freebsd')
        return 'FreeBSD';
    if (platform === 'openbsd')
        return 'OpenBSD';
    if (platform === 'linux')
        return 'Linux';
    if (platform)
        return `Other:${platform}`;
    return 'Unknown';
};
let _platformHeaders;
const getPlatformHeaders = () => {
    return (_platformHeaders ?? (_platformHeaders = getPlatformProperties()));
};
//# sourceMappingURL=detect-platform.mjs.map
;
const jsonRequestBodyObservers = new WeakMap();
/** Observes values produced by the actual JSON request serializer without changing them. */
function observeJSONRequestBody(body, observer) {
    let observers = jsonRequestBodyObservers.get(body);
    if (!observers) {
        observers = new Set();
        jsonRequestBodyObservers.set(body, observers);
    }
    observers.add(observer);
    return () => {
        const active = jsonRequestBodyObservers.get(body);
        if (!active) {
            return;
        }
        active.delete(observer);
        if (active.size === 0) {
            jsonRequestBodyObservers.delete(body);
        }
    };
}
const FallbackEncoder = ({ headers, body }) => {
    const observers = typeof body === 'object' && body !== null ? jsonRequestBodyObservers.get(body) : undefined;
    let encoded;
    if (!observers || observers.size === 0) {
        encoded = JSON.stringify(body);
    }
    else {
        const active = [...observers];
        encoded = JSON.stringify(body, function (key, value) {
            let observed = value;
            for (const observer of active) {
                const replacement = observer.value(this, key, observed);
                if (replacement !== undefined) {
                    observed = replacement;
                }
            }
            return observed;
        });
        for (const observer of active) {
            observer.complete();
        }
    }
    return {
        bodyHeaders: {
            'content-type': 'application/json',
        },
        body: encoded,
    };
};
//# sourceMappingURL=request-options.mjs.map
;
const default_format = 'RFC3986';
const default_formatter = String;
const formatters = {
    RFC1738: (v) => String(v).replace(/%20/g, '+'),
    RFC3986: default_formatter,
};
const RFC1738 = 'RFC1738';
const RFC3986 = 'RFC3986';
//# sourceMappingURL=formats.mjs.map
;


// oxlint-disable-next-line anti-slop/no-object-parameters -- The cached own-property predicate accepts arrays, callable objects, and records.
let cachedHas;
// oxlint-disable-next-line anti-slop/no-object-parameters -- Own-property lookup is a generic object primitive and must preserve array and callable inputs.
const has = (obj, key) => {
    // SAFETY: Object.hasOwn is an optional native capability; older runtimes use the bound hasOwnProperty fallback with the same own-key semantics.
    // oxlint-disable-next-line anti-slop/no-object-parameters -- The native or compatibility own-property predicate has the same generic object contract.
    const resolvedHas = cachedHas ?? Object.hasOwn ?? Function.prototype.call.bind(Object.prototype.hasOwnProperty);
    cachedHas = resolvedHas;
    return resolvedHas(obj, key);
};
function isUnsafePropertyKey(key) {
    return key === '__proto__' || key === 'constructor' || key === 'prototype';
}
const maxAdoptedRecords = 10000;
function isIntrinsicFunctionPrototype(
// oxlint-disable-next-line anti-slop/no-object-parameters -- Prototype descriptors are inspected before deciding whether an arbitrary adopted value is callable.
value, key, descriptor) {
    return (typeof value === 'function' && key === 'prototype' && !descriptor.enumerable && !descriptor.configurable);
}
function isObjectLike(value) {
    return value !== null && (typeof value === 'object' || typeof value === 'function');
}
// oxlint-disable-next-line anti-slop/no-object-parameters -- Adoption records retain arbitrary merge-target identities for later descriptor validation.
function rememberAdoption(state, target, key, value) {
    if (!isObjectLike(value)) {
        return;
    }
    if (state.adopted.length >= maxAdoptedRecords) {
        throw new Error('Adopted record traversal exceeds the supported safety limit.');
    }
    state.adopted.push({ target, key });
}
function sanitizeAdoptions(state) {
    if (state.adopted.length === 0) {
        return;
    }
    const records = new WeakMap();
    const visited = [];
    const locations = [];
    let inspectedProperties = 0;
    // oxlint-disable-next-line anti-slop/no-object-parameters -- Adoption validation inspects arbitrary objects, including arrays and functions, before trusting their structure.
    function inspect(value) {
        const known = records.get(value);
        if (known) {
            return known;
        }
        if (visited.length >= maxAdoptedRecords) {
            throw new Error('Adopted record traversal exceeds the supported safety limit.');
        }
        const keys = Reflect.ownKeys(value);
        if (keys.length > maxAdoptedRecords - inspectedProperties) {
            throw new Error('Adopted record traversal exceeds the supported safety limit.');
        }
        inspectedProperties += keys.length;
        const descriptors = Object.create(null);
        for (const key of keys) {
            const descriptor = Object.getOwnPropertyDescriptor(value, key);
            if (descriptor) {
                Reflect.set(descriptors, key, descriptor);
            }
        }
        const prototype = Object.getPrototypeOf(value);
        const array = isArray(value);
        const extensible = Object.isExtensible(value);
        const ordinary = typeof value !== 'function' &&
            (array ? prototype === Array.prototype : prototype === Object.prototype || prototype === null);
        const record = {
            value,
            descriptors,
            keys,
            prototype,
            parents: new Set(),
            ordinary,
            array,
            detached: ordinary && (extensible || !Object.isFrozen(value)),
            unsafe: false,
            extensible,
        };
        records.set(value, record);
        visited.push(record);
        return record;
    }
    for (const { target, key } of state.adopted) {
        const descriptor = Object.getOwnPropertyDescriptor(target, key);
        if (descriptor && 'value' in descriptor && isObjectLike(descriptor.value)) {
            locations.push({ target, key, descriptor, record: inspect(descriptor.value) });
        }
    }
    const detached = [];
    for (const record of visited) {
        for (const key of record.keys) {
            const descriptor = record.descriptors[key];
            if (!descriptor) {
                continue;
            }
            if (isUnsafePropertyKey(key)) {
                if (record.ordinary) {
                    record.detached = true;
                    record.unsafe = true;
                }
                else if (!isIntrinsicFunctionPrototype(record.value, key, descriptor)) {
                    throw new TypeError('Cannot safely sanitize an adopted callable or unsupported prototype.');
                }
                continue;
            }
            if (!record.ordinary && !descriptor.enumerable) {
                continue;
            }
            if ('value' in descriptor && isObjectLike(descriptor.value)) {
                inspect(descriptor.value).parents.add(record);
            }
        }
        if (record.detached) {
            detached.push(record);
        }
    }
    for (let index = visited.length - 1; index >= 0; index -= 1) {
        const record = visited[index];
        if (record.ordinary) {
            continue;
        }
        for (const key of ['__proto__', 'constructor', 'prototype']) {
            const descriptor = Object.getOwnPropertyDescriptor(record.value, key);
            if (descriptor && !isIntrinsicFunctionPrototype(record.value, key, descriptor)) {
                throw new TypeError('Cannot safely sanitize an adopted callable or unsupported prototype.');
            }
        }
    }
    const unsafe = visited.filter((record) => record.unsafe);
    for (const record of unsafe) {
        for (const parent of record.parents) {
            if (!parent.ordinary) {
                throw new TypeError('Cannot safely sanitize an adopted callable or unsupported prototype.');
            }
            if (!parent.unsafe) {
                parent.unsafe = true;
                unsafe.push(parent);
            }
        }
    }
    for (const record of detached) {
        for (const parent of record.parents) {
            if (!parent.ordinary) {
                continue;
            }
            if (!parent.detached) {
                parent.detached = true;
                detached.push(parent);
            }
        }
    }
    const copies = new WeakMap();
    for (const record of detached) {
        copies.set(record.value, record.array ? [] : Object.create(record.prototype));
    }
    for (const record of detached) {
        const copy = copies.get(record.value);
        for (const key of record.keys) {
            if (isUnsafePropertyKey(key)) {
                continue;
            }
            const descriptor = record.descriptors[key];
            if (!descriptor) {
                continue;
            }
            if ('value' in descriptor && isObjectLike(descriptor.value) && copies.has(descriptor.value)) {
                descriptor.value = copies.get(descriptor.value);
            }
            Object.defineProperty(copy, key, descriptor);
        }
    }
    for (const { target, key, descriptor, record } of locations) {
        const value = copies.get(record.value) ?? record.value;
        if (value !== descriptor.value) {
            Object.defineProperty(copies.get(target) ?? target, key, { ...descriptor, value });
        }
    }
    for (const record of detached) {
        if (!record.extensible) {
            Object.preventExtensions(copies.get(record.value));
        }
    }
}
function readPreparedTarget(state, target, key) {
    const prepared = state.preparedTargets.get(target);
    if (prepared?.has(key)) {
        const value = prepared.get(key);
        prepared.delete(key);
        return value;
    }
    return target[key];
}
// oxlint-disable-next-line anti-slop/no-object-parameters -- Merge targets may contain accessors or custom prototypes, so the preview preserves the generic object boundary.
function previewTarget(state, target, key) {
    const descriptor = Object.getOwnPropertyDescriptor(target, key);
    if (descriptor && 'value' in descriptor) {
        return descriptor.value;
    }
    // oxlint-disable-next-line anti-slop/no-reflect-get -- Generic query merging snapshots arbitrary inherited/accessor keys before mutation.
    const value = Reflect.get(target, key, target);
    let prepared = state.preparedTargets.get(target);
    if (!prepared) {
        prepared = new Map();
        state.preparedTargets.set(target, prepared);
    }
    prepared.set(key, value);
    return value;
}
function prepareMergeSource(target, source, state, assign = false) {
    if (!source || typeof source !== 'object' || !target || typeof target !== 'object') {
        return source;
    }
    let preparedTargets = state.preparedSources.get(source);
    if (!preparedTargets) {
        preparedTargets = new WeakMap();
        state.preparedSources.set(source, preparedTargets);
    }
    const existing = preparedTargets.get(target);
    if (existing) {
        return existing;
    }
    state.inspectedSources += 1;
    if (state.inspectedSources > maxAdoptedRecords) {
        throw new Error('Adopted record traversal exceeds the supported safety limit.');
    }
    const sourceKeys = Reflect.ownKeys(source);
    if (sourceKeys.length > maxAdoptedRecords - state.inspectedSourceProperties) {
        throw new Error('Adopted record traversal exceeds the supported safety limit.');
    }
    state.inspectedSourceProperties += sourceKeys.length;
    const sourceIsArray = isArray(source);
    // oxlint-disable-next-line anti-slop/no-unsafe-dictionary-type -- The query merge graph preserves heterogeneous scalar, array, and object values under its existing merge contract.
    const prepared = sourceIsArray ? [] : Object.create(null);
    preparedTargets.set(target, prepared);
    if (isArray(target) && sourceIsArray && !assign) {
        const sourceLength = source.length;
        // SAFETY: prepared was constructed as an array when sourceIsArray is true, which this branch requires.
        prepared.length = sourceLength;
        for (let index = 0; index < sourceLength; index += 1) {
            if (!(index in source)) {
                continue;
            }
            const value = source[index];
            if (has(target, index)) {
                const targetValue = previewTarget(state, target, index);
                prepared[index] =
                    targetValue && typeof targetValue === 'object' && value && typeof value === 'object'
                        ? prepareMergeSource(targetValue, value, state)
                        : value;
            }
            else {
                prepared[index] = value;
            }
        }
        return prepared;
    }
    const enumerableKeys = [];
    for (const key of sourceKeys) {
        if (typeof key === 'string' && Object.getOwnPropertyDescriptor(source, key)?.enumerable) {
            enumerableKeys.push(key);
        }
    }
    for (const key of enumerableKeys) {
        if (isUnsafePropertyKey(key)) {
            continue;
        }
        const value = source[key];
        prepared[key] =
            !assign && has(target, key) && value && typeof value === 'object'
                ? prepareMergeSource(previewTarget(state, target, key), value, state)
                : value;
    }
    return prepared;
}
function prepareSource(target, source, state, assign = false) {
    const holder = { value: prepareMergeSource(target, source, state, assign) };
    rememberAdoption(state, holder, 'value', holder.value);
    sanitizeAdoptions(state);
    return holder.value;
}
const hex_table = /* @__PURE__ */ (() => {
    const array = [];
    for (let i = 0; i < 256; ++i) {
        array.push('%' + ((i < 16 ? '0' : '') + i.toString(16)).toUpperCase());
    }
    return array;
})();
function compact_queue(queue) {
    while (queue.length > 1) {
        const item = queue.pop();
        if (!item) {
            continue;
        }
        const obj = item.obj[item.prop];
        if (isArray(obj)) {
            const compacted = [];
            for (const value of obj) {
                if (value !== undefined) {
                    compacted.push(value);
                }
            }
            // @ts-ignore
            item.obj[item.prop] = compacted;
        }
    }
}
function array_to_object(source, options) {
    const obj = options && options.plainObjects ? Object.create(null) : {};
    for (let i = 0; i < source.length; ++i) {
        if (source[i] !== undefined) {
            obj[i] = source[i];
        }
    }
    return obj;
}
function mergeWithState(target, source, options, state) {
    if (!source) {
        return target;
    }
    if (typeof source !== 'object') {
        if (isArray(target)) {
            target.push(source);
        }
        else if (target && typeof target === 'object') {
            const propertyKey = typeof source === 'string' || typeof source === 'symbol'
                ? source
                : Reflect.ownKeys({ [source]: true })[0];
            if (!isUnsafePropertyKey(propertyKey) &&
                ((options && (options.plainObjects || options.allowPrototypes)) ||
                    !has(Object.prototype, propertyKey))) {
                target[propertyKey] = true;
            }
        }
        else {
            return [target, source];
        }
        return target;
    }
    if (!target || typeof target !== 'object') {
        // oxlint-disable-next-line unicorn/prefer-spread -- concat intentionally preserves one-level flattening and sparse-array behavior.
        return [target].concat(source);
    }
    let mergeTarget = target;
    if (isArray(target) && !isArray(source)) {
        // @ts-ignore
        mergeTarget = array_to_object(target, options);
    }
    if (isArray(target) && isArray(source)) {
        const sourceLength = source.length;
        for (let i = 0; i < sourceLength; i += 1) {
            if (i in source) {
                const item = source[i];
                if (has(target, i)) {
                    const targetItem = readPreparedTarget(state, target, i);
                    if (targetItem && typeof targetItem === 'object' && item && typeof item === 'object') {
                        const merged = mergeWithState(targetItem, item, options, state);
                        target[i] = merged;
                    }
                    else {
                        const adopted = item;
                        target.push(adopted);
                    }
                }
                else {
                    const adopted = item;
                    target[i] = adopted;
                }
            }
        }
        return target;
    }
    for (const key of Object.keys(source)) {
        if (isUnsafePropertyKey(key)) {
            continue;
        }
        const value = source[key];
        const adopted = has(mergeTarget, key)
            ? mergeWithState(readPreparedTarget(state, mergeTarget, key), value, options, state)
            : value;
        mergeTarget[key] = adopted;
    }
    return mergeTarget;
}
function merge(target, source, options = {}) {
    const state = {
        adopted: [],
        preparedTargets: new WeakMap(),
        preparedSources: new WeakMap(),
        inspectedSources: 0,
        inspectedSourceProperties: 0,
    };
    return mergeWithState(target, prepareSource(target, source, state), options, state);
}
function assign_single_source(target, source) {
    const state = {
        adopted: [],
        preparedTargets: new WeakMap(),
        preparedSources: new WeakMap(),
        inspectedSources: 0,
        inspectedSourceProperties: 0,
    };
    const prepared = prepareSource(target, source, state, true);
    for (const key of Object.keys(prepared)) {
        if (isUnsafePropertyKey(key)) {
            continue;
        }
        target[key] = prepared[key];
    }
    return target;
}
function decode(str, _, charset) {
    const strWithoutPlus = str.replace(/\+/g, ' ');
    if (charset === 'iso-8859-1') {
        // unescape never throws, no try...catch needed:
        return strWithoutPlus.replace(/%[0-9a-f]{2}/gi, unescape);
    }
    // utf-8
    try {
        return decodeURIComponent(strWithoutPlus);
    }
    catch {
        return strWithoutPlus;
    }
}
const limit = 1024;
const encode = (str, _defaultEncoder, charset, _kind, format) => {
    // This code was originally written by Brian White for the io.js core querystring library.
    // It has been adapted here for stricter adherence to RFC 3986
    if (str.length === 0) {
        return str;
    }
    let string = str;
    if (typeof str === 'symbol') {
        string = Symbol.prototype.toString.call(str);
    }
    else if (typeof str !== 'string') {
        string = String(str);
    }
    if (charset === 'iso-8859-1') {
        return escape(string).replace(/%u[0-9a-f]{4}/gi, ($0) => '%26%23' + Number.parseInt($0.slice(2), 16) + '%3B');
    }
    let out = '';
    for (let j = 0; j < string.length;) {
        let segmentEnd = Math.min((Math.floor(j / limit) + 1) * limit, string.length);
        if (segmentEnd < string.length && string.codePointAt(segmentEnd - 1) > 65535) {
            segmentEnd += 1;
        }
        const segment = string.length >= limit ? string.slice(j, segmentEnd) : string;
        const arr = [];
        for (let i = 0; i < segment.length; ++i) {
            // oxlint-disable-next-line unicorn/prefer-code-point -- combine UTF-16 surrogate code units below
            let c = segment.charCodeAt(i);
            if (c === 0x2d || // -
                c === 0x2e || // .
                c === 0x5f || // _
                c === 0x7e || // ~
                (c >= 0x30 && c <= 0x39) || // 0-9
                (c >= 0x41 && c <= 0x5a) || // a-z
                (c >= 0x61 && c <= 0x7a) || // A-Z
                (format === RFC1738 && (c === 0x28 || c === 0x29)) // ( )
            ) {
                arr[arr.length] = segment.charAt(i);
                continue;
            }
            if (c < 0x80) {
                arr[arr.length] = hex_table[c];
                continue;
            }
            if (c < 2048) {
                arr[arr.length] = hex_table[0xc0 | (c >> 6)] + hex_table[0x80 | (c & 0x3f)];
                continue;
            }
            if (c < 55296 || c >= 57344) {
                arr[arr.length] =
                    hex_table[0xe0 | (c >> 12)] + hex_table[0x80 | ((c >> 6) & 0x3f)] + hex_table[0x80 | (c & 0x3f)];
                continue;
            }
            i += 1;
            // oxlint-disable-next-line unicorn/prefer-code-point -- combine UTF-16 surrogate code units manually
            c = 65536 + (((c & 1023) << 10) | (segment.charCodeAt(i) & 1023));
            arr[arr.length] =
                hex_table[0xf0 | (c >> 18)] +
                    hex_table[0x80 | ((c >> 12) & 0x3f)] +
                    hex_table[0x80 | ((c >> 6) & 0x3f)] +
                    hex_table[0x80 | (c & 0x3f)];
        }
        out += arr.join('');
        j = segmentEnd;
    }
    return out;
};
function compact(value) {
    const queue = [{ obj: { o: value }, prop: 'o' }];
    const refs = [];
    for (const item of queue) {
        // @ts-ignore
        const obj = item.obj[item.prop];
        const keys = Object.keys(obj);
        for (const key of keys) {
            const val = obj[key];
            if (typeof val === 'object' && val !== null && !refs.includes(val)) {
                queue.push({ obj, prop: key });
                refs.push(val);
            }
        }
    }
    compact_queue(queue);
    return value;
}
function is_regexp(obj) {
    return Object.prototype.toString.call(obj) === '[object RegExp]';
}
function is_buffer(obj) {
    if (!obj || typeof obj !== 'object') {
        return false;
    }
    return !!(obj.constructor && obj.constructor.isBuffer && obj.constructor.isBuffer(obj));
}
function combine(a, b) {
    // oxlint-disable-next-line unicorn/prefer-spread -- concat intentionally preserves one-level flattening and sparse-array behavior.
    return [].concat(a, b);
}
function maybe_map(val, fn) {
    if (values_isArray(val)) {
        const mapped = [];
        for (const item of val) {
            mapped.push(fn(item));
        }
        return mapped;
    }
    return fn(val);
}
//# sourceMappingURL=utils.mjs.map
;



const array_prefix_generators = {
    brackets(prefix) {
        return String(prefix) + '[]';
    },
    comma: 'comma',
    indices(prefix, key) {
        return String(prefix) + '[' + key + ']';
    },
    repeat: String,
};
const push_to_array = function push_to_array(arr, value_or_array) {
    Array.prototype.push.apply(arr, values_isArray(value_or_array) ? value_or_array : [value_or_array]);
};
let toISOString;
// SAFETY: The defaults object supplies the serializer's established non-null option values and RFC formatter; callers still merge their overrides separately.
const defaults = {
    addQueryPrefix: false,
    allowDots: false,
    allowEmptyArrays: false,
    arrayFormat: 'indices',
    charset: 'utf-8',
    charsetSentinel: false,
    delimiter: '&',
    encode: true,
    encodeDotInKeys: false,
    encoder: encode,
    encodeValuesOnly: false,
    format: default_format,
    formatter: default_formatter,
    /** @deprecated */
    indices: false,
    serializeDate(date) {
        return (toISOString ?? (toISOString = Function.prototype.call.bind(Date.prototype.toISOString)))(date);
    },
    skipNulls: false,
    strictNullHandling: false,
};
function is_non_nullish_primitive(v) {
    return (typeof v === 'string' ||
        typeof v === 'number' ||
        typeof v === 'boolean' ||
        typeof v === 'symbol' ||
        typeof v === 'bigint');
}
const sentinel = {};
function inner_stringify(object, prefix, generateArrayPrefix, commaRoundTrip, allowEmptyArrays, strictNullHandling, skipNulls, encodeDotInKeys, encoder, filter, sort, allowDots, serializeDate, format, formatter, encodeValuesOnly, charset, sideChannel) {
    let obj = object;
    let tmp_sc = sideChannel;
    let step = 0;
    let find_flag = false;
    while ((tmp_sc = tmp_sc.get(sentinel)) !== undefined && !find_flag) {
        // Where object last appeared in the ref tree
        const pos = tmp_sc.get(object);
        step += 1;
        if (pos !== undefined) {
            if (pos === step) {
                throw new RangeError('Cyclic object value');
            }
            else {
                find_flag = true; // Break while
            }
        }
        if (tmp_sc.get(sentinel) === undefined) {
            step = 0;
        }
    }
    if (typeof filter === 'function') {
        obj = filter(prefix, obj);
    }
    else if (obj instanceof Date) {
        obj = serializeDate?.(obj);
    }
    else if (generateArrayPrefix === 'comma' && values_isArray(obj)) {
        obj = maybe_map(obj, (value) => {
            if (value instanceof Date) {
                return serializeDate?.(value);
            }
            return value;
        });
    }
    if (obj === null) {
        if (strictNullHandling) {
            return encoder && !encodeValuesOnly
                ? // @ts-expect-error
                    encoder(prefix, defaults.encoder, charset, 'key', format)
                : prefix;
        }
        obj = '';
    }
    if (is_non_nullish_primitive(obj) || is_buffer(obj)) {
        if (encoder) {
            const key_value = encodeValuesOnly
                ? prefix
                : // @ts-expect-error
                    encoder(prefix, defaults.encoder, charset, 'key', format);
            return [
                formatter?.(key_value) +
                    '=' +
                    // @ts-expect-error
                    formatter?.(encoder(obj, defaults.encoder, charset, 'value', format)),
            ];
        }
        return [formatter?.(prefix) + '=' + formatter?.(String(obj))];
    }
    const values = [];
    if (obj === undefined) {
        return values;
    }
    let obj_keys;
    if (generateArrayPrefix === 'comma' && values_isArray(obj)) {
        // we need to join elements in
        if (encodeValuesOnly && encoder) {
            // @ts-expect-error values only
            obj = maybe_map(obj, encoder);
        }
        obj_keys = [{ value: obj.length > 0 ? obj.join(',') || null : undefined }];
    }
    else if (values_isArray(filter)) {
        obj_keys = filter;
    }
    else {
        const keys = Object.keys(obj);
        if (sort) {
            keys.sort(sort);
        }
        obj_keys = keys;
    }
    const encoded_prefix = encodeDotInKeys ? String(prefix).replace(/\./g, '%2E') : String(prefix);
    const adjusted_prefix = commaRoundTrip && values_isArray(obj) && obj.length === 1 ? encoded_prefix + '[]' : encoded_prefix;
    if (allowEmptyArrays && values_isArray(obj) && obj.length === 0) {
        return adjusted_prefix + '[]';
    }
    for (const key of obj_keys) {
        // SAFETY: The serializer supports its existing encoded-key wrapper or property key; the branch selects the wrapper value before indexing the object.
        const value = 
        // @ts-ignore
        typeof key === 'object' && key.value !== undefined ? key.value : obj[key];
        if (skipNulls && value === null) {
            continue;
        }
        // SAFETY: Dot encoding applies the serializer's existing string-key protocol; this cast preserves its legacy mixed key representation.
        // @ts-ignore
        const encoded_key = allowDots && encodeDotInKeys ? key.replace(/\./g, '%2E') : key;
        let key_prefix;
        if (values_isArray(obj)) {
            key_prefix =
                typeof generateArrayPrefix === 'function'
                    ? generateArrayPrefix(adjusted_prefix, encoded_key)
                    : adjusted_prefix;
        }
        else {
            key_prefix = adjusted_prefix + (allowDots ? '.' + encoded_key : '[' + encoded_key + ']');
        }
        sideChannel.set(object, step);
        const valueSideChannel = new WeakMap([[sentinel, sideChannel]]);
        push_to_array(values, inner_stringify(value, key_prefix, generateArrayPrefix, commaRoundTrip, allowEmptyArrays, strictNullHandling, skipNulls, encodeDotInKeys, 
        // @ts-ignore
        generateArrayPrefix === 'comma' && encodeValuesOnly && values_isArray(obj) ? null : encoder, filter, sort, allowDots, serializeDate, format, formatter, encodeValuesOnly, charset, valueSideChannel));
    }
    return values;
}
function normalize_stringify_options(opts = defaults) {
    if (opts.allowEmptyArrays !== undefined && typeof opts.allowEmptyArrays !== 'boolean') {
        throw new TypeError('`allowEmptyArrays` option can only be `true` or `false`, when provided');
    }
    if (opts.encodeDotInKeys !== undefined && typeof opts.encodeDotInKeys !== 'boolean') {
        throw new TypeError('`encodeDotInKeys` option can only be `true` or `false`, when provided');
    }
    if (opts.encoder !== null && opts.encoder !== undefined && typeof opts.encoder !== 'function') {
        throw new TypeError('Encoder has to be a function.');
    }
    const charset = opts.charset || defaults.charset;
    if (opts.charset !== undefined && opts.charset !== 'utf-8' && opts.charset !== 'iso-8859-1') {
        throw new TypeError('The charset option must be either utf-8, iso-8859-1, or undefined');
    }
    let format = default_format;
    if (opts.format !== undefined) {
        if (!has(formatters, opts.format)) {
            throw new TypeError('Unknown format option provided.');
        }
        format = opts.format;
    }
    const formatter = formatters[format];
    let filter = defaults.filter;
    if (typeof opts.filter === 'function' || values_isArray(opts.filter)) {
        filter = opts.filter;
    }
    let arrayFormat;
    if (opts.arrayFormat && opts.arrayFormat in array_prefix_generators) {
        arrayFormat = opts.arrayFormat;
    }
    else if ('indices' in opts) {
        arrayFormat = opts.indices ? 'indices' : 'repeat';
    }
    else {
        arrayFormat = defaults.arrayFormat;
    }
    if ('commaRoundTrip' in opts && typeof opts.commaRoundTrip !== 'boolean') {
        throw new TypeError('`commaRoundTrip` must be a boolean, or absent');
    }
    let allowDots;
    if (opts.allowDots === undefined) {
        allowDots = !!opts.encodeDotInKeys === true ? true : defaults.allowDots;
    }
    else {
        allowDots = !!opts.allowDots;
    }
    return {
        addQueryPrefix: typeof opts.addQueryPrefix === 'boolean' ? opts.addQueryPrefix : defaults.addQueryPrefix,
        // @ts-ignore
        allowDots,
        allowEmptyArrays: typeof opts.allowEmptyArrays === 'boolean' ? !!opts.allowEmptyArrays : defaults.allowEmptyArrays,
        arrayFormat,
        charset,
        charsetSentinel: typeof opts.charsetSentinel === 'boolean' ? opts.charsetSentinel : defaults.charsetSentinel,
        commaRoundTrip: !!opts.commaRoundTrip,
        delimiter: opts.delimiter === undefined ? defaults.delimiter : opts.delimiter,
        encode: typeof opts.encode === 'boolean' ? opts.encode : defaults.encode,
        encodeDotInKeys: typeof opts.encodeDotInKeys === 'boolean' ? opts.encodeDotInKeys : defaults.encodeDotInKeys,
        encoder: typeof opts.encoder === 'function' ? opts.encoder : defaults.encoder,
        encodeValuesOnly: typeof opts.encodeValuesOnly === 'boolean' ? opts.encodeValuesOnly : defaults.encodeValuesOnly,
        filter,
        format,
        formatter,
        serializeDate: typeof opts.serializeDate === 'function' ? opts.serializeDate : defaults.serializeDate,
        skipNulls: typeof opts.skipNulls === 'boolean' ? opts.skipNulls : defaults.skipNulls,
        // @ts-ignore
        sort: typeof opts.sort === 'function' ? opts.sort : null,
        strictNullHandling: typeof opts.strictNullHandling === 'boolean' ? opts.strictNullHandling : defaults.strictNullHandling,
    };
}
function stringify(object, opts = {}) {
    let obj = object;
    const options = normalize_stringify_options(opts);
    let obj_keys;
    let filter;
    if (typeof options.filter === 'function') {
        filter = options.filter;
        obj = filter('', obj);
    }
    else if (values_isArray(options.filter)) {
        filter = options.filter;
        obj_keys = filter;
    }
    const keys = [];
    if (typeof obj !== 'object' || obj === null) {
        return '';
    }
    const generateArrayPrefix = array_prefix_generators[options.arrayFormat];
    const commaRoundTrip = generateArrayPrefix === 'comma' && options.commaRoundTrip;
    if (!obj_keys) {
        obj_keys = Object.keys(obj);
    }
    if (options.sort) {
        obj_keys.sort(options.sort);
    }
    const sideChannel = new WeakMap();
    for (const key of obj_keys) {
        if (options.skipNulls && obj[key] === null) {
            continue;
        }
        push_to_array(keys, inner_stringify(obj[key], key, 
        // @ts-expect-error
        generateArrayPrefix, commaRoundTrip, options.allowEmptyArrays, options.strictNullHandling, options.skipNulls, options.encodeDotInKeys, options.encode ? options.encoder : null, options.filter, options.sort, options.allowDots, options.serializeDate, options.format, options.formatter, options.encodeValuesOnly, options.charset, sideChannel));
    }
    const joined = keys.join(options.delimiter);
    let prefix = options.addQueryPrefix === true ? '?' : '';
    if (options.charsetSentinel) {
        prefix +=
            options.charset === 'iso-8859-1'
                ? // encodeURIComponent('&#10003;'), the "numeric entity" representation of a checkmark
                    'utf8=%26%2310003%3B&'
                : // encodeURIComponent('✓')
                    'utf8=%E2%9C%93&';
    }
    return joined.length > 0 ? prefix + joined : '';
}
//# sourceMappingURL=stringify.mjs.map
;

function stringifyQuery(query) {
    return stringify(query, { arrayFormat: 'brackets' });
}
//# sourceMappingURL=query.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.


const endpoints = new Map([
    ['global', 'https://api.openai.com/v1'],
    ['us', 'https://us.api.openai.com/v1'],
    ['eu', 'https://eu.api.openai.com/v1'],
    ['ae', 'https://ae.api.openai.com/v1'],
    ['au', 'https://au.api.openai.com/v1'],
    ['in', 'https://in.api.openai.com/v1'],
    ['jp', 'https://jp.api.openai.com/v1'],
]);
/** Resolves an explicit residency selection before client options are inherited. */
function resolveDataResidency(options) {
    if (options.dataResidency === null || options.dataResidency === undefined) {
        return undefined;
    }
    if (hasOwn(options, 'baseURL')) {
        throw new error_OpenAIError('The `dataResidency` and `baseURL` options are mutually exclusive.');
    }
    const endpoint = endpoints.get(options.dataResidency);
    if (endpoint === undefined) {
        throw new error_OpenAIError('Invalid `dataResidency`; expected one of: global, us, eu, ae, au, in, jp.');
    }
    return endpoint;
}
/** Prevents legacy provider clients from selecting an OpenAI endpoint. */
function assertNoDataResidency(dataResidency, clientName) {
    if (dataResidency !== null && dataResidency !== undefined) {
        throw new OpenAIError(`${clientName} does not support \`dataResidency\`.`);
    }
}
//# sourceMappingURL=data-residency.mjs.map
;
var _APIPromise_client;


/**
 * A subclass of `Promise` providing additional helper methods
 * for interacting with the SDK.
 */
class APIPromise extends Promise {
    constructor(client, responsePromise, parseResponse = defaultParseResponse) {
        super((resolve) => {
            // this is maybe a bit weird but this has to be a no-op to not implicitly
            // parse the response body; instead .then, .catch, .finally are overridden
            // to parse the response
            resolve(null);
        });
        this.responsePromise = responsePromise;
        this.parseResponse = parseResponse;
        _APIPromise_client.set(this, void 0);
        __classPrivateFieldSet(this, _APIPromise_client, client, "f");
    }
    _thenUnwrap(transform) {
        return new APIPromise(__classPrivateFieldGet(this, _APIPromise_client, "f"), this.responsePromise, async (client, props) => addRequestID(transform(await this.parseResponse(client, props), props), props.response));
    }
    /**
     * Gets the raw `Response` instance instead of parsing the response
     * data.
     *
     * If you want to parse the response body but still get the `Response`
     * instance, you can use {@link withResponse()}.
     *
     * 👋 Getting the wrong TypeScript type for `Response`?
     * Try setting `"moduleResolution": "NodeNext"` or add `"lib": ["DOM"]`
     * to your `tsconfig.json`.
     */
    asResponse() {
        return this.responsePromise.then((p) => p.response);
    }
    /**
     * Gets the parsed response data, the raw `Response` instance and the ID of the request,
     * returned via the X-Request-ID header which is useful for debugging requests and reporting
     * issues to OpenAI.
     *
     * If you just want to get the raw `Response` instance without parsing it,
     * you can use {@link asResponse()}.
     *
     * 👋 Getting the wrong TypeScript type for `Response`?
     * Try setting `"moduleResolution": "NodeNext"` or add `"lib": ["DOM"]`
     * to your `tsconfig.json`.
     */
    async withResponse() {
        const [data, response] = await Promise.all([this.parse(), this.asResponse()]);
        return { data, response, request_id: response.headers.get('x-request-id') };
    }
    parse() {
        if (!this.parsedPromise) {
            this.parsedPromise = this.responsePromise.then((data) => this.parseResponse(__classPrivateFieldGet(this, _APIPromise_client, "f"), data));
        }
        return this.parsedPromise;
    }
    then(onfulfilled, onrejected) {
        return this.parse().then(onfulfilled, onrejected);
    }
    catch(onrejected) {
        return this.parse().catch(onrejected);
    }
    finally(onfinally) {
        return this.parse().finally(onfinally);
    }
}
_APIPromise_client = new WeakMap();
//# sourceMappingURL=api-promise.mjs.map
;
var _AbstractPage_client;





class AbstractPage {
    constructor(client, response, body, options) {
        _AbstractPage_client.set(this, void 0);
        __classPrivateFieldSet(this, _AbstractPage_client, client, "f");
        this.options = options;
        this.response = response;
        this.body = body;
    }
    hasNextPage() {
        const items = this.getPaginatedItems();
        if (!items.length)
            return false;
        return this.nextPageRequestOptions() != null;
    }
    async getNextPage() {
        const nextOptions = this.nextPageRequestOptions();
        if (!nextOptions) {
            throw new error_OpenAIError('No next page expected; please check `.hasNextPage()` before calling `.getNextPage()`.');
        }
        return await __classPrivateFieldGet(this, _AbstractPage_client, "f").requestAPIList(this.constructor, nextOptions);
    }
    async *iterPages() {
        let page = this;
        yield page;
        while (page.hasNextPage()) {
            page = await page.getNextPage();
            yield page;
        }
    }
    async *[(_AbstractPage_client = new WeakMap(), Symbol.asyncIterator)]() {
        for await (const page of this.iterPages()) {
            for (const item of page.getPaginatedItems()) {
                yield item;
            }
        }
    }
}
/**
 * This subclass of Promise will resolve to an instantiated Page once the request completes.
 *
 * It also implements AsyncIterable to allow auto-paginating iteration on an unawaited list call, eg:
 *
 *    for await (const item of client.items.list()) {
 *      console.log(item)
 *    }
 */
class PagePromise extends APIPromise {
    constructor(client, request, Page) {
        super(client, request, async (client, props) => new Page(client, props.response, await defaultParseResponse(client, props), props.options));
    }
    /**
     * Allow auto-paginating iteration on an unawaited list call, eg:
     *
     *    for await (const item of client.items.list()) {
     *      console.log(item)
     *    }
     */
    async *[Symbol.asyncIterator]() {
        const page = await this;
        for await (const item of page) {
            yield item;
        }
    }
}
/**
 * Note: no pagination actually occurs yet, this is for forwards-compatibility.
 */
class Page extends AbstractPage {
    constructor(client, response, body, options) {
        super(client, response, body, options);
        this.data = body.data || [];
        this.object = body.object;
    }
    getPaginatedItems() {
        return this.data ?? [];
    }
    nextPageRequestOptions() {
        return null;
    }
}
class CursorPage extends AbstractPage {
    constructor(client, response, body, options) {
        super(client, response, body, options);
        this.data = body.data || [];
        this.has_more = body.has_more || false;
    }
    getPaginatedItems() {
        return this.data ?? [];
    }
    hasNextPage() {
        if (this.has_more === false) {
            return false;
        }
        return super.hasNextPage();
    }
    nextPageRequestOptions() {
        const data = this.getPaginatedItems();
        const id = data[data.length - 1]?.id;
        if (!id) {
            return null;
        }
        return {
            ...this.options,
            query: {
                ...maybeObj(this.options.query),
                after: id,
            },
        };
    }
}
class ConversationCursorPage extends AbstractPage {
    constructor(client, response, body, options) {
        super(client, response, body, options);
        this.data = body.data || [];
        this.has_more = body.has_more || false;
        this.last_id = body.last_id || '';
    }
    getPaginatedItems() {
        return this.data ?? [];
    }
    hasNextPage() {
        if (this.has_more === false) {
            return false;
        }
        return super.hasNextPage();
    }
    nextPageRequestOptions() {
        const cursor = this.last_id;
        if (!cursor) {
            return null;
        }
        return {
            ...this.options,
            query: {
                ...maybeObj(this.options.query),
                after: cursor,
            },
        };
    }
}
class NextCursorPage extends AbstractPage {
    constructor(client, response, body, options) {
        super(client, response, body, options);
        this.data = body.data || [];
        this.has_more = body.has_more || false;
        this.next = body.next || null;
    }
    getPaginatedItems() {
        return this.data ?? [];
    }
    hasNextPage() {
        if (this.has_more === false) {
            return false;
        }
        return this.nextPageRequestOptions() != null;
    }
    nextPageRequestOptions() {
        const cursor = this.next;
        if (!cursor) {
            return null;
        }
        return {
            ...this.options,
            query: {
                ...maybeObj(this.options.query),
                after: cursor,
            },
        };
    }
}
class TokenPage extends AbstractPage {
    constructor(client, response, body, options) {
        super(client, response, body, options);
        this.data = body.data || [];
        this.has_more = body.has_more || false;
        this.next = body.next || null;
    }
    getPaginatedItems() {
        return this.data ?? [];
    }
    hasNextPage() {
        if (this.has_more === false) {
            return false;
        }
        return this.nextPageRequestOptions() != null;
    }
    nextPageRequestOptions() {
        const cursor = this.next;
        if (!cursor) {
            return null;
        }
        return {
            ...this.options,
            query: {
                ...maybeObj(this.options.query),
                page: cursor,
            },
        };
    }
}
//# sourceMappingURL=pagination.mjs.map
;


const SUBJECT_TOKEN_TYPES = {
    jwt: 'urn:ietf:params:oauth:token-type:jwt',
    id: 'urn:ietf:params:oauth:token-type:id_token',
};
const TOKEN_EXCHANGE_GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:token-exchange';
// Cap the refresh buffer at half the actual token lifetime, matching the X.509
// workload-identity path, so short-lived tokens keep a usable cache window.
const MAX_REFRESH_BUFFER_FRACTION = 0.5;
function calculateExpiresAt(expiresIn, exchangeStartedAt) {
    if (typeof expiresIn !== 'number' || !Number.isFinite(expiresIn) || expiresIn <= 0) {
        throw new error_OpenAIError("Token exchange response has invalid 'expires_in' field");
    }
    const now = Date.now();
    const fullLifetimeDeadline = now + expiresIn * 1000;
    if (!Number.isSafeInteger(fullLifetimeDeadline) || fullLifetimeDeadline <= now) {
        throw new error_OpenAIError("Token exchange response has invalid 'expires_in' field");
    }
    const expiresAt = fullLifetimeDeadline - (performance.now() - exchangeStartedAt);
    if (expiresAt <= now) {
        throw new error_OpenAIError('Workload identity token expired before its exchange completed.');
    }
    return expiresAt;
}
function calculateRefreshAt(expiresAt, lifetimeSeconds, refreshBufferSeconds) {
    const configuredBufferMs = (refreshBufferSeconds ?? 1200) * 1000;
    const effectiveBufferMs = Math.min(configuredBufferMs, lifetimeSeconds * 1000 * MAX_REFRESH_BUFFER_FRACTION);
    return expiresAt - effectiveBufferMs;
}
const NATIVE_RESPONSE_PROTOTYPE = Response.prototype;
const READ_NATIVE_RESPONSE_BODY = NATIVE_RESPONSE_PROTOTYPE.arrayBuffer;
// oxlint-disable-next-line anti-slop/no-object-parameters -- Custom fetch response prototypes are verified through descriptors before trusting their native contract.
function isResponsePrototype(response, prototype) {
    const constructor = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    if (prototype === response ||
        typeof constructor !== 'function' ||
        Object.getOwnPropertyDescriptor(constructor, 'name')?.value !== 'Response' ||
        Object.getOwnPropertyDescriptor(constructor, 'prototype')?.value !== prototype) {
        return false;
    }
    const tag = Object.getOwnPropertyDescriptor(prototype, Symbol.toStringTag);
    return ((tag?.value === 'Response' || typeof tag?.get === 'function') &&
        typeof Object.getOwnPropertyDescriptor(prototype, 'headers')?.get === 'function' &&
        typeof Object.getOwnPropertyDescriptor(prototype, 'ok')?.get === 'function' &&
        typeof Object.getOwnPropertyDescriptor(prototype, 'status')?.get === 'function');
}
// oxlint-disable-next-line anti-slop/no-object-parameters -- The prototype walk compares untrusted cross-realm objects by identity and descriptor metadata.
function isResponseBodyPrototype(prototype, responsePrototype) {
    if (prototype === responsePrototype) {
        return true;
    }
    const constructor = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
    return (responsePrototype !== null &&
        Object.getPrototypeOf(responsePrototype) === prototype &&
        typeof constructor === 'function' &&
        Object.getOwnPropertyDescriptor(constructor, 'name')?.value === 'Body' &&
        Object.getOwnPropertyDescriptor(constructor, 'prototype')?.value === prototype);
}
function decodeNativeResponseBody(body) {
    // SAFETY: Bun is an optional runtime global; its version is checked before selecting Bun-specific decoding behavior.
    const scope = globalThis;
    return new TextDecoder('utf-8', { ignoreBOM: typeof scope.Bun?.version === 'string' }).decode(body);
}
// oxlint-disable-next-line anti-slop/no-unknown-returns -- Decoded token JSON remains untrusted until the caller validates its fields.
async function parseOAuthTokenResponse(response) {
    let readText;
    let responsePrototype = null;
    for (let depth = 0, prototype = response; prototype !== null && depth < 16; prototype = Object.getPrototypeOf(prototype), depth += 1) {
        if (prototype === NATIVE_RESPONSE_PROTOTYPE) {
            break;
        }
        if (isResponsePrototype(response, prototype)) {
            responsePrototype = prototype;
        }
        const parser = Object.getOwnPropertyDescriptor(prototype, 'json');
        if (!parser) {
            continue;
        }
        if (typeof parser.value !== 'function') {
            break;
        }
        const bodyReader = Object.getOwnPropertyDescriptor(prototype, 'text')?.value;
        if (typeof bodyReader === 'function' && isResponseBodyPrototype(prototype, responsePrototype)) {
            readText = bodyReader;
            break;
        }
        // Custom parsers own their results and failures; rejection provenance cannot be inferred.
        return parser.value.call(response);
    }
    const body = readText === undefined
        ? decodeNativeResponseBody(await READ_NATIVE_RESPONSE_BODY.call(response))
        : await readText.call(response);
    try {
        return JSON.parse(body);
    }
    catch {
        throw new SyntaxError('Token exchange response contains invalid JSON');
    }
}
function isUnsafeAccessToken(accessToken) {
    // SAFETY: Bun is an optional runtime global; its version is checked before selecting Bun-specific decoding behavior.
    const scope = globalThis;
    if (typeof scope.Bun?.version === 'string') {
        return /[^\t\u0020-\u007E]|^[\t ]|[\t ]$/u.test(accessToken);
    }
    return /[^\t\u0020-\u007E\u0080-\u00FF]|^[\t ]|[\t ]$/u.test(accessToken);
}
/**
 * Exchanges external workload-identity tokens for cached OpenAI access tokens.
 *
 * Concurrent token exchanges are shared. Valid cached tokens are returned while
 * a proactive refresh runs in the background; expired or missing tokens wait
 * for a successful exchange before they are returned.
 */
class WorkloadIdentityAuth {
    /**
     * Creates a workload-identity token cache and OAuth token-exchange client.
     *
     * @param config External identity provider, OpenAI service account, and refresh settings.
     * @param fetch Optional fetch implementation for calls to the OpenAI token endpoint.
     */
    constructor(config, fetch) {
        this.cachedToken = null;
        this.refreshPromise = null;
        this.tokenGeneration = 0;
        this.tokenExchangeUrl = 'https://auth.openai.com/oauth/token';
        const { identityProviderId, serviceAccountId, clientId, refreshBufferSeconds, provider } = config;
        this.config = {
            identityProviderId,
            serviceAccountId,
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(clientId === undefined ? {} : { clientId }),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(refreshBufferSeconds === undefined ? {} : { refreshBufferSeconds }),
            provider: {
                tokenType: provider.tokenType,
                getToken: provider.getToken.bind(provider),
            },
        };
        this.fetch = fetch ?? getDefaultFetch();
    }
    /**
     * Returns a valid OpenAI access token, exchanging or refreshing credentials as needed.
     *
     * Cached tokens nearing expiration are returned immediately while a background
     * refresh runs. Concurrent callers share the same in-flight token exchange.
     *
     * @throws {OAuthError} When the token endpoint rejects the subject token or identity.
     * @throws {APIError} When another unsuccessful HTTP response prevents token exchange.
     * @throws {OpenAIError} When a successful exchange has an invalid access token or expiration.
     */
    async getToken() {
        if (!this.cachedToken || WorkloadIdentityAuth.isTokenExpired(this.cachedToken)) {
            if (this.refreshPromise) {
                return await this.refreshPromise;
            }
            const refreshPromise = this.refreshToken(this.tokenGeneration);
            this.refreshPromise = refreshPromise;
            try {
                return await refreshPromise;
            }
            finally {
                if (this.refreshPromise === refreshPromise) {
                    this.refreshPromise = null;
                }
            }
        }
        if (WorkloadIdentityAuth.needsRefresh(this.cachedToken) && !this.refreshPromise) {
            const refreshPromise = this.refreshToken(this.tokenGeneration).finally(() => {
                if (this.refreshPromise === refreshPromise) {
                    this.refreshPromise = null;
                }
            });
            this.refreshPromise = refreshPromise;
            void refreshPromise.catch(() => null);
        }
        return this.cachedToken.token;
    }
    async refreshToken(generation) {
        const subjectToken = await this.config.provider.getToken();
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- The token-exchange field dictionary gains an optional client_id after its required fields are initialized.
        const body = {
            grant_type: TOKEN_EXCHANGE_GRANT_TYPE,
            subject_token: subjectToken,
            subject_token_type: SUBJECT_TOKEN_TYPES[this.config.provider.tokenType],
            identity_provider_id: this.config.identityProviderId,
            service_account_id: this.config.serviceAccountId,
        };
        if (this.config.clientId) {
            body['client_id'] = this.config.clientId;
        }
        // Exclude provider acquisition and measure delivery time independently of wall-clock changes.
        const exchangeStartedAt = performance.now();
        const response = await this.fetch(this.tokenExchangeUrl, {
            method: 'POST',
            headers: {
                'Content-Type': 'application/json',
            },
            body: JSON.stringify(body),
            redirect: 'manual',
        });
        if (!response.ok) {
            const errorText = await response.text();
            let body = undefined;
            try {
                body = JSON.parse(errorText);
            }
            catch {
                // Ignore non-JSON error bodies.
            }
            if (response.status === 400 || response.status === 401 || response.status === 403) {
                throw new OAuthError(response.status, body, response.headers);
            }
            throw APIError.generate(response.status, body, `Token exchange failed with status ${response.status}`, response.headers);
        }
        const tokenResponse = await parseOAuthTokenResponse(response);
        const accessToken = typeof tokenResponse === 'object' && tokenResponse !== null && 'access_token' in tokenResponse
            ? tokenResponse.access_token
            : undefined;
        if (typeof accessToken !== 'string' ||
            accessToken.trim().length === 0 ||
            isUnsafeAccessToken(accessToken)) {
            throw new error_OpenAIError("Token exchange response missing 'access_token' field");
        }
        // SAFETY: The token response was checked as an object with a valid access token; expires_in is still validated by calculateExpiresAt.
        const expiresIn = tokenResponse.expires_in ?? 3600;
        const expiresAt = calculateExpiresAt(expiresIn, exchangeStartedAt);
        if (this.tokenGeneration === generation) {
            this.cachedToken = {
                token: accessToken,
                expiresAt,
                refreshAt: calculateRefreshAt(expiresAt, expiresIn, this.config.refreshBufferSeconds),
            };
        }
        return accessToken;
    }
    static isTokenExpired(cachedToken) {
        return Date.now() >= cachedToken.expiresAt;
    }
    static needsRefresh(cachedToken) {
        return Date.now() >= cachedToken.refreshAt;
    }
    /** Discards the cached access token so the next request performs a fresh exchange. */
    invalidateToken() {
        this.tokenGeneration += 1;
        this.cachedToken = null;
        this.refreshPromise = null;
    }
}
//# sourceMappingURL=workload-identity-auth.mjs.map
;


/** Sole API authority approved for OpenAI X.509 workload-identity federation. */
const X509_API_BASE_URL = 'https://mtls.api.openai.com/v1';
/** Validates the enrolled API authority and rejects credential-bearing query parameters. */
function assertX509APIOrigin(value) {
    let target;
    try {
        target = new URL(value);
    }
    catch {
        throw new error_OpenAIError('X.509 workload identity requires the approved global mTLS API origin.');
    }
    if (target.origin !== 'https://mtls.api.openai.com' || target.username || target.password) {
        throw new error_OpenAIError('X.509 workload identity requires the approved global mTLS API origin.');
    }
    for (const name of target.searchParams.keys()) {
        if (isSensitiveQueryParameter(name)) {
            throw new error_OpenAIError('X.509 workload identity cannot send conflicting query authentication credentials.');
        }
    }
    return target;
}
//# sourceMappingURL=x509-api-origin.mjs.map
;

const brand_privateNullableHeaders = /* @__PURE__ */ Symbol('brand.privateNullableHeaders');
const httpTokenHeaderName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
function* iterateHeaders(headers) {
    if (!headers)
        return;
    if (brand_privateNullableHeaders in headers) {
        const { values, nulls } = headers;
        yield* values.entries();
        for (const name of nulls) {
            yield [name, null];
        }
        return;
    }
    let shouldClear = false;
    let iter;
    // Snapshot the iterable protocol across realms without rereading a caller-controlled getter.
    const iterator = Symbol.iterator in headers ? headers[Symbol.iterator] : undefined;
    if (typeof iterator === 'function') {
        iter = { [Symbol.iterator]: () => iterator.call(headers) };
    }
    else {
        shouldClear = true;
        iter = Object.entries(headers ?? {});
    }
    for (let row of iter) {
        const name = row[0];
        if (typeof name !== 'string')
            throw new TypeError('expected header name to be a string');
        const values = isReadonlyArray(row[1]) ? row[1] : [row[1]];
        let didClear = false;
        for (const value of values) {
            if (value === undefined)
                continue;
            // Objects keys always overwrite older headers, they never append.
            // Yield a null to clear the header before adding the new values.
            if (shouldClear && !didClear) {
                didClear = true;
                yield [name, null];
            }
            yield [name, value];
        }
    }
}
const buildHeaders = (newHeaders) => {
    const targetHeaders = new Headers();
    const nullHeaders = new Set();
    for (const headers of newHeaders) {
        const seenHeaders = new Set();
        for (const [name, value] of iterateHeaders(headers)) {
            if (!httpTokenHeaderName.test(name)) {
                throw new TypeError(`Header name must be a valid HTTP token ["${name}"]`);
            }
            const lowerName = name.toLowerCase();
            if (!seenHeaders.has(lowerName)) {
                targetHeaders.delete(lowerName);
                seenHeaders.add(lowerName);
            }
            if (value === null) {
                targetHeaders.delete(lowerName);
                nullHeaders.add(lowerName);
            }
            else {
                targetHeaders.append(lowerName, value);
                nullHeaders.delete(lowerName);
            }
        }
    }
    return { [brand_privateNullableHeaders]: true, values: targetHeaders, nulls: nullHeaders };
};
const isEmptyHeaders = (headers) => {
    for (const _ of iterateHeaders(headers))
        return false;
    return true;
};
//# sourceMappingURL=headers.mjs.map
;
/** Browser-safe capability state keeps CommonJS outside the ordinary SDK ESM graph. */
const registeredX509Transports = new WeakMap();
const transientX509ConnectionErrors = new WeakSet();
const retryableX509IssuerErrors = new WeakSet();
const approvedX509Clients = new WeakSet();
const approvedX509OAuthErrors = new WeakMap();
const approvedX509Credentials = new WeakMap();
/** Looks up an opaque capability without exposing the registry itself. */
const findRegisteredX509Transport = WeakMap.prototype.get.bind(registeredX509Transports);
/** Records a capability only after its Node-only factory validates the private dispatcher. */
const rememberRegisteredX509Transport = WeakMap.prototype.set.bind(registeredX509Transports);
/** Privately classifies sanitized issuer errors without exposing transport details. */
const markTransientX509ConnectionError = WeakSet.prototype.add.bind(transientX509ConnectionErrors);
/** Checks the private transient classification without retaining caller-owned errors. */
const isTransientX509ConnectionError = WeakSet.prototype.has.bind(transientX509ConnectionErrors);
/** Privately brands retryable issuer failures without exposing classification state. */
const markRetryableX509IssuerError = WeakSet.prototype.add.bind(retryableX509IssuerErrors);
/** Recognizes trusted issuer failures without evaluating caller-controlled properties. */
const isRetryableX509IssuerError = WeakSet.prototype.has.bind(retryableX509IssuerErrors);
/** Brands validated clients without exposing their mutable options or authentication fields. */
const markApprovedX509Client = WeakSet.prototype.add.bind(approvedX509Clients);
/** Recognizes private client ownership without caller-visible markers. */
const x509_transport_state_browser_isApprovedX509Client = WeakSet.prototype.has.bind(approvedX509Clients);
/** Stores trusted OAuth metadata without exposing it to unrelated callers. */
const rememberX509OAuthError = WeakMap.prototype.set.bind(approvedX509OAuthErrors);
/** Retrieves trusted metadata when public OAuth errors cross module formats. */
const findX509OAuthError = WeakMap.prototype.get.bind(approvedX509OAuthErrors);
/** Privately binds SDK-owned credentials without importing Node or optional transport peers. */
const rememberX509Credential = WeakMap.prototype.set.bind(approvedX509Credentials);
/** Resolves only credentials registered by the optional Node authentication helper. */
const findX509Credential = WeakMap.prototype.get.bind(approvedX509Credentials);
//# sourceMappingURL=x509-transport-state-browser.mjs.map
// EXTERNAL MODULE: ./.bundle/node_modules/openai/internal/auth/x509-transport-state.js
var x509_transport_state = __webpack_require__(2313);
var x509_transport_state_namespaceObject = /*#__PURE__*/__webpack_require__.t(x509_transport_state, 2);
;



// oxlint-disable-next-line anti-slop/no-runtime-typeof -- The package adapter probes the Node-only registry export before selecting the browser fallback.
const state = typeof x509_transport_state.findRegisteredX509Transport === 'function' ? x509_transport_state_namespaceObject : x509_transport_state_browser_namespaceObject;

const {
  findRegisteredX509Transport: x509_transport_state_findRegisteredX509Transport,
  rememberRegisteredX509Transport: x509_transport_state_rememberRegisteredX509Transport,
  markTransientX509ConnectionError: x509_transport_state_markTransientX509ConnectionError,
  isTransientX509ConnectionError: x509_transport_state_isTransientX509ConnectionError,
  markRetryableX509IssuerError: x509_transport_state_markRetryableX509IssuerError,
  isRetryableX509IssuerError: x509_transport_state_isRetryableX509IssuerError,
  markApprovedX509Client: x509_transport_state_markApprovedX509Client,
  isApprovedX509Client: x509_transport_state_isApprovedX509Client,
  rememberX509OAuthError: x509_transport_state_rememberX509OAuthError,
  findX509OAuthError: x509_transport_state_findX509OAuthError,
  rememberX509Credential: x509_transport_state_rememberX509Credential,
  findX509Credential: x509_transport_state_findX509Credential,
} = state;

;


const transientX509TransportCodes = new Set([
    'ECONNRESET',
    'ECONNREFUSED',
    'ENETUNREACH',
    'EHOSTUNREACH',
    'ENETDOWN',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
    'UND_ERR_SOCKET',
]);
/** Retries only known temporary failures when neither error layer reports a permanent code. */
function isRetryableX509TransportFailure(failure) {
    const cause = typeof failure === 'object' && failure !== null
        ? Object.getOwnPropertyDescriptor(failure, 'cause')?.value
        : undefined;
    let retryable = false;
    for (const candidate of [failure, cause]) {
        const code = typeof candidate === 'object' && candidate !== null
            ? Object.getOwnPropertyDescriptor(candidate, 'code')?.value
            : undefined;
        if (typeof code === 'string') {
            if (!transientX509TransportCodes.has(code)) {
                return false;
            }
            retryable = true;
        }
    }
    return retryable;
}
const x509TransportBrand = Symbol('X.509 transport capability');
/** Resolves a previously registered opaque capability without importing an optional transport peer. */
function resolveX509Transport(value) {
    if (!value || typeof value !== 'object') {
        throw new error_OpenAIError('X.509 workload identity requires an approved X.509 transport capability.');
    }
    const registered = x509_transport_state_findRegisteredX509Transport(value);
    if (!registered) {
        throw new error_OpenAIError('X.509 workload identity requires an approved X.509 transport capability.');
    }
    return registered;
}
//# sourceMappingURL=x509-transport-registry.mjs.map
;
var _X509WorkloadIdentityAuth_instances, _a, _X509WorkloadIdentityAuth_identityProviderId, _X509WorkloadIdentityAuth_serviceAccountId, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, _X509WorkloadIdentityAuth_organization, _X509WorkloadIdentityAuth_project, _X509WorkloadIdentityAuth_transport, _X509WorkloadIdentityAuth_refreshBufferMs, _X509WorkloadIdentityAuth_cachedToken, _X509WorkloadIdentityAuth_refresh, _X509WorkloadIdentityAuth_tokenGeneration, _X509WorkloadIdentityAuth_cancelRequestBody, _X509WorkloadIdentityAuth_assignToken, _X509WorkloadIdentityAuth_recoverRefreshFailure, _X509WorkloadIdentityAuth_fallbackToken, _X509WorkloadIdentityAuth_retireRefresh, _X509WorkloadIdentityAuth_beginRefresh, _X509WorkloadIdentityAuth_refreshToken, _X509WorkloadIdentityAuth_preflight, _X509WorkloadIdentityAuth_scope, _X509WorkloadIdentityAuth_assertTenantHeaders;









const FORBIDDEN_TRANSPORT_OPTIONS = ['dispatcher', 'agent', 'client', 'tls', 'proxy'];
const headerValue = (headers, name) => Headers.prototype.get.call(headers, name);
const DEFAULT_REFRESH_BUFFER_MS = 20 * 60 * 1000;
const FAILED_REFRESH_COOLDOWN_MS = 1000;
const userAbortError = (signal) => {
    const error = new APIUserAbortError();
    Object.defineProperty(error, 'cause', { value: signal.reason, writable: true, configurable: true });
    return error;
};
function assertSafeHeaders(headers) {
    for (const name of Headers.prototype.keys.call(headers)) {
        const canonical = name.toLowerCase().split('_').join('-');
        if ((canonical !== 'authorization' && isSensitiveHeader(canonical)) || canonical === 'host') {
            throw new error_OpenAIError('X.509 workload identity cannot send conflicting authentication credentials.');
        }
    }
}
function exchangeDeadline(timeout, callerSignal) {
    const deadline = new AbortController();
    const timer = timeout === undefined
        ? undefined
        : setTimeout(() => deadline.abort(new error_APIConnectionTimeoutError()), timeout);
    const timerHandle = timer;
    if (typeof timerHandle === 'object' &&
        timerHandle !== null &&
        'unref' in timerHandle &&
        typeof timerHandle.unref === 'function') {
        timerHandle.unref();
    }
    const cancel = () => deadline.abort(callerSignal?.reason);
    callerSignal?.addEventListener('abort', cancel, { once: true });
    if (callerSignal?.aborted) {
        cancel();
    }
    return {
        signal: deadline.signal,
        dispose: () => {
            callerSignal?.removeEventListener('abort', cancel);
            if (timer) {
                clearTimeout(timer);
            }
        },
    };
}
function waitForRefresh(attempt, signal) {
    let abort;
    // AbortSignal remains callback-only on supported TypeScript/runtime combinations.
    // oxlint-disable-next-line promise/avoid-new -- A callback-only AbortSignal must race a shared refresh.
    const canceled = new Promise((_resolve, reject) => {
        abort = () => reject(signal.reason);
        signal.addEventListener('abort', abort, { once: true });
        if (signal.aborted) {
            abort();
        }
    });
    return {
        result: Promise.race([attempt.promise, canceled]),
        dispose: () => {
            if (abort) {
                signal.removeEventListener('abort', abort);
            }
        },
    };
}
/** Distinguishes true certificate identities from extensible legacy subject-token identities. */
function isX509WorkloadIdentity(identity) {
    if (!identity || typeof identity !== 'object') {
        return false;
    }
    let providerOwner = identity;
    while (providerOwner !== null && providerOwner !== Object.prototype) {
        const provider = Object.getOwnPropertyDescriptor(providerOwner, 'provider');
        if (provider) {
            if (!('value' in provider) || provider.value !== undefined) {
                return false;
            }
            break;
        }
        // SAFETY: Object.getPrototypeOf returns an object or null; the traversal checks descriptors rather than assuming a credential-provider subtype.
        providerOwner = Object.getPrototypeOf(providerOwner);
    }
    let current = identity;
    while (current !== null && current !== Object.prototype) {
        const discriminator = Object.getOwnPropertyDescriptor(current, 'type');
        if (discriminator) {
            if (!('value' in discriminator)) {
                throw new error_OpenAIError('X.509 workload identity type must be a plain data property.');
            }
            return discriminator.value === 'x509';
        }
        // SAFETY: Object.getPrototypeOf returns an object or null; the traversal checks descriptors rather than assuming a credential-provider subtype.
        current = Object.getPrototypeOf(current);
    }
    return false;
}
/** Rejects unsupported WebSocket authentication before any connection or credential side effect. */
function assertX509WebSocketSupported(client) {
    if (!client || typeof client !== 'object') {
        return;
    }
    if (isApprovedX509Client(client)) {
        throw new OpenAIError('X.509 workload identity does not support WebSocket connections.');
    }
}
/** Prevents caller options from replacing the immutable transport selected at construction. */
function assertX509FetchOptions(options) {
    if (!options) {
        return;
    }
    for (const name of FORBIDDEN_TRANSPORT_OPTIONS) {
        if (hasOwn(options, name)) {
            throw new error_OpenAIError('X.509 workload identity cannot override its approved transport capability.');
        }
    }
    const redirect = Object.getOwnPropertyDescriptor(options, 'redirect')?.value;
    if (redirect !== undefined && redirect !== 'manual') {
        throw new error_OpenAIError('X.509 workload identity requests require manual redirects.');
    }
}
/** Rejects caller overrides while allowing the SDK-owned fields on the final RequestInit. */
function assertX509RequestOptions(options) {
    assertX509FetchOptions(options);
    if (options && ['body', 'headers', 'method', 'signal'].some((name) => hasOwn(options, name))) {
        throw new error_OpenAIError('X.509 workload identity cannot override its request body, headers, method, or signal through fetch options.');
    }
}
/** Validates and snapshots the exact caller options that will reach authenticated dispatch. */
function snapshotX509RequestOptions(options) {
    assertX509RequestOptions(options);
    const snapshot = { ...options };
    assertX509RequestOptions(snapshot);
    return snapshot;
}
/** Bridges certificate authentication into existing OpenAI auth and fetch hooks without optional peers. */
class X509WorkloadIdentityAuth {
    /** Captures one registered, immutable certificate identity and its enrolled selectors. */
    constructor(identity, transport, organization, project) {
        _X509WorkloadIdentityAuth_instances.add(this);
        _X509WorkloadIdentityAuth_identityProviderId.set(this, void 0);
        _X509WorkloadIdentityAuth_serviceAccountId.set(this, void 0);
        _X509WorkloadIdentityAuth_configuredRefreshBufferMs.set(this, void 0);
        _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds.set(this, void 0);
        _X509WorkloadIdentityAuth_organization.set(this, void 0);
        _X509WorkloadIdentityAuth_project.set(this, void 0);
        _X509WorkloadIdentityAuth_transport.set(this, void 0);
        _X509WorkloadIdentityAuth_refreshBufferMs.set(this, void 0);
        _X509WorkloadIdentityAuth_cachedToken.set(this, void 0);
        _X509WorkloadIdentityAuth_refresh.set(this, void 0);
        _X509WorkloadIdentityAuth_tokenGeneration.set(this, 0);
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_transport, resolveX509Transport(transport), "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_identityProviderId, identity.identityProviderId, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_serviceAccountId, identity.serviceAccountId, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, identity.refreshBufferMs, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, identity.refreshBufferSeconds, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_organization, organization, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_project, project, "f");
        if (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") !== undefined && __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") !== undefined) {
            throw new error_OpenAIError('X.509 workload identity cannot combine refreshBufferSeconds and refreshBufferMs.');
        }
        if (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") !== undefined &&
            (!Number.isSafeInteger(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f")) || __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") < 0)) {
            throw new error_OpenAIError('X.509 workload identity requires a nonnegative integer refreshBufferMs.');
        }
        if (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") !== undefined &&
            (!Number.isSafeInteger(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f")) ||
                __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") < 0 ||
                !Number.isSafeInteger(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") * 1000))) {
            throw new error_OpenAIError('X.509 workload identity requires a nonnegative integer refreshBufferSeconds.');
        }
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_refreshBufferMs, __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") === undefined
            ? (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") ?? DEFAULT_REFRESH_BUFFER_MS)
            : __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") * 1000, "f");
    }
    /** Reconstructs the immutable selectors captured before caller-owned identity mutation. */
    identitySnapshot() {
        return {
            type: 'x509',
            identityProviderId: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_identityProviderId, "f"),
            serviceAccountId: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_serviceAccountId, "f"),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") === undefined
                ? {}
                : { refreshBufferMs: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferMs, "f") }),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") === undefined
                ? {}
                : { refreshBufferSeconds: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds, "f") }),
        };
    }
    /** Preserves explicitly headerless requests without presenting a certificate to the issuer. */
    static shouldAuthenticate(options, defaultHeaders, requestHeaders = options.headers) {
        return !buildHeaders([defaultHeaders, requestHeaders]).nulls.has('authorization');
    }
    /** Snapshots each caller-owned header layer once while preserving nulls and precedence. */
    snapshotHeaders(defaultHeaders, requestHeaders) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        scope.defaultHeaders ?? (scope.defaultHeaders = buildHeaders([defaultHeaders]));
        scope.requestHeaders ?? (scope.requestHeaders = buildHeaders([requestHeaders]));
        return this.headerSnapshots();
    }
    /** Returns the already rendered caller headers without touching mutable inputs again. */
    headerSnapshots() {
        const { defaultHeaders, requestHeaders } = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (!defaultHeaders || !requestHeaders) {
            throw new error_OpenAIError('X.509 workload identity requires snapshotted request headers.');
        }
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- The exposed snapshot contract deliberately hides the private request-scope representation.
        return { defaultHeaders, requestHeaders };
    }
    /** Captures enrolled public tenant selectors once before certificate presentation. */
    snapshotTenant(organization, project) {
        if (organization !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_organization, "f") || project !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_project, "f")) {
            throw new error_OpenAIError('X.509 workload identity cannot override its enrolled organization or project.');
        }
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        scope.tenant = { organization, project };
        return scope.tenant;
    }
    /** Returns the tenant selectors already approved for this logical request. */
    tenantSnapshot() {
        const { tenant } = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (!tenant) {
            throw new error_OpenAIError('X.509 workload identity requires snapshotted tenant selectors.');
        }
        return tenant;
    }
    /** Validates and retains the exact destination that authenticated dispatch will use. */
    snapshotAPIURL(value) {
        assertX509APIOrigin(value);
        __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).apiURL = value;
    }
    /** Reads the already-approved destination without rerendering caller-owned request options. */
    requestAPIURL() {
        const { apiURL } = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (apiURL === undefined) {
            throw new error_OpenAIError('X.509 workload identity requires a snapshotted API destination.');
        }
        return apiURL;
    }
    /** Captures the exact caller settings approved for authenticated dispatch. */
    snapshotRequest(signal, timeout, fetchOptions) {
        var _b;
        (_b = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this)).request ?? (_b.request = { signal, timeout, fetchOptions });
    }
    /** Returns immutable request settings without invoking caller-owned accessors again. */
    requestSnapshot() {
        const { request } = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (!request) {
            throw new error_OpenAIError('X.509 workload identity requires snapshotted request settings.');
        }
        return request;
    }
    /** Suspends an already-running network budget during retry-local asynchronous preparation. */
    beginRequestPreparation() {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (scope.deadlineArmed && scope.preparationStartedAt === undefined) {
            scope.preparationStartedAt = performance.now();
            scope.preparationWallStartedAt = Date.now();
        }
    }
    /** Begins local request construction without charging protected hook latency to the network. */
    beginRequestPlanning() {
        __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).phase = 'planning';
    }
    /** Arms one absolute network deadline only after all local request preparation completes. */
    beginRequestNetwork() {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (!scope.deadlineArmed) {
            scope.wallStartedAt = Date.now();
            scope.monotonicStartedAt = performance.now();
            scope.deadlineArmed = true;
        }
        else if (scope.preparationStartedAt !== undefined) {
            scope.monotonicStartedAt += performance.now() - scope.preparationStartedAt;
            scope.wallStartedAt += Date.now() - (scope.preparationWallStartedAt ?? Date.now());
            delete scope.preparationStartedAt;
            delete scope.preparationWallStartedAt;
        }
    }
    /** Keeps certificate authentication outside overridable request construction. */
    isPlanningRequest() {
        return __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).phase === 'planning';
    }
    /** Approves the final overridden destination and transport before minting a bearer. */
    authorizePlannedRequest(url, request, timeout, allowHookSignal = false) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        const headers = Object.getOwnPropertyDescriptor(request, 'headers');
        const body = Object.getOwnPropertyDescriptor(request, 'body');
        const signal = Object.getOwnPropertyDescriptor(request, 'signal');
        const redirect = Object.getOwnPropertyDescriptor(request, 'redirect');
        if (scope.phase !== 'planning' ||
            !headers ||
            !(headers.value instanceof Headers) ||
            (!body && 'body' in request) ||
            [body, signal, redirect].some((descriptor) => descriptor && !('value' in descriptor))) {
            throw new error_OpenAIError('X.509 workload identity requires an approved final request.');
        }
        this.snapshotAPIURL(url);
        assertX509FetchOptions(request);
        try {
            assertSafeHeaders(headers.value);
        }
        catch {
            throw new error_OpenAIError('X.509 workload identity cannot use caller-supplied authentication credentials.');
        }
        if (headerValue(headers.value, 'Authorization') !== null) {
            throw new error_OpenAIError('X.509 workload identity cannot use caller-supplied authorization credentials.');
        }
        __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_assertTenantHeaders).call(this, headers.value);
        if (!allowHookSignal && (signal?.value ?? undefined) !== (this.requestSnapshot().signal ?? undefined)) {
            throw new error_OpenAIError('X.509 workload identity must preserve its approved request signal.');
        }
        const approved = this.requestSnapshot();
        scope.request = { ...approved, timeout: Math.min(approved.timeout, timeout) };
        scope.phase = 'authorizing';
    }
    /** Owns only SDK-created iterator adapters until authenticated dispatch takes responsibility. */
    ownRequestBody(body, source) {
        if (body instanceof ReadableStream && body !== source) {
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).materializedBody = body;
        }
    }
    /** Recognizes every one-shot upload before issuer authentication or request replay. */
    static isStreamingRequestBody(body) {
        return ((globalThis.ReadableStream !== undefined && body instanceof globalThis.ReadableStream) ||
            (typeof body === 'object' &&
                body !== null &&
                (Symbol.asyncIterator in body ||
                    (Symbol.iterator in body && 'next' in body && typeof body.next === 'function'))));
    }
    /** Retires abandoned upload adapters without masking or blocking their authentication failure. */
    retireRequestBody() {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        const body = scope.materializedBody;
        delete scope.materializedBody;
        if (body) {
            void __classPrivateFieldGet(_a, _a, "m", _X509WorkloadIdentityAuth_cancelRequestBody).call(_a, body);
        }
    }
    /** Transfers the dispatched upload while retiring any SDK-owned body replaced by a hook. */
    releaseRequestBody(body) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        if (scope.materializedBody === body) {
            delete scope.materializedBody;
        }
        else {
            this.retireRequestBody();
        }
    }
    /** Retains caller-only cancellation separately from SDK-created deadline controllers. */
    setEffectiveSignal(signal) {
        if (signal) {
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).effectiveSignal = signal;
        }
        else {
            delete __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this).effectiveSignal;
        }
    }
    /** Uses protected-hook cancellation when an authenticated attempt enters retry backoff. */
    effectiveSignal() {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        return scope.effectiveSignal ?? scope.request?.signal;
    }
    /** Establishes an independent scope even when concurrent requests share caller options. */
    // oxlint-disable-next-line anti-slop/no-object-parameters -- Logical request owners are opaque identity tokens; their properties are never read.
    runRequest(operation, requestOwner) {
        return __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").run(async () => {
            const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
            if (!scope) {
                throw new error_OpenAIError('X.509 workload identity requires an active certificate request scope.');
            }
            scope.owner = this;
            scope.requestOwner = requestOwner;
            try {
                return await operation();
            }
            finally {
                this.retireRequestBody();
                this.releaseRequestCredentials();
                delete scope.requestOwner;
                delete scope.owner;
            }
        });
    }
    /** Reports whether a public request-building call already belongs to an active logical operation. */
    // oxlint-disable-next-line anti-slop/no-object-parameters -- Request scope membership compares the opaque caller token by identity only.
    inRequest(requestOwner) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
        return scope?.owner === this && scope.requestOwner === requestOwner && scope.phase !== 'authorizing';
    }
    /** Shares a cache only when the complete, privately snapshotted credential identity matches. */
    matches(other) {
        return (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_transport, "f") &&
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_identityProviderId, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_identityProviderId, "f") &&
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_serviceAccountId, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_serviceAccountId, "f") &&
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_organization, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_organization, "f") &&
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_project, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_project, "f") &&
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refreshBufferMs, "f") === __classPrivateFieldGet(other, _X509WorkloadIdentityAuth_refreshBufferMs, "f"));
    }
    /** Binds deferred response parsing to the original logical request and its unchanged deadline. */
    continuation() {
        const { wallStartedAt, monotonicStartedAt, deadlineArmed, request, requestOwner, effectiveSignal } = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        const scope = {
            wallStartedAt,
            monotonicStartedAt,
            owner: this,
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(deadlineArmed ? { deadlineArmed } : {}),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(request ? { request } : {}),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(effectiveSignal ? { effectiveSignal } : {}),
            // Spread creates an own data property without invoking inherited setters or changing the object prototype.
            ...(requestOwner ? { requestOwner } : {}),
        };
        return (operation) => __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").resume(scope, async () => {
            try {
                return await operation();
            }
            finally {
                this.releaseRequestCredentials();
                delete scope.requestOwner;
                delete scope.owner;
            }
        });
    }
    /** Removes dispatched bearer material before settled request promises can retain their scope. */
    releaseRequestCredentials() {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        delete scope.request;
        delete scope.phase;
        delete scope.deadlineArmed;
        delete scope.preparationStartedAt;
        delete scope.preparationWallStartedAt;
        delete scope.effectiveSignal;
        delete scope.materializedBody;
        delete scope.apiURL;
        delete scope.tenant;
        delete scope.token;
        delete scope.defaultHeaders;
        delete scope.requestHeaders;
        delete scope.tokenGeneration;
        delete scope.headers;
        delete scope.authorization;
    }
    /** Returns the original authentication start so response consumption shares its request deadline. */
    requestStartedAt(_options) {
        return __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current()?.wallStartedAt;
    }
    /** Distinguishes issued workload credentials from independent admin or headerless requests. */
    usedWorkloadToken(_options) {
        return __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current()?.token !== undefined;
    }
    /** Returns the budget left after certificate authentication without starting another timeout. */
    remainingTimeout(_options, timeout) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
        if (scope === undefined) {
            return timeout;
        }
        const remaining = timeout - (performance.now() - scope.monotonicStartedAt);
        if (remaining <= 0) {
            throw new error_APIConnectionTimeoutError();
        }
        return remaining;
    }
    /** Cancels active retry timers promptly without changing public caller-abort semantics. */
    async waitForRetry(duration, signal) {
        try {
            await __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").sleep(duration, signal);
        }
        catch (error) {
            if (signal?.aborted) {
                throw userAbortError(signal);
            }
            throw error;
        }
    }
    /** Trusts only issuer or connection failures privately branded by the approved transport. */
    static isRetryableFailure(error) {
        return (typeof error === 'object' &&
            error !== null &&
            (x509_transport_state_isTransientX509ConnectionError(error) || x509_transport_state_isRetryableX509IssuerError(error)));
    }
    /** Reads safe retry hints only from a privately branded, sanitized issuer response. */
    static retryHeaders(error) {
        if (!error || typeof error !== 'object' || !x509_transport_state_isRetryableX509IssuerError(error)) {
            return undefined;
        }
        const headers = Object.getOwnPropertyDescriptor(error, 'headers')?.value;
        return headers instanceof Headers ? headers : undefined;
    }
    /** Exchanges the exact certificate capability selected for the matching API dispatch. */
    async getToken(options, context) {
        const callerSignal = context ? context.signal : options?.signal;
        if (callerSignal?.aborted) {
            throw userAbortError(callerSignal);
        }
        if (options) {
            assertX509RequestOptions(context ? context.fetchOptions : options.fetchOptions);
        }
        __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_preflight).call(this, context);
        const scope = options ? __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this) : undefined;
        const cached = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_cachedToken, "f");
        if (cached && performance.now() < cached.refreshAt && Date.now() < cached.wallRefreshAt) {
            return __classPrivateFieldGet(_a, _a, "m", _X509WorkloadIdentityAuth_assignToken).call(_a, scope, cached);
        }
        const remaining = context && options ? this.remainingTimeout(options, context.timeout) : context?.timeout;
        const { signal, dispose } = exchangeDeadline(remaining, callerSignal);
        if (callerSignal?.aborted) {
            dispose();
            throw userAbortError(callerSignal);
        }
        const attempt = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f") ?? __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_beginRefresh).call(this);
        attempt.waiters += 1;
        const waiter = waitForRefresh(attempt, signal);
        try {
            const exchanged = await waiter.result;
            const refreshed = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_cachedToken, "f");
            if (!refreshed || refreshed.accessToken !== exchanged.accessToken) {
                throw new APIUserAbortError();
            }
            return __classPrivateFieldGet(_a, _a, "m", _X509WorkloadIdentityAuth_assignToken).call(_a, scope, refreshed);
        }
        catch (error) {
            return await __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_recoverRefreshFailure).call(this, error, attempt, cached, scope, options, context);
        }
        finally {
            waiter.dispose();
            dispose();
            attempt.waiters -= 1;
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_retireRefresh).call(this, attempt);
        }
    }
    /** Invalidates only the workload-token generation actually rejected by the current request. */
    invalidateToken() {
        const rejected = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
        if (!rejected?.token ||
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_cachedToken, "f")?.accessToken !== rejected.token ||
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_cachedToken, "f").generation !== rejected.tokenGeneration) {
            return;
        }
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_tokenGeneration, __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f") + 1, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_cachedToken, undefined, "f");
        const refresh = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_refresh, undefined, "f");
        refresh?.controller.abort(new APIUserAbortError());
    }
    /** Binds the minted credential to the original headers before protected request hooks run. */
    bindRequest(options, request, adminAPIKey) {
        if (!(request.headers instanceof Headers)) {
            throw new error_OpenAIError('X.509 workload identity requires the original workload authorization headers.');
        }
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        const { token } = scope;
        const security = options.__security ?? { bearerAuth: true };
        let approvedAuthorization = token ? `Bearer ${token}` : null;
        if (!token &&
            security.adminAPIKeyAuth &&
            adminAPIKey !== null &&
            headerValue(request.headers, 'Authorization') !== null) {
            approvedAuthorization = new Headers({ Authorization: `Bearer ${adminAPIKey}` }).get('Authorization');
        }
        scope.headers = request.headers;
        scope.authorization = approvedAuthorization;
        this.assertRequest(request);
    }
    /** Rebinds an equivalent protected-hook container without relaxing final dispatch identity checks. */
    adoptRequestHeaders(request) {
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_scope).call(this);
        const original = scope.headers;
        if (!(original instanceof Headers) || !(request.headers instanceof Headers)) {
            throw new error_OpenAIError('X.509 workload identity must preserve its issued workload authorization.');
        }
        scope.headers = request.headers;
        try {
            this.assertRequest(request);
        }
        catch (error) {
            scope.headers = original;
            throw error;
        }
    }
    /** Rejects request hooks that replace the selected bearer or its approved header identity. */
    assertRequest(request) {
        const { headers } = request;
        if (!(headers instanceof Headers)) {
            throw new error_OpenAIError('X.509 workload identity must preserve its issued workload authorization.');
        }
        const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
        if (!scope ||
            scope.headers !== headers ||
            scope.authorization === undefined ||
            headerValue(headers, 'Authorization') !== scope.authorization) {
            throw new error_OpenAIError('X.509 workload identity must preserve its issued workload authorization.');
        }
        __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_assertTenantHeaders).call(this, headers);
        assertSafeHeaders(headers);
    }
    /** Returns a guarded final dispatcher while preserving all existing request hook object identities. */
    fetch() {
        return async (input, init = {}) => {
            const target = assertX509APIOrigin(typeof input === 'string' || input instanceof URL ? input : input.url);
            assertX509FetchOptions(init);
            this.assertRequest(init);
            const approved = init.headers;
            if (!(approved instanceof Headers)) {
                throw new error_OpenAIError('X.509 workload identity must preserve its issued workload authorization.');
            }
            const headers = new Headers([...Headers.prototype.entries.call(approved)]);
            assertSafeHeaders(headers);
            init.headers = headers;
            init.redirect = 'manual';
            return await __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").dispatch(target, init);
        };
    }
}
_a = X509WorkloadIdentityAuth, _X509WorkloadIdentityAuth_identityProviderId = new WeakMap(), _X509WorkloadIdentityAuth_serviceAccountId = new WeakMap(), _X509WorkloadIdentityAuth_configuredRefreshBufferMs = new WeakMap(), _X509WorkloadIdentityAuth_configuredRefreshBufferSeconds = new WeakMap(), _X509WorkloadIdentityAuth_organization = new WeakMap(), _X509WorkloadIdentityAuth_project = new WeakMap(), _X509WorkloadIdentityAuth_transport = new WeakMap(), _X509WorkloadIdentityAuth_refreshBufferMs = new WeakMap(), _X509WorkloadIdentityAuth_cachedToken = new WeakMap(), _X509WorkloadIdentityAuth_refresh = new WeakMap(), _X509WorkloadIdentityAuth_tokenGeneration = new WeakMap(), _X509WorkloadIdentityAuth_instances = new WeakSet(), _X509WorkloadIdentityAuth_cancelRequestBody = async function _X509WorkloadIdentityAuth_cancelRequestBody(body) {
    try {
        await CancelReadableStream(body);
    }
    catch {
        // Upload retirement must never replace the original authentication failure.
    }
}, _X509WorkloadIdentityAuth_assignToken = function _X509WorkloadIdentityAuth_assignToken(scope, token) {
    if (scope) {
        scope.token = token.accessToken;
        scope.tokenGeneration = token.generation;
    }
    return token.accessToken;
}, _X509WorkloadIdentityAuth_recoverRefreshFailure = async function _X509WorkloadIdentityAuth_recoverRefreshFailure(error, attempt, cached, scope, options, context) {
    const callerSignal = context ? context.signal : options?.signal;
    if (callerSignal?.aborted) {
        throw userAbortError(callerSignal);
    }
    if (attempt.controller.signal.aborted && attempt.generation !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f")) {
        return await this.getToken(options, context);
    }
    const fallback = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_fallbackToken).call(this, error, cached, scope);
    if (fallback !== undefined) {
        return fallback;
    }
    if (error && typeof error === 'object' && !(error instanceof OAuthError)) {
        const oauth = x509_transport_state_findX509OAuthError(error);
        if (oauth) {
            throw new OAuthError(oauth.status, oauth.error, oauth.headers);
        }
    }
    throw error;
}, _X509WorkloadIdentityAuth_fallbackToken = function _X509WorkloadIdentityAuth_fallbackToken(error, cached, scope) {
    if (!cached ||
        cached !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_cachedToken, "f") ||
        performance.now() >= cached.expiresAt ||
        Date.now() >= cached.wallExpiresAt ||
        !_a.isRetryableFailure(error)) {
        return undefined;
    }
    const headers = _a.retryHeaders(error);
    const milliseconds = headers?.get('retry-after-ms');
    let requested = milliseconds ? Number(milliseconds) : undefined;
    const retryAfter = headers?.get('retry-after');
    if (retryAfter && (requested === undefined || Number.isNaN(requested))) {
        const seconds = Number(retryAfter);
        requested = Number.isNaN(seconds) ? Date.parse(retryAfter) - Date.now() : seconds * 1000;
    }
    const cooldown = requested !== undefined && Number.isFinite(requested) && requested >= 0 && requested <= 60000
        ? Math.max(FAILED_REFRESH_COOLDOWN_MS, requested)
        : FAILED_REFRESH_COOLDOWN_MS;
    cached.refreshAt = Math.min(cached.expiresAt, performance.now() + cooldown);
    cached.wallRefreshAt = Math.min(cached.wallExpiresAt, Date.now() + cooldown);
    return __classPrivateFieldGet(_a, _a, "m", _X509WorkloadIdentityAuth_assignToken).call(_a, scope, cached);
}, _X509WorkloadIdentityAuth_retireRefresh = function _X509WorkloadIdentityAuth_retireRefresh(attempt) {
    if (attempt.waiters !== 0 || __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f") !== attempt) {
        return;
    }
    queueMicrotask(() => {
        if (attempt.waiters === 0 && __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f") === attempt) {
            __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_refresh, undefined, "f");
            __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_tokenGeneration, __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f") + 1, "f");
            attempt.controller.abort(new APIUserAbortError());
        }
    });
}, _X509WorkloadIdentityAuth_beginRefresh = function _X509WorkloadIdentityAuth_beginRefresh() {
    const controller = new AbortController();
    const generation = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f");
    const attempt = {
        controller,
        generation,
        waiters: 0,
        promise: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_instances, "m", _X509WorkloadIdentityAuth_refreshToken).call(this, controller, generation),
    };
    __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_refresh, attempt, "f");
    return attempt;
}, _X509WorkloadIdentityAuth_refreshToken = async function _X509WorkloadIdentityAuth_refreshToken(controller, generation) {
    const startedAt = performance.now();
    const wallStartedAt = Date.now();
    try {
        const token = await __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").exchange(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_identityProviderId, "f"), __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_serviceAccountId, "f"), controller.signal);
        const lifetime = token.expiresIn * 1000;
        const expiresAt = startedAt + lifetime;
        const wallExpiresAt = wallStartedAt + lifetime;
        if (performance.now() >= expiresAt || Date.now() >= wallExpiresAt) {
            throw new error_OpenAIError('X.509 workload identity token expired before its exchange completed.');
        }
        if (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f") !== generation ||
            controller.signal.aborted ||
            __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f")?.controller !== controller) {
            throw new APIUserAbortError();
        }
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_tokenGeneration, __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f") + 1, "f");
        __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_cachedToken, {
            accessToken: token.accessToken,
            generation: __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_tokenGeneration, "f"),
            expiresAt,
            refreshAt: expiresAt - Math.min(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refreshBufferMs, "f"), lifetime / 2),
            wallExpiresAt,
            wallRefreshAt: wallExpiresAt - Math.min(__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refreshBufferMs, "f"), lifetime / 2),
        }, "f");
        return token;
    }
    finally {
        if (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_refresh, "f")?.controller === controller) {
            __classPrivateFieldSet(this, _X509WorkloadIdentityAuth_refresh, undefined, "f");
        }
    }
}, _X509WorkloadIdentityAuth_preflight = function _X509WorkloadIdentityAuth_preflight(context) {
    if (!context) {
        return;
    }
    if (context.organization !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_organization, "f") || context.project !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_project, "f")) {
        throw new error_OpenAIError('X.509 workload identity cannot override its enrolled organization or project.');
    }
    assertX509APIOrigin(context.apiURL);
    const supplied = buildHeaders([context.defaultHeaders, context.requestHeaders]);
    if ((__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_organization, "f") !== null && supplied.nulls.has('openai-organization')) ||
        (__classPrivateFieldGet(this, _X509WorkloadIdentityAuth_project, "f") !== null && supplied.nulls.has('openai-project'))) {
        throw new error_OpenAIError('X.509 workload identity cannot omit its enrolled organization or project.');
    }
    for (const name of supplied.values.keys()) {
        const canonical = name.toLowerCase().split('_').join('-');
        if ((canonical === 'openai-organization' || canonical === 'openai-project') &&
            (name !== canonical ||
                headerValue(supplied.values, name) !==
                    (canonical === 'openai-organization' ? context.organization : context.project))) {
            throw new error_OpenAIError('X.509 workload identity cannot override its enrolled organization or project.');
        }
        if (isSensitiveHeader(canonical) || canonical === 'host') {
            throw new error_OpenAIError('X.509 workload identity cannot use caller-supplied authentication credentials.');
        }
    }
}, _X509WorkloadIdentityAuth_scope = function _X509WorkloadIdentityAuth_scope() {
    const scope = __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_transport, "f").current();
    if (!scope || scope.owner !== this) {
        throw new error_OpenAIError('X.509 workload identity requires an active certificate request scope.');
    }
    return scope;
}, _X509WorkloadIdentityAuth_assertTenantHeaders = function _X509WorkloadIdentityAuth_assertTenantHeaders(headers) {
    if (headerValue(headers, 'OpenAI-Organization') !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_organization, "f") ||
        headerValue(headers, 'OpenAI-Project') !== __classPrivateFieldGet(this, _X509WorkloadIdentityAuth_project, "f")) {
        throw new error_OpenAIError('X.509 workload identity cannot override its enrolled organization or project.');
    }
    for (const name of Headers.prototype.keys.call(headers)) {
        const canonical = name.toLowerCase().split('_').join('-');
        if ((canonical === 'openai-organization' || canonical === 'openai-project') && name !== canonical) {
            throw new error_OpenAIError('X.509 workload identity cannot override its enrolled organization or project.');
        }
    }
};
//# sourceMappingURL=x509-workload-identity-auth.mjs.map
;




/** Validates one privately registered credential and suppresses ambient legacy authentication. */
function normalizeX509CredentialOptions(options) {
    const { credential } = options;
    if (credential === undefined) {
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- Preserve the exported normalization contract when no X.509 credential is configured.
        return { credential, options };
    }
    const registered = x509_transport_state_findX509Credential(credential);
    if (!registered) {
        throw new error_OpenAIError('An X.509 credential must be created by the SDK authentication helper.');
    }
    const conflicting = ['apiKey', 'adminAPIKey', 'workloadIdentity', 'x509Transport'].filter((name) => {
        const value = options[name];
        return value !== null && value !== undefined;
    });
    if (conflicting.length > 0) {
        throw new error_OpenAIError(`The \`credential\` option cannot be combined with ${conflicting.map((name) => `\`${name}\``).join(', ')}.`);
    }
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- The declared ClientOptions return contract supports both normalized and unchanged client options.
    return {
        credential,
        options: {
            ...options,
            apiKey: null,
            adminAPIKey: null,
            baseURL: options.baseURL ?? null,
            organization: options.organization ?? null,
            project: options.project ?? null,
            workloadIdentity: registered.identity,
            x509Transport: registered.transport,
        },
    };
}
/** Distinguishes explicitly supplied ordinary credentials from nullish inheritance. */
function overridesOrdinaryAuthentication({ apiKey, adminAPIKey }) {
    return (apiKey !== null && apiKey !== undefined) || (adminAPIKey !== null && adminAPIKey !== undefined);
}
/** Keeps origin-bound configuration with its owning provider during a client clone. */
function prepareProviderClone(inherited, overrides) {
    const inheritedProvider = inherited.provider;
    const replacingProvider = overrides.credential ?? overrides.workloadIdentity;
    const provider = overrides.provider ?? (replacingProvider ? undefined : inheritedProvider);
    if (provider !== inheritedProvider) {
        delete inherited.baseURL;
        delete inherited.organization;
        delete inherited.project;
        delete inherited.defaultHeaders;
        delete inherited.defaultQuery;
        delete inherited.fetchOptions;
        delete inherited.fetch;
    }
    if (provider) {
        delete inherited.apiKey;
        delete inherited.adminAPIKey;
        delete inherited.credential;
        delete inherited.workloadIdentity;
        delete inherited.x509Transport;
        delete inherited.baseURL;
    }
    return provider;
}
/** Reconciles one client's credential and provider ownership before cloning its options. */
function prepareX509ClientClone(inherited, overrides, credential, currentlyX509) {
    const nextIdentity = hasOwn(overrides, 'workloadIdentity')
        ? overrides.workloadIdentity
        : inherited.workloadIdentity;
    const dropping = credential !== undefined &&
        ((overridesOrdinaryAuthentication(overrides) && overrides.workloadIdentity === undefined) ||
            overrides.provider !== undefined);
    if (credential !== undefined && hasOwn(overrides, 'workloadIdentity')) {
        delete inherited.x509Transport;
    }
    const inheritedCredential = credential !== undefined &&
        !dropping &&
        overrides.credential === undefined &&
        !hasOwn(overrides, 'workloadIdentity') &&
        !hasOwn(overrides, 'x509Transport')
        ? credential
        : undefined;
    const nextCredential = overrides.credential === undefined ? inheritedCredential : overrides.credential;
    const nextX509 = nextCredential !== undefined || (!dropping && isX509WorkloadIdentity(nextIdentity));
    if (currentlyX509 !== nextX509) {
        delete inherited.fetch;
        delete inherited.baseURL;
        delete inherited.organization;
        delete inherited.project;
        delete inherited.defaultHeaders;
        delete inherited.defaultQuery;
        delete inherited.fetchOptions;
        if (nextX509) {
            inherited.apiKey = null;
        }
        else {
            delete inherited.x509Transport;
            if (dropping) {
                delete inherited.workloadIdentity;
            }
        }
    }
    if (nextCredential !== undefined) {
        delete inherited.apiKey;
        delete inherited.adminAPIKey;
        delete inherited.workloadIdentity;
        delete inherited.x509Transport;
        inherited.credential = nextCredential;
        if (overrides.credential !== undefined) {
            delete inherited.organization;
            delete inherited.project;
            delete inherited.defaultHeaders;
            delete inherited.defaultQuery;
            delete inherited.fetchOptions;
        }
    }
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- Preserve the exported clone contract across inherited and replaced credentials and providers.
    return { credential: nextCredential, provider: prepareProviderClone(inherited, overrides) };
}
//# sourceMappingURL=x509-credential-options.mjs.map
;



const brand_privateStreamingFile = /* @__PURE__ */ Symbol('brand.privateStreamingFile');
/**
 * Wrap a stream as an uploadable file without reading it into memory.
 *
 * Unlike {@link toFile}, this helper does not create a web `File`, because the `File` constructor
 * must consume all of its contents up front. The stream is instead encoded lazily as multipart
 * form data when the request is sent.
 *
 * @param data Async-iterable or readable-stream chunks containing text, binary data, or blobs.
 * @param name Non-empty logical/source filename. Ordinary uploads send only its basename; Skills
 * uploads may preserve a validated relative path with normalized forward slashes.
 * @param options Optional MIME type for the streaming file.
 * @throws {TypeError} If `name` is empty or the content type contains control characters.
 */
function toStreamingFile(data, name, options) {
    if (typeof name !== 'string' || !name) {
        throw new TypeError('toStreamingFile requires a non-empty file name');
    }
    const type = options?.type;
    if (type) {
        validateStreamingFileType(type);
    }
    return {
        [brand_privateStreamingFile]: true,
        data,
        name,
        ...(type ? { type } : {}),
    };
}
/**
 * Verifies that the current runtime exposes the global `File` constructor.
 *
 * @throws {Error} If `File` is unavailable; older Node.js runtimes receive an
 * additional upgrade or `node:buffer` compatibility suggestion.
 */
const checkFileSupport = () => {
    if (typeof File === 'undefined') {
        // SAFETY: This optional Node global is inspected only to improve the missing-File diagnostic in runtimes without process.
        const { process } = globalThis;
        const isOldNode = typeof process?.versions?.node === 'string' &&
            Number.parseInt(process.versions.node.split('.'), 10) < 20;
        throw new Error('`File` is not defined as a global, which is required for file uploads.' +
            (isOldNode
                ? " Update to a supported Node.js LTS release, or set `globalThis.File` to `import('node:buffer').File`."
                : ''));
    }
};
/**
 * Construct a `File` instance. This is used to ensure a helpful error is thrown
 * for environments that don't define a global `File` yet.
 *
 * A missing filename becomes `unknown_file`.
 */
function makeFile(fileBits, fileName, options) {
    checkFileSupport();
    // SAFETY: The SDK BlobPart union supports Node and web binary inputs; the native File constructor handles those parts across their differing ambient types.
    return new File(fileBits, fileName ?? 'unknown_file', options);
}
/**
 * Infers a filename from an object's `name`, `url`, `filename`, or `path` value.
 *
 * Directory components separated by either `/` or `\\` are discarded unless an
 * explicitly supplied `name` or `filename` opts into preserving its path. Preserved
 * paths must be safe and relative, and use forward slashes. Paths inferred from URLs and filesystem streams
 * discard their directories. URL filenames decode valid UTF-8 percent escapes,
 * except that ASCII control characters stay escaped for multipart compatibility.
 * A basename stays encoded if decoding would introduce literal multipart escape sequences.
 */
function getName(value, options) {
    if (typeof value !== 'object' || value === null) {
        return undefined;
    }
    const name = 'name' in value ? value.name : undefined;
    const explicitName = (name && String(name)) || ('filename' in value && value.filename && String(value.filename));
    if (explicitName) {
        return options?.stripFilename === false ? normalizeFilenamePath(explicitName) : basename(explicitName);
    }
    const url = 'url' in value && value.url && String(value.url);
    if (url) {
        try {
            const filename = basename(new URL(url).pathname);
            return filename === undefined ? undefined : basename(decodeURLFilename(filename));
        }
        catch {
            return basename(url);
        }
    }
    const path = 'path' in value && value.path && String(value.path);
    return path ? basename(path) : undefined;
}
function basename(value) {
    return value.split(/[\\/]/).pop() || undefined;
}
function decodeURLFilename(filename) {
    try {
        const decodedFilename = decodeURIComponent(filename);
        // Fetch multipart receivers interpret these spellings as CR, LF, or a quote.
        if (/%(?:0[AD]|22)/i.test(decodedFilename)) {
            return filename;
        }
        // oxlint-disable-next-line no-control-regex -- Multipart parsers reject unescaped ASCII controls in filenames.
        return decodedFilename.replace(/[\u0000-\u001F\u007F]/gu, encodeURIComponent);
    }
    catch {
        // A malformed escape leaves the original URL segment usable as a filename.
        return filename;
    }
}
function normalizeFilenamePath(value) {
    const normalized = value.replace(/\\/g, '/');
    if (normalized.startsWith('/') || /^[A-Za-z]:/.test(normalized) || normalized.split('/').includes('..')) {
        throw new TypeError('Upload file name must be a safe relative path without parent directory segments');
    }
    return normalized;
}
const arrayBufferByteLengthGetter = Object.getOwnPropertyDescriptor(ArrayBuffer.prototype, 'byteLength')?.get;
/** Recognizes native ArrayBuffers across realms without trusting their prototype or string tag. */
function isArrayBuffer(value) {
    try {
        return arrayBufferByteLengthGetter?.call(value) !== undefined;
    }
    catch {
        return false;
    }
}
/** Identifies objects that expose a callable `Symbol.asyncIterator` method. */
const isAsyncIterable = (value) => value != null && typeof value === 'object' && typeof value[Symbol.asyncIterator] === 'function';
/**
 * Converts a request to multipart form data when its body contains an upload.
 *
 * Uploads include files, blobs, responses, async iterables, readable
 * streams, and {@link StreamingFile} values anywhere in a nested body. Bodies
 * containing streaming values are encoded lazily; other uploads use `FormData`.
 * Requests without uploads are returned unchanged.
 */
const maybeMultipartFormRequestOptions = async (opts, fetch, formOptions) => {
    if (!hasUploadableValue(opts.body)) {
        // Retain endpoint-specific filename policy if an upload is added before serialization.
        return opts.__metadata?.['finalizeMultipart'] === true && formOptions?.stripFilenames === false
            ? { ...opts, __metadata: { ...opts.__metadata, preserveMultipartFilenames: true } }
            : opts;
    }
    // Already encoded uploads retain their eager capture semantics. Only requests
    // that were still ordinary objects need a second classification before sending.
    const finalizedOptions = opts.__metadata?.['finalizeMultipart'] === true
        ? { ...opts, __metadata: { ...opts.__metadata, finalizeMultipart: false } }
        : opts;
    if (hasStreamingUploadableValue(opts.body)) {
        return createStreamingFormRequestOptions(finalizedOptions, formOptions);
    }
    return { ...finalizedOptions, body: await createForm(finalizedOptions.body, fetch, formOptions) };
};
/**
 * Encodes a request body as multipart form data even when no file is present.
 *
 * Streaming uploads produce a lazy multipart `ReadableStream` and an explicit
 * boundary header; other values are materialized into platform `FormData`.
 */
const multipartFormRequestOptions = async (opts, fetch, formOptions) => {
    if (hasStreamingUploadableValue(opts.body)) {
        return createStreamingFormRequestOptions(opts, formOptions);
    }
    return { ...opts, body: await createForm(opts.body, fetch, formOptions) };
};
const supportsFormDataMap = /* @__PURE__ */ new WeakMap();
/**
 * node-fetch doesn't support the global FormData object in recent node versions. Instead of sending
 * properly-encoded form data, it just stringifies the object, resulting in a request body of "[object FormData]".
 * This function detects if the fetch function provided supports the global FormData object to avoid
 * confusing error messages later on.
 */
function supportsFormData(fetchObject) {
    // SAFETY: The union has already excluded callable fetch values; the remaining OpenAI client owns the fetch implementation used by this probe.
    const fetch = typeof fetchObject === 'function' ? fetchObject : fetchObject.fetch;
    const cached = supportsFormDataMap.get(fetch);
    if (cached) {
        return cached;
    }
    const promise = (async () => {
        try {
            let FetchResponse;
            if ('Response' in fetch) {
                // SAFETY: Custom fetch implementations may expose their matching Response constructor; the enclosing probe catches incompatible constructors.
                FetchResponse = fetch.Response;
            }
            else {
                const response = await fetch('data:,');
                await response.arrayBuffer();
                // SAFETY: The successful fetch response supplies the constructor used to test its own FormData support; failures remain inside the probe's catch.
                FetchResponse = response.constructor;
            }
            const data = new FormData();
            if (data.toString() === (await new FetchResponse(data).text())) {
                return false;
            }
            return true;
        }
        catch {
            // avoid false negatives
            return true;
        }
    })();
    supportsFormDataMap.set(fetch, promise);
    return promise;
}
/**
 * Materializes an object into platform `FormData` after verifying fetch support.
 *
 * Strings, numbers, and booleans become text fields; responses, blobs,
 * and async byte sources become file fields. Arrays and nested objects use
 * bracketed field names, while `undefined` values are omitted.
 *
 * @throws {TypeError} If the fetch implementation cannot encode global
 * `FormData`, a field is `null`, or a field has an unsupported value.
 */
const createForm = async (body, fetch, options = {}) => {
    if (!(await supportsFormData(fetch))) {
        throw new TypeError('The provided fetch function does not support file uploads with the current global FormData class.');
    }
    const form = new FormData();
    await Promise.all(Object.entries(body || {}).map(([key, value]) => addFormValue(form, key, value, options)));
    return form;
};
// Native files, Bun files, and unnamed upload values all inherit from Blob.
const isBlob = (value) => value instanceof Blob;
const isReadableStream = (value) => typeof value === 'object' &&
    value !== null &&
    'getReader' in value &&
    typeof value.getReader === 'function';
const isStreamingFile = (value) => typeof value === 'object' && value !== null && brand_privateStreamingFile in value;
const isUploadable = (value) => typeof value === 'object' &&
    value !== null &&
    (value instanceof Response ||
        isAsyncIterable(value) ||
        isReadableStream(value) ||
        isStreamingFile(value) ||
        isBlob(value));
// SAFETY: The enclosing object guard and own-key enumeration allow reading these property values without assigning them a trusted value type.
const hasStreamingUploadableValue = (value) => {
    if (isStreamingFile(value) || isAsyncIterable(value) || isReadableStream(value)) {
        return true;
    }
    if (Array.isArray(value)) {
        return value.some(hasStreamingUploadableValue);
    }
    if (value && typeof value === 'object' && !isBlob(value) && !(value instanceof Response)) {
        // Own properties only, matching what form encoding serializes; inherited values are never encoded.
        for (const k of Object.keys(value)) {
            if (hasStreamingUploadableValue(value[k])) {
                return true;
            }
        }
    }
    return false;
};
// SAFETY: The enclosing object guard and own-key enumeration allow reading these property values without assigning them a trusted value type.
const hasUploadableValue = (value) => {
    if (isUploadable(value)) {
        return true;
    }
    if (Array.isArray(value)) {
        return value.some(hasUploadableValue);
    }
    if (value && typeof value === 'object') {
        // Own properties only, matching what form encoding serializes; inherited values are never encoded.
        for (const k of Object.keys(value)) {
            if (hasUploadableValue(value[k])) {
                return true;
            }
        }
    }
    return false;
};
const snapshotPreservedUploadEntries = (entries, filenames) => {
    const snapshot = [];
    for (const entry of entries) {
        if (isUploadable(entry.value) && !filenames.has(entry.value)) {
            filenames.set(entry.value, getStreamingFileName(entry.value, { stripFilenames: false }));
        }
        snapshot.push(entry);
    }
    return snapshot;
};
// Streaming multipart bodies remain visible to preparation hooks, but their fields
// and response discriminator are captured together at request construction.
const streamingFormFinalizers = new WeakMap();
const finalizeStreamingFormRequestOptions = (opts) => {
    if (typeof opts.body !== 'object' || opts.body === null) {
        return;
    }
    const finalize = streamingFormFinalizers.get(opts.body);
    if (finalize) {
        opts.stream = finalize();
        streamingFormFinalizers.delete(opts.body);
    }
};
const createStreamingFormRequestOptions = (opts, options = {}) => {
    const entries = iterateFormEntries(opts.body);
    const preservedFilenames = options.stripFilenames === false ? new WeakMap() : undefined;
    let multipartEntries = preservedFilenames
        ? snapshotPreservedUploadEntries(entries, preservedFilenames)
        : entries;
    const boundary = `openai-${Math.random().toString(36).slice(2)}`;
    async function* multipartBody() {
        yield* iterateMultipartBody(multipartEntries, boundary, options, preservedFilenames);
    }
    // Do not prefetch multipart entries before request preparation has finished.
    const body = ReadableStreamFrom(multipartBody(), opts.__metadata?.['streamFromBody'] === true ? { highWaterMark: 0 } : undefined);
    const originalBody = opts.body;
    if (opts.__metadata?.['streamFromBody'] === true &&
        typeof originalBody === 'object' &&
        originalBody !== null) {
        streamingFormFinalizers.set(body, () => {
            const capturedBody = { ...originalBody };
            const capturedEntries = iterateFormEntries(capturedBody);
            multipartEntries = preservedFilenames
                ? snapshotPreservedUploadEntries(capturedEntries, preservedFilenames)
                : capturedEntries;
            const stream = Object.getOwnPropertyDescriptor(capturedBody, 'stream')?.value;
            return stream === true || stream === 'true';
        });
    }
    return {
        ...opts,
        body,
        headers: buildHeaders([{ 'content-type': `multipart/form-data; boundary=${boundary}` }, opts.headers]),
    };
};
async function* iterateMultipartBody(entries, boundary, options, preservedFilenames) {
    for await (const { key, value } of entries) {
        if (isUploadable(value)) {
            const filename = preservedFilenames?.get(value) ?? getStreamingFileName(value, options);
            const type = getStreamingFileType(value);
            yield bytes_encodeUTF8(`--${boundary}\r\n`);
            yield bytes_encodeUTF8(`Content-Disposition: form-data; name="${escapeHeaderValue(key)}"; filename="${escapeHeaderValue(filename)}"\r\nContent-Type: ${type}\r\n\r\n`);
            yield* iterateBytes(getStreamingFileData(value));
        }
        else {
            yield bytes_encodeUTF8(`--${boundary}\r\n`);
            yield bytes_encodeUTF8(`Content-Disposition: form-data; name="${escapeHeaderValue(key)}"\r\n\r\n${String(value)}`);
        }
        yield bytes_encodeUTF8('\r\n');
    }
    yield bytes_encodeUTF8(`--${boundary}--\r\n`);
}
function* iterateFormEntries(body) {
    if (!body || typeof body !== 'object') {
        return;
    }
    for (const [key, value] of Object.entries(body)) {
        yield* iterateFormValue(key, value);
    }
}
function* iterateFormValue(key, value) {
    if (value === undefined) {
        return;
    }
    if (value == null) {
        throw new TypeError(`Received null for "${key}"; to pass null in FormData, you must use the string 'null'`);
    }
    if (typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean' ||
        isUploadable(value)) {
        yield { key, value };
    }
    else if (Array.isArray(value)) {
        for (const entry of value) {
            yield* iterateFormValue(key + '[]', entry);
        }
    }
    else if (typeof value === 'object') {
        for (const [name, prop] of Object.entries(value)) {
            yield* iterateFormValue(`${key}[${name}]`, prop);
        }
    }
    else {
        throw new TypeError(`Invalid value given to form, expected a string, number, boolean, object, Array, File or Blob but got ${value} instead`);
    }
}
function getStreamingFileName(value, options) {
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- The runtime guard validates JavaScript and custom upload values before trusting the StreamingFile brand.
    if (isStreamingFile(value)) {
        const { name } = value;
        if (typeof name !== 'string' || !name) {
            throw new TypeError('Streaming upload file name must be a non-empty string');
        }
        return options.stripFilenames === false
            ? normalizeFilenamePath(name)
            : (basename(name) ?? 'unknown_file');
    }
    return getName(value, { stripFilename: options.stripFilenames }) ?? 'unknown_file';
}
function getStreamingFileType(value) {
    let type;
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- Runtime upload-brand checks intentionally accept unknown inputs despite the static Uploadable annotation.
    if (isStreamingFile(value) || isBlob(value)) {
        ({ type } = value);
    }
    else if (value instanceof Response) {
        type = value.headers.get('content-type') ?? undefined;
    }
    return validateStreamingFileType(type || 'application/octet-stream');
}
function validateStreamingFileType(type) {
    if (typeof type !== 'string') {
        throw new TypeError('Streaming upload content type must be a string');
    }
    for (let index = 0; index < type.length; index += 1) {
        const character = type.codePointAt(index) ?? 0;
        if (character <= 0x1f || character === 0x7f) {
            throw new TypeError('Streaming upload content type must not contain control characters');
        }
    }
    return type;
}
function getStreamingFileData(value) {
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- The runtime guard validates the streaming wrapper before accessing its potentially custom data.
    if (isStreamingFile(value)) {
        return value.data;
    }
    return value;
}
async function* iterateBytes(value) {
    if (typeof value === 'string') {
        yield bytes_encodeUTF8(value);
    }
    else if (ArrayBuffer.isView(value)) {
        yield new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    }
    else if (isArrayBuffer(value)) {
        yield new Uint8Array(value);
    }
    else if (value instanceof Response) {
        yield* iterateBytes(value.body || (await value.blob()));
    }
    else if (value instanceof Blob) {
        if (typeof value.stream === 'function') {
            yield* iterateBytes(value.stream());
        }
        else {
            yield new Uint8Array(await value.arrayBuffer());
        }
    }
    else if (isReadableStream(value)) {
        for await (const chunk of ReadableStreamToAsyncIterable(value)) {
            yield* iterateBytes(chunk);
        }
    }
    else if (isAsyncIterable(value)) {
        for await (const chunk of value) {
            yield* iterateBytes(chunk);
        }
    }
    else {
        throw new TypeError(`Invalid streaming file chunk: ${String(value)}`);
    }
}
function escapeHeaderValue(value) {
    return Array.from(value, (character) => {
        const codePoint = character.codePointAt(0) ?? 0;
        return codePoint <= 0x1f || codePoint === 0x7f || character === '"' || character === '\\'
            ? encodeURIComponent(character)
            : character;
    }).join('');
}
const addFormValue = async (form, key, value, options) => {
    if (value === undefined) {
        return;
    }
    if (value == null) {
        throw new TypeError(`Received null for "${key}"; to pass null in FormData, you must use the string 'null'`);
    }
    // Nested form keys use the current bracketed encoding.
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
        form.append(key, String(value));
    }
    else if (value instanceof Response) {
        const blob = await value.blob();
        form.append(key, makeFile([blob], getName(value, { stripFilename: options.stripFilenames }), { type: blob.type }));
    }
    else if (isAsyncIterable(value)) {
        form.append(key, makeFile([await new Response(ReadableStreamFrom(value)).blob()], getName(value, { stripFilename: options.stripFilenames })));
    }
    else if (isBlob(value)) {
        const filename = getName(value, { stripFilename: options.stripFilenames });
        if (filename === undefined) {
            form.append(key, value);
        }
        else {
            form.append(key, value, filename);
        }
    }
    else if (Array.isArray(value)) {
        // Prepare array elements concurrently, then preserve their repeated-field order.
        const entries = await Promise.all(value.map(async (entry) => {
            const entryForm = new FormData();
            await addFormValue(entryForm, key + '[]', entry, options);
            return entryForm;
        }));
        for (const entryForm of entries) {
            if (!entryForm) {
                continue;
            }
            for (const [entryKey, entryValue] of entryForm.entries()) {
                form.append(entryKey, entryValue);
            }
        }
    }
    else if (typeof value === 'object') {
        await Promise.all(Object.entries(value).map(([name, prop]) => addFormValue(form, `${key}[${name}]`, prop, options)));
    }
    else {
        throw new TypeError(`Invalid value given to form, expected a string, number, boolean, object, Array, File or Blob but got ${value} instead`);
    }
};
//# sourceMappingURL=uploads.mjs.map
;

/**
 * This check adds the arrayBuffer() method type because it is available and used at runtime
 */
const isBlobLike = (value) => value != null &&
    typeof value === 'object' &&
    typeof value.size === 'number' &&
    typeof value.type === 'string' &&
    typeof value.text === 'function' &&
    typeof value.slice === 'function' &&
    typeof value.arrayBuffer === 'function';
/**
 * This check adds the arrayBuffer() method type because it is available and used at runtime
 */
const isFileLike = (value) => value != null &&
    typeof value === 'object' &&
    typeof value.name === 'string' &&
    typeof value.lastModified === 'number' &&
    isBlobLike(value);
const isResponseLike = (value) => value != null &&
    typeof value === 'object' &&
    typeof value.url === 'string' &&
    typeof value.blob === 'function';
const hasFilePropertyOverrides = (value, options) => (options?.type != null && options.type !== value.type) ||
    (options?.lastModified != null && options.lastModified !== value.lastModified) ||
    options?.endings != null;
const canReuseNativeFile = (value, name, options) => (name == null || name === value.name) && !hasFilePropertyOverrides(value, options);
/**
 * Buffers compatible content into a native {@link File} for an SDK upload.
 *
 * Existing native `File` objects are returned unchanged when their effective
 * filename and metadata are unchanged. Renamed native files reuse the original
 * file contents without buffering and retain their MIME type and modification
 * time unless explicitly overridden. Other filenames are inferred from response
 * URLs or input metadata when omitted or null, falling back to `unknown_file`.
 * An explicit empty filename is preserved. Responses,
 * native or compatible `Blob` values, and compatible non-native files supply
 * their MIME type unless `options.type` provides an explicit override.
 *
 * @param value An existing file, response, binary buffer, Blob-like object, async
 * stream of file parts, or a promise resolving to one of those values.
 * @param name Optional filename overriding inferred metadata or an existing filename.
 * @param options Optional file metadata, including MIME type and modification time.
 * @returns A native `File` containing the complete buffered input.
 * @throws {Error} If the runtime lacks a global `File` constructor or the input
 * cannot be converted into file contents.
 */
async function toFile(value, name, options) {
    checkFileSupport();
    // If it's a promise, resolve it.
    value = await value;
    if (isFileLike(value)) {
        const fileOptions = {
            ...options,
            type: options?.type ?? value.type,
            lastModified: options?.lastModified ?? value.lastModified,
        };
        if (value instanceof File) {
            if (canReuseNativeFile(value, name, options)) {
                return value;
            }
            return makeFile([value], name ?? value.name, fileOptions);
        }
        return makeFile([await value.arrayBuffer()], name ?? value.name, fileOptions);
    }
    if (isResponseLike(value)) {
        const blob = await value.blob();
        name ?? (name = getName(value));
        const responseOptions = options?.type === undefined && blob.type ? { ...options, type: blob.type } : options;
        return makeFile(await getBytes(blob), name, responseOptions);
    }
    const parts = await getBytes(value);
    name ?? (name = getName(value));
    if (options?.type === undefined) {
        const typedPart = parts.find((part) => typeof part === 'object' && 'type' in part && !!part.type);
        if (typedPart) {
            options = { ...options, type: typedPart.type };
        }
    }
    return makeFile(parts, name, options);
}
async function getBytes(value) {
    const parts = [];
    if (typeof value === 'string' ||
        ArrayBuffer.isView(value) || // includes Uint8Array, Buffer, etc.
        isArrayBuffer(value)) {
        parts.push(value);
    }
    else if (isBlobLike(value)) {
        parts.push(value instanceof Blob ? value : new Blob([await value.arrayBuffer()], { type: value.type }));
    }
    else if (isAsyncIterable(value) // includes Readable, ReadableStream, etc.
    ) {
        for await (const chunk of value) {
            parts.push(...(await getBytes(chunk)));
        }
    }
    else {
        const constructor = value?.constructor?.name;
        throw new Error(`Unexpected data type: ${typeof value}${constructor ? `; constructor: ${constructor}` : ''}${propsForError(value)}`);
    }
    return parts;
}
function propsForError(value) {
    if (typeof value !== 'object' || value === null) {
        return '';
    }
    const props = Object.getOwnPropertyNames(value);
    return `; props: [${props.map((p) => `"${p}"`).join(', ')}]`;
}
//# sourceMappingURL=to-file.mjs.map
;


//# sourceMappingURL=uploads.mjs.map
;
class APIResource {
    constructor(client) {
        this._client = client;
    }
}
//# sourceMappingURL=resource.mjs.map
;

/**
 * Percent-encodes a single URI path parameter while preserving RFC 3986 path characters.
 *
 * Slash, question-mark, and hash characters are encoded so an interpolated value
 * cannot create another path segment, query string, or fragment.
 *
 * Taken from https://datatracker.ietf.org/doc/html/rfc3986#section-3.3:
 * > unreserved  = ALPHA / DIGIT / "-" / "." / "_" / "~"
 * > sub-delims  = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
 * > pchar       = unreserved / pct-encoded / sub-delims / ":" / "@"
 */
function encodeURIPath(str) {
    return str.replace(/[^A-Za-z0-9\-._~!$&'()*+,;=:@]+/g, encodeURIComponent);
}
const EMPTY = /* @__PURE__ */ Object.freeze(/* @__PURE__ */ Object.create(null));
/**
 * Creates a template tag that safely interpolates SDK resource paths.
 *
 * Path values use the supplied encoder; values after a literal `?` or `#` use
 * `encodeURIComponent`. Nullish values, ordinary objects, and literal or
 * percent-encoded `.`/`..` path segments are rejected with an SDK error.
 */
// SAFETY: This branch compares prototype methods to recognize cross-realm plain values; it does not call the optional hasOwnProperty member.
const createPathTagFunction = (pathEncoder = encodeURIPath) => function path(statics, ...params) {
    // If there are no params, no processing is needed.
    if (statics.length === 1) {
        return statics[0];
    }
    let postPath = false;
    const invalidSegments = [];
    let path = '';
    for (let index = 0; index < statics.length; index += 1) {
        if (index in statics) {
            const currentValue = statics[index];
            if (/[?#]/.test(currentValue)) {
                postPath = true;
            }
            const value = params[index];
            let encoded = (postPath ? encodeURIComponent : pathEncoder)('' + value);
            if (index !== params.length &&
                (value == null ||
                    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Path parameters may arrive from JavaScript callers and require runtime validation before URL encoding.
                    (typeof value === 'object' &&
                        // handle values from other realms
                        value.toString ===
                            Object.getPrototypeOf(Object.getPrototypeOf(value.hasOwnProperty ?? EMPTY) ?? EMPTY)
                                ?.toString))) {
                encoded = value + '';
                invalidSegments.push({
                    start: path.length + currentValue.length,
                    length: encoded.length,
                    error: `Value of type ${Object.prototype.toString
                        .call(value)
                        .slice(8, -1)} is not a valid path parameter`,
                });
            }
            path += currentValue + (index === params.length ? '' : encoded);
        }
    }
    const pathOnly = path.split(/[?#]/, 1)[0];
    const invalidSegmentPattern = /(?<=^|\/)(?:\.|%2e){1,2}(?=\/|$)/gi;
    let match;
    // Find all invalid segments
    while ((match = invalidSegmentPattern.exec(pathOnly)) !== null) {
        invalidSegments.push({
            start: match.index,
            length: match[0].length,
            error: `Value "${match[0]}" can't be safely passed as a path parameter`,
        });
    }
    invalidSegments.sort((a, b) => a.start - b.start);
    if (invalidSegments.length > 0) {
        let lastEnd = 0;
        let underline = '';
        for (const segment of invalidSegments) {
            const spaces = ' '.repeat(segment.start - lastEnd);
            const arrows = '^'.repeat(segment.length);
            lastEnd = segment.start + segment.length;
            underline += spaces + arrows;
        }
        throw new error_OpenAIError(`Path parameters result in path with invalid segments:\n${invalidSegments
            .map((e) => e.error)
            .join('\n')}\n${path}\n${underline}`);
    }
    return path;
};
/**
 * Template tag that encodes resource-path parameters and rejects traversal segments.
 *
 * Values inside query strings and fragments are encoded as URI components.
 */
const path = /* @__PURE__ */ createPathTagFunction(encodeURIPath);
//# sourceMappingURL=path.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.



function resolveResourceRequestOptions(options, buildOptions) {
    return Promise.resolve(options).then(buildOptions);
}
// Recognizable options across SDK runtime versions. Keep this independent of
// private RequestOptions fields so older handwritten runtimes still compile.
const normalizeRequestOptionsForQueryKeys = new Set([
    'method',
    'path',
    'query',
    'body',
    'headers',
    'maxRetries',
    'stream',
    'timeout',
    'httpAgent',
    'fetchOptions',
    'signal',
    'idempotencyKey',
    'defaultBaseURL',
    '__metadata',
    '__binaryRequest',
    '__binaryResponse',
    '__streamClass',
    '__streamMode',
    '__security',
    '__synthesizeEventData',
]);
function normalizeRequestOptionsForQuery(value, queryKeys, options) {
    if (typeof value !== 'object' || value === null)
        return undefined;
    // Optional never fields can still be explicitly undefined unless consumers
    // enable exactOptionalPropertyTypes. Snapshot data without invoking getters.
    const entries = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, descriptor]) => descriptor.enumerable && (!('value' in descriptor) || descriptor.value !== undefined));
    const keys = entries.map(([key]) => key);
    const requestOnly = keys.some((key) => normalizeRequestOptionsForQueryKeys.has(key) && !queryKeys.includes(key));
    if (!requestOnly)
        return undefined;
    // Declared query fields, including stream, must use the query argument.
    // Mixing them with request-only options is ambiguous and could change the return type.
    if (options !== undefined ||
        keys.some((key) => !normalizeRequestOptionsForQueryKeys.has(key) || queryKeys.includes(key))) {
        throw new TypeError('Query parameters and request options must be passed as separate arguments.');
    }
    // The query position must not gain authority to change the request destination
    // or transport. Those overrides require the explicit request options argument.
    if (keys.some((key) => !['headers', 'maxRetries', 'timeout', 'signal', 'idempotencyKey', 'query'].includes(key))) {
        throw new TypeError('Pass transport overrides in the explicit request options argument.');
    }
    // Copy only the validated fields. Spreading value would reintroduce undefined
    // transport overrides, and deleting them would mutate the caller's object.
    return Object.fromEntries(entries.map(([key, descriptor]) => {
        if ('value' in descriptor)
            return [key, descriptor.value];
        return [key, descriptor.get ? Reflect.apply(descriptor.get, value, []) : undefined];
    }));
}
/**
 * Given a list of messages comprising a conversation, the model will return a response.
 */
class Messages extends APIResource {
    list(completionID, query = {}, options) {
        const normalizeRequestOptionsForQueryOptions = normalizeRequestOptionsForQuery(query, ['after', 'limit', 'order'], options);
        if (normalizeRequestOptionsForQueryOptions !== undefined) {
            options = normalizeRequestOptionsForQueryOptions;
            query = {};
        }
        query = query;
        return this._client.getAPIList(path `/chat/completions/${completionID}/messages`, (CursorPage), resolveResourceRequestOptions(options, (options) => ({
            query,
            ...options,
            __security: { bearerAuth: true },
        })));
    }
}
//# sourceMappingURL=messages.mjs.map
;
class ChatCompletionRunner {}

;
class ChatCompletionStreamingRunner {}

;
class makeChatCompletionReadableStreamMessageChunk {}
class ChatCompletionStream {}

;
class isChatCompletionFunctionTool {}
class makeParseableResponseFormat {}
class makeParseableTextFormat {}
class isAutoParsableResponseFormat {}
class isParseableResponseFormat {}
class parseResponseFormatContent {}
class makeParseableTool {}
class isAutoParsableTool {}
class maybeParseChatCompletion {}
class parseChatCompletion {}
class shouldParseToolCall {}
class hasAutoParseableInput {}
class assertToolCallsAreChatCompletionFunctionToolCalls {}
class validateInputTools {}

;
class normalizeChatCompletionChunk {}
class normalizeChatCompletionStream {}

;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.










function completions_resolveResourceRequestOptions(options, buildOptions) {
    return Promise.resolve(options).then(buildOptions);
}
function withBodyFinalization(options, finalization) {
    return { ...options, __metadata: { ...options.__metadata, ...finalization } };
}
// Recognizable options across SDK runtime versions. Keep this independent of
// private RequestOptions fields so older handwritten runtimes still compile.
const completions_normalizeRequestOptionsForQueryKeys = new Set([
    'method',
    'path',
    'query',
    'body',
    'headers',
    'maxRetries',
    'stream',
    'timeout',
    'httpAgent',
    'fetchOptions',
    'signal',
    'idempotencyKey',
    'defaultBaseURL',
    '__metadata',
    '__binaryRequest',
    '__binaryResponse',
    '__streamClass',
    '__streamMode',
    '__security',
    '__synthesizeEventData',
]);
function completions_normalizeRequestOptionsForQuery(value, queryKeys, options) {
    if (typeof value !== 'object' || value === null)
        return undefined;
    // Optional never fields can still be explicitly undefined unless consumers
    // enable exactOptionalPropertyTypes. Snapshot data without invoking getters.
    const entries = Object.entries(Object.getOwnPropertyDescriptors(value)).filter(([, descriptor]) => descriptor.enumerable && (!('value' in descriptor) || descriptor.value !== undefined));
    const keys = entries.map(([key]) => key);
    const requestOnly = keys.some((key) => completions_normalizeRequestOptionsForQueryKeys.has(key) && !queryKeys.includes(key));
    if (!requestOnly)
        return undefined;
    // Declared query fields, including stream, must use the query argument.
    // Mixing them with request-only options is ambiguous and could change the return type.
    if (options !== undefined ||
        keys.some((key) => !completions_normalizeRequestOptionsForQueryKeys.has(key) || queryKeys.includes(key))) {
        throw new TypeError('Query parameters and request options must be passed as separate arguments.');
    }
    // The query position must not gain authority to change the request destination
    // or transport. Those overrides require the explicit request options argument.
    if (keys.some((key) => !['headers', 'maxRetries', 'timeout', 'signal', 'idempotencyKey', 'query'].includes(key))) {
        throw new TypeError('Pass transport overrides in the explicit request options argument.');
    }
    // Copy only the validated fields. Spreading value would reintroduce undefined
    // transport overrides, and deleting them would mutate the caller's object.
    return Object.fromEntries(entries.map(([key, descriptor]) => {
        if ('value' in descriptor)
            return [key, descriptor.value];
        return [key, descriptor.get ? Reflect.apply(descriptor.get, value, []) : undefined];
    }));
}
/**
 * Given a list of messages comprising a conversation, the model will return a response.
 */
class Completions extends APIResource {
    constructor() {
        super(...arguments);
        this.messages = new Messages(this._client);
    }
    create(body, options) {
        return this._client
            .post('/chat/completions', completions_resolveResourceRequestOptions(options, (options) => withBodyFinalization({ body, ...options, stream: body.stream ?? false, __security: { bearerAuth: true } }, { streamFromBody: true })))
            ._thenUnwrap((result, props) => props.options.stream
            ? normalizeChatCompletionStream(result)
            : result);
    }
    /**
     * Get a stored chat completion. Only Chat Completions that have been created with
     * the `store` parameter set to `true` will be returned.
     *
     * @example
     * ```ts
     * const chatCompletion =
     *   await client.chat.completions.retrieve('completion_id');
     * ```
     */
    retrieve(completionID, options) {
        return this._client.get(path `/chat/completions/${completionID}`, completions_resolveResourceRequestOptions(options, (options) => ({ ...options, __security: { bearerAuth: true } })));
    }
    /**
     * Modify a stored chat completion. Only Chat Completions that have been created
     * with the `store` parameter set to `true` can be modified. Currently, the only
     * supported modification is to update the `metadata` field.
     *
     * @example
     * ```ts
     * const chatCompletion = await client.chat.completions.update(
     *   'completion_id',
     *   { metadata: { foo: 'string' } },
     * );
     * ```
     */
    update(completionID, body, options) {
        return this._client.post(path `/chat/completions/${completionID}`, completions_resolveResourceRequestOptions(options, (options) => ({
            body,
            ...options,
            __security: { bearerAuth: true },
        })));
    }
    list(query = {}, options) {
        const normalizeRequestOptionsForQueryOptions = completions_normalizeRequestOptionsForQuery(query, ['after', 'limit', 'metadata', 'model', 'order'], options);
        if (normalizeRequestOptionsForQueryOptions !== undefined) {
            options = normalizeRequestOptionsForQueryOptions;
            query = {};
        }
        query = query;
        return this._client.getAPIList('/chat/completions', (CursorPage), completions_resolveResourceRequestOptions(options, (options) => ({
            query,
            ...options,
            __security: { bearerAuth: true },
        })));
    }
    /**
     * Delete a stored chat completion. Only Chat Completions that have been created
     * with the `store` parameter set to `true` can be deleted.
     *
     * @example
     * ```ts
     * const chatCompletionDeleted =
     *   await client.chat.completions.delete('completion_id');
     * ```
     */
    delete(completionID, options) {
        return this._client.delete(path `/chat/completions/${completionID}`, completions_resolveResourceRequestOptions(options, (options) => ({ ...options, __security: { bearerAuth: true } })));
    }
    parse(body, options) {
        validateInputTools(body.tools);
        return this._client.chat.completions
            .create(body, {
            ...options,
            __metadata: { ...options?.__metadata, helperMethod: 'chat.completions.parse' },
        })
            ._thenUnwrap((completion) => parseChatCompletion(completion, body));
    }
    runTools(body, options) {
        if (body.stream) {
            return ChatCompletionStreamingRunner.runTools(this._client, body, options);
        }
        return ChatCompletionRunner.runTools(this._client, body, options);
    }
    /**
     * Creates a chat completion stream
     */
    stream(body, options) {
        return ChatCompletionStream.createChatCompletion(this._client, body, options);
    }
}




Completions.Messages = Messages;
//# sourceMappingURL=completions.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.



class Chat extends APIResource {
    constructor() {
        super(...arguments);
        this.completions = new Completions(this._client);
    }
}
Chat.Completions = Completions;
//# sourceMappingURL=chat.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.


//# sourceMappingURL=index.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.


//# sourceMappingURL=index.mjs.map
;
class Admin {}

;
class Audio {}

;
class Batches {}

;
class Beta {}

;
class completions_Completions {}

;
class Containers {}

;
class ContentProvenanceChecks {}

;
class Conversations {}

;
class Decisions {}

;
class Embeddings {}

;
class Evals {}

;
class Files {}

;
class FineTuning {}

;
class Graders {}

;
class Images {}

;
class Live {}

;
class Models {}

;
class Moderations {}

;
class Realtime {}

;
class Responses {}

;
class Safety {}

;
class Skills {}

;
class Uploads {}

;
class VectorStores {}

;
class Videos {}

;
class Webhooks {}

;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.




























//# sourceMappingURL=index.mjs.map
;
/** @deprecated Import from ./core/error instead */

//# sourceMappingURL=error.mjs.map
;


const toBase64 = (data) => {
    if (!data)
        return '';
    if (typeof globalThis.Buffer !== 'undefined') {
        return globalThis.Buffer.from(data).toString('base64');
    }
    if (typeof data === 'string') {
        data = encodeUTF8(data);
    }
    if (typeof btoa !== 'undefined') {
        return btoa(String.fromCharCode.apply(null, data));
    }
    throw new OpenAIError('Cannot generate base64 string; Expected `Buffer` or `btoa` to be defined');
};
const fromBase64 = (str) => {
    if (typeof globalThis.Buffer !== 'undefined') {
        const buf = globalThis.Buffer.from(str, 'base64');
        return new Uint8Array(buf.buffer, buf.byteOffset, buf.byteLength);
    }
    if (typeof atob !== 'undefined') {
        const bstr = atob(str);
        const buf = new Uint8Array(bstr.length);
        for (let i = 0; i < bstr.length; i++) {
            buf[i] = bstr.charCodeAt(i);
        }
        return buf;
    }
    throw new OpenAIError('Cannot decode base64 string; Expected `Buffer` or `atob` to be defined');
};
/**
 * Converts a Base64 encoded string to a Float32Array.
 * @param base64Str - The Base64 encoded string.
 * @returns An Array of numbers interpreted as Float32 values.
 */
const toFloat32Array = (base64Str) => {
    if (typeof Buffer !== 'undefined') {
        // for Node.js environment
        const buf = Buffer.from(base64Str, 'base64');
        if (buf.length % Float32Array.BYTES_PER_ELEMENT !== 0) {
            throw new RangeError('Invalid base64-encoded float32 array: byte length must be a multiple of 4');
        }
        return Array.from(new Float32Array(buf.buffer, buf.byteOffset, buf.length / Float32Array.BYTES_PER_ELEMENT));
    }
    else {
        // for legacy web platform APIs
        const binaryStr = atob(base64Str);
        const len = binaryStr.length;
        const bytes = new Uint8Array(len);
        for (let i = 0; i < len; i++) {
            bytes[i] = binaryStr.charCodeAt(i);
        }
        return Array.from(new Float32Array(bytes.buffer));
    }
};
//# sourceMappingURL=base64.mjs.map
;







//# sourceMappingURL=utils.mjs.map
;


/** Identifies legacy Bedrock clients without importing the client class into WebSocket modules. */
const brand_privateBedrockClient = Symbol.for('openai.privateBedrockClient');
/** Wraps a provider failure in an SDK error while preserving its original cause. */
function errorWithCause(message, cause) {
    // SAFETY: This SDK error is created locally and receives its optional cause immediately below; no existing error shape is trusted.
    const error = new Errors.OpenAIError(message);
    error.cause = cause;
    return error;
}
/** Trims a configuration string, treating missing and whitespace-only values as absent. */
function normalizeOptionalString(value) {
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Bedrock credential and origin checks validate JavaScript configuration before any credential is sent.
    const normalized = typeof value === 'string' ? value.trim() : undefined;
    return normalized || undefined;
}
function normalizeBaseURL(baseURL) {
    const url = new URL(baseURL);
    const responsesMatch = url.pathname.match(/\/responses(?:\/.*)?$/);
    if (responsesMatch?.index !== undefined) {
        url.pathname = url.pathname.slice(0, responsesMatch.index) || '/';
    }
    return url.toString().replace(/\/$/, '');
}
function resolveRuntimeDnsSuffixes(region) {
    if (region.startsWith('cn-')) {
        return ['amazonaws.com.cn', 'api.amazonwebservices.com.cn'];
    }
    if (region.startsWith('eusc-')) {
        return ['amazonaws.eu', 'api.amazonwebservices.eu'];
    }
    if (region.startsWith('us-iso-')) {
        return ['c2s.ic.gov', 'api.aws.ic.gov'];
    }
    if (region.startsWith('us-isob-')) {
        return ['sc2s.sgov.gov', 'api.aws.scloud'];
    }
    if (region.startsWith('eu-isoe-')) {
        return ['cloud.adc-e.uk', 'api.cloud-aws.adc-e.uk'];
    }
    if (region.startsWith('us-isof-')) {
        return ['csp.hci.ic.gov', 'api.aws.hci.ic.gov'];
    }
    return ['amazonaws.com', 'api.aws'];
}
/** Identifies a canonical Amazon Bedrock hostname and its embedded AWS region. */
function parseBedrockEndpointHostname(hostname) {
    const canonicalHostname = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
    const [service, region, ...suffixParts] = canonicalHostname.toLowerCase().split('.');
    const suffix = suffixParts.join('.');
    if (service === 'bedrock-mantle' && region && /^[a-z0-9-]+$/.test(region) && suffix === 'api.aws') {
        return { endpoint: 'mantle', region };
    }
    if ((service === 'bedrock-runtime' || service === 'bedrock-runtime-fips') && region) {
        const [standardSuffix, dualStackSuffix] = resolveRuntimeDnsSuffixes(region);
        if (suffix === standardSuffix || suffix === dualStackSuffix) {
            return { endpoint: 'runtime', region };
        }
    }
    return undefined;
}
/** Rejects insecure or mismatched canonical Amazon Bedrock endpoint overrides. */
function validateCanonicalBedrockEndpoint(baseURL, endpoint, region) {
    const parsedBaseURL = new URL(baseURL);
    const canonicalEndpoint = parseBedrockEndpointHostname(parsedBaseURL.hostname);
    if (canonicalEndpoint && parsedBaseURL.protocol !== 'https:') {
        throw new Errors.OpenAIError('Canonical Amazon Bedrock endpoints require HTTPS.');
    }
    if (canonicalEndpoint && canonicalEndpoint.endpoint !== endpoint) {
        throw new Errors.OpenAIError(`The Bedrock ${canonicalEndpoint.endpoint} hostname does not match the selected \`${endpoint}\` endpoint. Set \`endpoint: '${canonicalEndpoint.endpoint}'\` to use this hostname.`);
    }
    if (canonicalEndpoint && region && canonicalEndpoint.region !== region) {
        throw new Errors.OpenAIError(`The Bedrock endpoint region \`${canonicalEndpoint.region}\` does not match the configured AWS region \`${region}\`.`);
    }
}
function validateBedrockEndpointSelection(endpoint) {
    if (endpoint !== undefined && endpoint !== 'mantle' && endpoint !== 'runtime') {
        throw new Errors.OpenAIError('The Bedrock `endpoint` must be either `mantle` or `runtime`.');
    }
}
/**
 * Resolves the Bedrock endpoint family, region, and API root from configuration.
 *
 * Region precedence is `region`, `AWS_REGION`, then `AWS_DEFAULT_REGION`.
 * Endpoint precedence is `baseURL`, `AWS_BEDROCK_BASE_URL`, then the regional
 * selected endpoint; an explicit `null` base URL skips the environment override.
 * Existing `/responses` suffixes and trailing slashes are removed. Canonical
 * AWS hostnames infer the endpoint family when none is selected explicitly.
 * Other configured URLs and derived endpoints default to Mantle.
 *
 * @throws {Errors.OpenAIError} If an option is invalid, a canonical hostname
 * conflicts with the endpoint family, or the default endpoint needs a region.
 */
function resolveBedrockEndpoint(options) {
    validateBedrockEndpointSelection(options.endpoint);
    if (options.region !== undefined && !normalizeOptionalString(options.region)) {
        throw new Errors.OpenAIError('The Bedrock AWS `region` must not be empty.');
    }
    if (options.baseURL !== undefined &&
        options.baseURL !== null &&
        !normalizeOptionalString(options.baseURL)) {
        throw new Errors.OpenAIError('The Bedrock `baseURL` must not be empty.');
    }
    const region = normalizeOptionalString(options.region) ??
        normalizeOptionalString(readEnv('AWS_REGION')) ??
        normalizeOptionalString(readEnv('AWS_DEFAULT_REGION'));
    if (region && !/^[a-z]{2,8}(?:-[a-z0-9]+)+-\d+$/.test(region)) {
        throw new Errors.OpenAIError('The Bedrock AWS `region` is invalid. Use a standard AWS region such as `us-east-1`.');
    }
    const configuredBaseURL = options.baseURL === undefined
        ? normalizeOptionalString(readEnv('AWS_BEDROCK_BASE_URL'))
        : normalizeOptionalString(options.baseURL);
    if (configuredBaseURL) {
        const baseURL = normalizeBaseURL(configuredBaseURL);
        const endpoint = options.endpoint ?? parseBedrockEndpointHostname(new URL(baseURL).hostname)?.endpoint ?? 'mantle';
        validateCanonicalBedrockEndpoint(baseURL, endpoint, region);
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- Preserve the declared endpoint resolver contract across configured URLs and inferred regions.
        return { endpoint, region, baseURL };
    }
    const endpoint = options.endpoint ?? 'mantle';
    if (!region) {
        throw new Errors.OpenAIError('Bedrock requires an AWS region. Pass `region` to `bedrock(...)`, or set `AWS_REGION` or `AWS_DEFAULT_REGION`.');
    }
    const hostname = endpoint === 'runtime'
        ? `bedrock-runtime.${region}.${resolveRuntimeDnsSuffixes(region)[0]}`
        : `bedrock-mantle.${region}.api.aws`;
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- The resolver intentionally returns its declared endpoint contract across all configuration paths.
    return { endpoint, region, baseURL: `https://${hostname}/openai/v1` };
}
/**
 * Ensures Bedrock credentials are only attached to the configured endpoint origin.
 *
 * @throws {Errors.OpenAIError} If either URL is not HTTP(S) or the request targets a different origin.
 */
function assertBedrockRequestOrigin(baseURL, requestURL) {
    const expectedURL = new URL(baseURL);
    const request = new URL(requestURL);
    const expectedOrigin = expectedURL.origin;
    const requestOrigin = request.origin;
    if ((expectedURL.protocol !== 'http:' && expectedURL.protocol !== 'https:') ||
        (request.protocol !== 'http:' && request.protocol !== 'https:') ||
        requestOrigin !== expectedOrigin) {
        throw new Errors.OpenAIError(`Bedrock request origin \`${requestOrigin}\` does not match the configured base URL origin \`${expectedOrigin}\`.`);
    }
}
/** Validates a final WebSocket URL before a legacy Bedrock client resolves or attaches credentials. */
// oxlint-disable-next-line anti-slop/no-unknown-parameters -- The WebSocket authentication boundary verifies the caller client at runtime before trusting provider metadata.
function assertBedrockWebSocketOrigin(client, requestURL) {
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Bedrock credential and origin checks validate JavaScript configuration before any credential is sent.
    if (typeof client !== 'object' || client === null || !(brand_privateBedrockClient in client)) {
        return;
    }
    const normalizedRequestURL = new URL(requestURL);
    if (normalizedRequestURL.protocol === 'wss:') {
        normalizedRequestURL.protocol = 'https:';
    }
    else if (normalizedRequestURL.protocol === 'ws:') {
        normalizedRequestURL.protocol = 'http:';
    }
    // SAFETY: The private Bedrock brand checked above identifies the client whose baseURL is validated against the finalized request origin.
    assertBedrockRequestOrigin(
    // oxlint-disable-next-line anti-slop/no-chained-type-assertions -- The private Bedrock client brand checked above identifies the client baseURL contract.
    client.baseURL, normalizedRequestURL.toString());
}
/**
 * Rejects caller-provided authorization headers that conflict with provider authentication.
 *
 * @throws {Errors.OpenAIError} If an `Authorization` header is already present.
 */
function assertProviderOwnsAuthorization(headers) {
    if (headers.has('authorization')) {
        throw new Errors.OpenAIError('Bedrock provider authentication cannot be combined with a custom `Authorization` header.');
    }
}
/** Rejects non-HTTP field bytes without retaining or exposing a bearer credential. */
function assertValidBedrockBearerCredential(credential) {
    if (/^[\t ]|[\t ]$/.test(credential)) {
        throw new TypeError('Bedrock bearer credential contains an invalid HTTP header value.');
    }
    for (const character of credential) {
        const value = character.codePointAt(0) ?? 0;
        if ((value < 0x20 && value !== 0x09) || value === 0x7f || value > 0xff) {
            throw new TypeError('Bedrock bearer credential contains an invalid HTTP header value.');
        }
    }
}
function createBedrockUserAbortError(signal) {
    const error = new Errors.APIUserAbortError();
    Object.defineProperty(error, 'cause', {
        value: signal.reason,
        writable: true,
        configurable: true,
    });
    return error;
}
function removeBedrockAbortListener(signal, listener) {
    try {
        signal.removeEventListener('abort', listener);
    }
    catch {
        // A nonstandard AbortSignal must not replace the actual request outcome.
    }
}
function resolveAbortableBedrockAuth(operation, signals, failure) {
    // oxlint-disable-next-line promise/avoid-new -- AbortSignal events require a Promise callback bridge.
    return new Promise((resolve, reject) => {
        let settled = false;
        const listeners = [];
        const removeListeners = () => {
            while (listeners.length > 0) {
                const registered = listeners.pop();
                if (registered) {
                    removeBedrockAbortListener(registered.signal, registered.listener);
                }
            }
        };
        failure.removeListeners = removeListeners;
        const settle = (result) => {
            if (settled) {
                return;
            }
            settled = true;
            if ('value' in result) {
                resolve(result.value);
            }
            else {
                removeListeners();
                reject(result.error);
            }
        };
        // oxlint-disable-next-line anti-slop/no-unknown-parameters -- Failures and rejection reasons can be arbitrary JavaScript values; preserve them until inspection or forwarding.
        const rejectSignalFailure = (error) => {
            if (failure.error) {
                return;
            }
            failure.error = { value: error };
            settle({ error });
        };
        const registerAbortListener = (signal) => {
            const onAbort = () => {
                if (failure.error) {
                    return;
                }
                try {
                    rejectSignalFailure(createBedrockUserAbortError(signal));
                }
                catch (error) {
                    rejectSignalFailure(error);
                }
            };
            try {
                if (signal.aborted) {
                    onAbort();
                    return false;
                }
                listeners.push({ signal, listener: onAbort });
                signal.addEventListener('abort', onAbort, { once: true });
                if (settled) {
                    removeBedrockAbortListener(signal, onAbort);
                    return false;
                }
                if (signal.aborted) {
                    onAbort();
                    return false;
                }
            }
            catch (error) {
                if (settled) {
                    removeBedrockAbortListener(signal, onAbort);
                }
                else {
                    rejectSignalFailure(error);
                }
                return false;
            }
            return true;
        };
        for (const signal of signals) {
            if (!registerAbortListener(signal)) {
                return;
            }
        }
        let pending;
        try {
            pending = operation();
        }
        catch (error) {
            settle({ error });
            return;
        }
        const observeResult = async () => {
            try {
                settle({ value: await pending });
            }
            catch (error) {
                settle({ error });
            }
        };
        // Observe the result even if the provider synchronously triggered cancellation.
        void observeResult();
    });
}
/**
 * Resolves Bedrock authentication work with caller cancellation, then applies
 * its result synchronously after the final cancellation checks.
 *
 * @internal
 */
async function prepareBedrockAuth(request, context, operation) {
    const signals = [];
    for (const signal of [context.options.signal, request.signal]) {
        if (signal != null && !signals.includes(signal)) {
            signals.push(signal);
        }
    }
    const signalFailure = {};
    let value;
    try {
        try {
            value =
                signals.length > 0
                    ? await resolveAbortableBedrockAuth(operation.resolve, signals, signalFailure)
                    : await operation.resolve();
        }
        catch (cause) {
            if (signalFailure.error && Object.is(cause, signalFailure.error.value)) {
                throw cause;
            }
            throw errorWithCause(operation.failureMessage, cause);
        }
        if (signalFailure.error) {
            throw signalFailure.error.value;
        }
        for (const signal of signals) {
            if (signal.aborted) {
                throw createBedrockUserAbortError(signal);
            }
        }
    }
    finally {
        signalFailure.removeListeners?.();
    }
    operation.apply(value);
}
class BedrockBearerAuth {
    constructor(tokenProvider) {
        this.tokenProvider = tokenProvider;
    }
    async prepareRequest(request, context) {
        const headers = new Headers(request.headers);
        assertProviderOwnsAuthorization(headers);
        await prepareBedrockAuth(request, context, {
            resolve: () => this.tokenProvider(),
            failureMessage: 'Failed to resolve a bearer credential for Bedrock.',
            apply: (token) => {
                // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Bedrock credential and origin checks validate JavaScript configuration before any credential is sent.
                if (typeof token !== 'string' || !token.trim()) {
                    throw new Errors.OpenAIError('The Bedrock bearer credential provider must return a non-empty string.');
                }
                assertValidBedrockBearerCredential(token);
                try {
                    headers.set('authorization', `Bearer ${token}`);
                }
                catch (error) {
                    if (error instanceof TypeError) {
                        // oxlint-disable-next-line eslint/preserve-caught-error -- The original error contains the bearer credential.
                        throw new TypeError('Bedrock bearer credential contains an invalid HTTP header value.');
                    }
                    throw error;
                }
                request.redirect = 'manual';
                request.headers = headers;
            },
        });
    }
}
/**
 * Resolves a bearer-authentication factory without calling token providers eagerly.
 *
 * Explicit `tokenProvider` and `apiKey` options are mutually exclusive. When
 * neither is set, `AWS_BEARER_TOKEN_BEDROCK` is used unless environment
 * credentials are disabled or `apiKey` is explicitly `null`.
 *
 * @throws {Errors.OpenAIError} If an explicit key is empty or multiple bearer
 * credential sources are configured.
 */
function resolveBedrockBearerAuth(options, { allowEnvironment = true, } = {}) {
    if (options.apiKey !== undefined &&
        options.apiKey !== null &&
        // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Bedrock credential and origin checks validate JavaScript configuration before any credential is sent.
        (typeof options.apiKey !== 'string' || !options.apiKey.trim())) {
        throw new Errors.OpenAIError('The Bedrock bearer credential must not be empty.');
    }
    if (options.apiKey != null && options.tokenProvider) {
        throw new Errors.OpenAIError('The `apiKey` and `tokenProvider` options are mutually exclusive. Configure only one.');
    }
    if (options.tokenProvider) {
        const tokenProvider = options.tokenProvider;
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- The declared bearer-auth contract hides concrete authenticator implementations behind their factory.
        return { factory: () => new BedrockBearerAuth(tokenProvider), explicit: true };
    }
    if (options.apiKey != null) {
        const apiKey = options.apiKey;
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- Explicit API keys use the same declared auth-factory contract as token providers.
        return { factory: () => new BedrockBearerAuth(async () => apiKey), explicit: true };
    }
    if (allowEnvironment && options.apiKey !== null && readEnv('AWS_BEARER_TOKEN_BEDROCK')) {
        // oxlint-disable-next-line anti-slop/no-known-value-widening -- Environment credentials must preserve the same declared auth-factory contract as explicit options.
        return {
            explicit: false,
            factory: () => new BedrockBearerAuth(async () => {
                const token = readEnv('AWS_BEARER_TOKEN_BEDROCK');
                if (!token) {
                    throw new Errors.OpenAIError('Could not find credentials for Bedrock. Set `AWS_BEARER_TOKEN_BEDROCK` or configure AWS credential authentication.');
                }
                return token;
            }),
        };
    }
    // oxlint-disable-next-line anti-slop/no-known-value-widening -- The declared optional factory contract also represents the absence of bearer credentials.
    return { factory: undefined, explicit: false };
}
//# sourceMappingURL=bedrock.mjs.map
;


const webSocketErrors = new WeakMap();
/** Records physical failure before transport callbacks notify public observers. @internal */
function recordWebSocketError(socket, error) {
    webSocketErrors.set(socket, error);
}
/** Returns physical failure for this socket instance, never for a replacement. @internal */
function getWebSocketError(socket) {
    return webSocketErrors.get(socket);
}
/** Snapshots and validates the iterator's limit before listeners are attached. */
function getMaxBufferedEvents(options) {
    const limit = options?.maxBufferedEvents;
    if (limit !== undefined && (!Number.isSafeInteger(limit) || limit <= 0)) {
        throw new OpenAIError('maxBufferedEvents must be a positive safe integer');
    }
    return limit;
}
const REDIRECT_SAFE_WEBSOCKET_HEADERS = new Set([
    'connection',
    'host',
    'openai-beta',
    'origin',
    'sec-websocket-extensions',
    'sec-websocket-key',
    'sec-websocket-version',
    'upgrade',
    'user-agent',
    'x-access-level',
    'x-auth-metadata',
    'x-auth-tokenization',
    'x-authentication-metadata',
    'x-authentication-tokenization',
    'x-security-policy',
    'x-token-budget',
    'x-trace-id',
]);
const WEBSOCKET_METADATA_HEADER_NAMES = new Set([
    'accept',
    'accept-encoding',
    'accept-language',
    'content-type',
    'x-request-id',
    'x-client-request-id',
    'x-correlation-id',
    'traceparent',
    'tracestate',
    'sentry-trace',
    'x-amzn-trace-id',
    'x-cloud-trace-context',
    'x-datadog-trace-id',
    'x-datadog-parent-id',
    'x-datadog-sampling-priority',
    'x-datadog-origin',
    'x-datadog-tags',
    'baggage',
    'b3',
]);
// Request and tracing metadata do not authenticate a Responses socket, but remain protected on redirects.
const WEBSOCKET_METADATA_HEADERS = {
    has: (name, values) => WEBSOCKET_METADATA_HEADER_NAMES.has(name) ||
        name.startsWith('x-b3-') ||
        (name === 'sec-websocket-protocol' &&
            !values.some((value) => typeof value === 'string' &&
                value.split(',').some((protocol) => protocol.trim().startsWith('openai-insecure-api-key.')))),
};
function isWebSocketCredentialHeader(name) {
    return !REDIRECT_SAFE_WEBSOCKET_HEADERS.has(name.toLowerCase().split('_').join('-'));
}
/**
 * Snapshots credential values in final socket options before validation and dispatch.
 * Reports potential caller authentication, excluding additional metadata when requested.
 * The server remains responsible for validating credentials. Noncredential headers are left intact.
 */
function snapshotWebSocketCredentials(options, metadataHeaders) {
    if (options.auth !== null && options.auth !== undefined) {
        options.auth = String(options.auth);
    }
    const credentials = new Map();
    const headers = options.headers ?? {};
    for (const [name, value] of Object.entries(headers)) {
        const normalizedName = name.toLowerCase().split('_').join('-');
        // Routing metadata is still protected on redirects, but cannot authenticate a socket.
        if (!isWebSocketCredentialHeader(name) ||
            normalizedName === 'openai-organization' ||
            normalizedName === 'openai-project') {
            continue;
        }
        let snapshot = value;
        if (Array.isArray(value)) {
            snapshot = value.map(String);
        }
        else if (value !== null && value !== undefined) {
            snapshot = String(value);
        }
        headers[name] = snapshot;
        const values = Array.isArray(snapshot) ? snapshot : [snapshot];
        if (!metadataHeaders?.has(normalizedName, values)) {
            credentials.set(name.toLowerCase(), values.some((item) => typeof item === 'string' && item.trim().length > 0));
        }
    }
    // Node applies header names case-insensitively, and Authorization overrides Basic auth.
    return ([...credentials.values()].some(Boolean) ||
        (!credentials.has('authorization') && typeof options.auth === 'string' && options.auth.trim().length > 0));
}
/** Merge transport authentication before explicit caller overrides and header removals. */
function mergeWebSocketAuthHeaders(options, authHeaders, removedHeaders) {
    const headers = new Map(Object.entries(authHeaders).map(([name, value]) => [name.toLowerCase(), value]));
    for (const name of removedHeaders) {
        headers.delete(name);
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) {
        headers.set(name, value);
    }
    return { ...options, headers: Object.fromEntries(headers) };
}
/** Removal sink for one synchronous header-hook call, including legacy one-argument overrides. */
const webSocketHeaderRemovals = new WeakMap();
const preparedWebSocketHeaders = new WeakMap();
/** Build a WebSocket handshake with explicit caller headers applied after the client defaults. */
function ws_buildWebSocketOptions(client, authHeaders, options, removedHeaders, usePreparedHeaders = false) {
    // Capture the base result even through older overrides that forward only one argument.
    const previous = webSocketHeaderRemovals.get(client);
    const prepared = usePreparedHeaders && options ? preparedWebSocketHeaders.get(options) : undefined;
    const context = {
        removedHeaders,
        baseHeaders: prepared?.baseHeaders,
    };
    webSocketHeaderRemovals.set(client, context);
    let headers;
    try {
        headers = new Map(Object.entries(client._buildWebSocketHeaders(authHeaders, removedHeaders)).map(([name, value]) => [
            name.toLowerCase(),
            value,
        ]));
    }
    finally {
        if (previous) {
            webSocketHeaderRemovals.set(client, previous);
        }
        else {
            webSocketHeaderRemovals.delete(client);
        }
    }
    // The first hook output is not a caller override of the final, credentialed hook.
    // Save transport names and explicit nulls separately, then reuse their validated values.
    const transportHeaders = new Map();
    const currentHeaders = new Map(Object.entries(options?.headers ?? {}));
    const overrides = prepared
        ? [...prepared.transportHeaders].map(([name, removed]) => [name, removed ? null : currentHeaders.get(name)])
        : currentHeaders;
    for (const [name, value] of overrides) {
        const normalizedName = name.toLowerCase();
        if (value === null) {
            headers.delete(normalizedName);
            removedHeaders?.add(normalizedName);
            transportHeaders.set(normalizedName, true);
        }
        else if (value !== undefined) {
            headers.set(normalizedName, value);
            removedHeaders?.delete(normalizedName);
            transportHeaders.set(normalizedName, false);
        }
    }
    const result = {
        ...options,
        headers: Object.fromEntries(headers),
        followRedirects: false,
    };
    preparedWebSocketHeaders.set(result, { baseHeaders: context.baseHeaders, transportHeaders });
    return result;
}
/** Prevents WebSocket redirects from forwarding caller or SDK credentials to another origin. */
function protectWebSocketOptionsFromCredentialRedirects(options) {
    const hasSensitiveHeader = Object.keys(options.headers ?? {}).some(isWebSocketCredentialHeader);
    if (!options.auth && !hasSensitiveHeader) {
        return options;
    }
    return { ...options, followRedirects: false };
}
function toUint8Array(view) {
    if (view instanceof Uint8Array) {
        return view;
    }
    return new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
}
/**
 * Flatten `ArrayBufferView[]` fragments into a single `Uint8Array` so that
 * `ws.send()` transmits the correct bytes.
 */
function flattenRawData(data) {
    if (Array.isArray(data)) {
        return concatBytes(data.map(toUint8Array));
    }
    return data;
}
function snapshotRawData(data) {
    if (typeof data === 'string') {
        return data;
    }
    if (Array.isArray(data)) {
        return concatBytes(data.map(toUint8Array));
    }
    if (ArrayBuffer.isView(data)) {
        const copy = new Uint8Array(data.byteLength);
        copy.set(toUint8Array(data));
        return copy;
    }
    // oxlint-disable-next-line unicorn/prefer-spread -- ArrayBufferLike.slice copies bytes while spread changes the return type.
    return data.slice(0);
}
/** Counts wire bytes without allocating another payload-sized buffer. */
function rawByteLength(data) {
    if (typeof data === 'string') {
        let bytes = 0;
        for (let index = 0; index < data.length; index += 1) {
            const code = data.codePointAt(index);
            if (code < 128) {
                bytes += 1;
            }
            else if (code < 2048) {
                bytes += 2;
            }
            else if (code <= 65535) {
                bytes += 3;
            }
            else {
                bytes += 4;
                index += 1;
            }
        }
        return bytes;
    }
    if (Array.isArray(data)) {
        return data.reduce((sum, buf) => sum + buf.byteLength, 0);
    }
    if ('byteLength' in data) {
        return data.byteLength;
    }
    return 0;
}
/**
 * Buffers outgoing WebSocket messages while a connection is unavailable.
 *
 * JSON values are serialized immediately, and raw binary payloads are copied,
 * so later caller mutations cannot change queued messages. A single oversized
 * message is accepted when the queue is empty; further messages are rejected
 * whenever they would exceed the configured byte budget.
 */
class SendQueue {
    /** Creates a queue with a one-mebibyte default byte budget. */
    constructor(maxBytes = 1048576, allowOversizedFirstMessage = true) {
        this._queue = [];
        this._cursor = 0;
        this._flushing = false;
        this._bytes = 0;
        this.allowOversizedFirstMessage = allowOversizedFirstMessage;
        this._maxBytes = maxBytes;
    }
    /** New open-socket writes must queue behind an active flush. */
    get isFlushing() {
        return this._flushing;
    }
    get hasPending() {
        return this._queue.length > this._cursor;
    }
    /**
     * Serializes and snapshots a JSON message before queueing it.
     *
     * @returns `true` when accepted, including an oversized first message; `false`
     * when adding it to a nonempty queue would exceed the byte budget.
     */
    enqueue(event) {
        const pending = this._queue;
        const data = JSON.stringify(event);
        if (data === undefined) {
            throw new TypeError('WebSocket event could not be serialized as JSON');
        }
        if (this._queue !== pending) {
            throw new Error('WebSocket send queue was drained during serialization');
        }
        const byteLength = encodeUTF8(data).byteLength;
        if (this._bytes + byteLength > this._maxBytes &&
            (!this.allowOversizedFirstMessage || this._queue.length > this._cursor)) {
            return false;
        }
        this._queue.push({ kind: 'json', data, byteLength });
        this._bytes += byteLength;
        return true;
    }
    /**
     * Queues a raw string or a defensive copy of a binary WebSocket payload.
     * Fragmented typed-array payloads are flattened before storage.
     *
     * @returns `true` when accepted, including an oversized first frame; `false`
     * when adding it to a nonempty queue would exceed the byte budget.
     */
    enqueueRaw(data) {
        const pending = this._queue;
        const snapshot = snapshotRawData(data);
        if (this._queue !== pending) {
            throw new Error('WebSocket send queue was drained during raw snapshot');
        }
        const byteLength = rawByteLength(snapshot);
        if (this._bytes + byteLength > this._maxBytes &&
            (!this.allowOversizedFirstMessage || this._queue.length > this._cursor)) {
            return false;
        }
        this._queue.push({ kind: 'raw', data: snapshot, byteLength });
        this._bytes += byteLength;
        return true;
    }
    /**
     * Send every queued message via `send`. If `send` throws, the failing
     * message and all subsequent messages are re-queued and the error is
     * re-thrown so the caller can report it. Endpoints that cannot safely replay
     * an attempted write use `requeueFailed: false`. Never-attempted messages
     * remain queued, including messages enqueued during the failed send.
     */
    flush(send, options) {
        if (this._flushing) {
            return;
        }
        this._flushing = true;
        const pending = this._queue;
        try {
            // Reentrant enqueue appends to this queue. Drain detaches it, canceling this flush.
            while (this._queue === pending && this._cursor < pending.length && (options?.canSend?.() ?? true)) {
                const entry = pending[this._cursor];
                // Release sent payloads as we go, including during long reentrant append chains.
                pending[this._cursor++] = undefined;
                this._bytes -= entry.byteLength;
                try {
                    send(entry.data);
                }
                catch (err) {
                    if (this._queue === pending && options?.requeueFailed !== false) {
                        pending[--this._cursor] = entry;
                        this._bytes += entry.byteLength;
                    }
                    throw err;
                }
            }
        }
        finally {
            if (this._queue === pending) {
                pending.splice(0, this._cursor);
            }
            this._cursor = 0;
            this._flushing = false;
        }
    }
    /**
     * Drain the queue and return the unsent messages. JSON messages are
     * deserialized back to their original form. Resets byte tracking to zero.
     */
    drain() {
        const unsent = this._queue.slice(this._cursor).map((item) => {
            // Only entries before the cursor have been consumed.
            const entry = item;
            if (entry.kind === 'raw') {
                return { type: 'raw', data: entry.data };
            }
            // SAFETY: T is the transport caller's event contract; JSON syntax is parsed here without imposing a runtime schema on forward-compatible events.
            return { type: 'message', message: JSON.parse(entry.data) };
        });
        this._queue = [];
        this._cursor = 0;
        this._flushing = false;
        this._bytes = 0;
        return unsent;
    }
}
/**
 * Reports whether an RFC 6455 close code represents a recoverable interruption.
 *
 * Network failures, service restarts, temporary server errors, and TLS
 * handshake failures can be retried; normal closure, protocol violations,
 * invalid payloads, and unrecognized codes cannot.
 */
function isRecoverableClose(code) {
    switch (code) {
        case 1000: {
            return false;
        } // Normal closure
        case 1001: {
            return true;
        } // Going away (server shutting down)
        case 1002: {
            return false;
        } // Protocol error
        case 1003: {
            return false;
        } // Unsupported data
        case 1005: {
            return true;
        } // No status code (abnormal)
        case 1006: {
            return true;
        } // Abnormal closure (network drop)
        case 1007: {
            return false;
        } // Invalid payload
        case 1008: {
            return false;
        } // Policy violation
        case 1009: {
            return false;
        } // Message too big
        case 1010: {
            return false;
        } // Missing extension
        case 1011: {
            return true;
        } // Internal server error
        case 1012: {
            return true;
        } // Service restart
        case 1013: {
            return true;
        } // Try again later
        case 1015: {
            return true;
        } // TLS handshake failure
        default: {
            return false;
        }
    }
}
//# sourceMappingURL=ws.mjs.map
;


/** Native Realtime accepts routing metadata through these two server-supported subprotocols. */
function realtimeRoutingProtocols(client, apiKey) {
    const protocols = [];
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Structural partial clients may omit the callable header hook; check it before using the client's header contract.
    if ('_buildWebSocketHeaders' in client && typeof client._buildWebSocketHeaders === 'function') {
        // SAFETY: The checked client hook owns header precedence; no other OpenAI members are used.
        const { headers } = buildWebSocketOptions(client, { Authorization: `Bearer ${apiKey}` }, null);
        for (const field of ['organization', 'project']) {
            const value = headers[`openai-${field}`];
            if (value !== undefined) {
                protocols.push(`openai-${field}.${value}`);
            }
        }
        return protocols;
    }
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Realtime accepts structural partial clients; optional routing fields enter from that untyped client boundary.
    if ('organization' in client && typeof client.organization === 'string') {
        protocols.push(`openai-organization.${client.organization}`);
    }
    // oxlint-disable-next-line anti-slop/no-runtime-typeof -- Only the supported string field can be emitted to the native protocol boundary.
    if ('project' in client && typeof client.project === 'string') {
        protocols.push(`openai-project.${client.project}`);
    }
    return protocols;
}
// Only the key crosses module formats: the context belongs to each participating client.
const realtimeCacheContext = Symbol.for('openai.realtimeAPIKeyCacheContext');
let cacheContext;
/** Installs the Node transport's invocation context without loading Node in the base client. @internal */
function setRealtimeAPIKeyCacheContext(context) {
    cacheContext = context;
}
/** Reserves a deferred commit when the base hook is entered for this invocation. @internal */
function getDeferredRealtimeAPIKeyCache(client) {
    const deferred = client[realtimeCacheContext]?.getStore();
    return deferred?.client === client ? deferred : undefined;
}
/** Applies the Bedrock getter's validation when a captured credential does not enter the cache. @internal */
function validateCapturedAPIKey(client, credential) {
    if (credential !== null && brand_privateBedrockClient in client) {
        assertValidBedrockBearerCredential(credential);
    }
    return credential;
}
/** Selects a captured credential without treating an explicit null as absent. @internal */
function getRealtimeAPIKey(client, captured) {
    return captured === undefined ? client?.apiKey : captured;
}
/**
 * Captures the key belonging to this request or factory invocation while retaining the
 * existing boolean credential-hook contract. Legacy overrides that do not
 * capture a key keep their shared-property behavior and remain responsible for
 * synchronizing concurrent credential updates.
 * @internal
 */
async function resolveRealtimeAPIKey(client, deferCache = false) {
    let apiKey;
    const current = {
        client,
        commit: () => (apiKey === undefined ? client.apiKey : apiKey),
    };
    const capture = (resolved) => {
        apiKey = resolved;
    };
    const invoke = () => client._callApiKey(capture);
    const context = client[realtimeCacheContext] ?? cacheContext;
    if (deferCache && context && !client[realtimeCacheContext]) {
        Object.defineProperty(client, realtimeCacheContext, { value: context });
    }
    // An HTTP or ordinary Realtime request nested inside a WebSocket hook owns its own cache writes.
    const isProvider = await (context ? context.run(deferCache ? current : undefined, invoke) : invoke());
    return {
        apiKey: apiKey === undefined ? client.apiKey : apiKey,
        isProvider,
        commit: () => {
            const hookKey = current.providerKey !== undefined && apiKey !== undefined && apiKey !== current.providerKey
                ? validateCapturedAPIKey(client, apiKey)
                : undefined;
            const cached = current.commit();
            return hookKey === undefined ? validateCapturedAPIKey(client, cached) : hookKey;
        },
    };
}
//# sourceMappingURL=realtime-credentials.mjs.map
;

const providerTimeoutKey = Symbol.for('openai.node.providerTimeout.v1');
/** Preserve timeout classification across SDK copies and CJS/ESM entrypoints. */
function createProviderTimeoutError() {
    return Object.defineProperty(new APIConnectionTimeoutError(), providerTimeoutKey, { value: true });
}
function isProviderTimeoutError(error) {
    return (error instanceof error_APIConnectionTimeoutError ||
        (error instanceof Error && providerTimeoutKey in error && error[providerTimeoutKey] === true));
}
/**
 * A provider factory such as `bedrock(options)` captures configuration in a
 * definition, while every OpenAI client receives a fresh runtime from
 * `definition.configure()`. Keeping definitions out of the provider object
 * makes providers opaque and prevents arbitrary objects from imitating one.
 * It also leaves provider-specific dependencies outside the core SDK.
 *
 * The registry lives on `globalThis` under a global symbol so a provider made
 * by one copy of the package still works with another copy, including mixed
 * CommonJS and ESM installations. The WeakMap avoids retaining discarded
 * provider configurations.
 */
const providerDefinitionsKey = Symbol.for('openai.node.providerDefinitions.v1');
// SAFETY: This versioned global symbol is the SDK-owned cross-copy WeakMap registry; no provider object fields are trusted through it.
const providerGlobal = globalThis;
// SAFETY: This versioned global symbol is the SDK-owned cross-copy WeakMap registry; no provider object fields are trusted through it.
const existingProviderDefinitions = providerGlobal[providerDefinitionsKey];
const providerDefinitions = existingProviderDefinitions ?? new WeakMap();
if (!existingProviderDefinitions) {
    Object.defineProperty(providerGlobal, providerDefinitionsKey, { value: providerDefinitions });
}
/**
 * Creates an opaque, immutable provider handle for a runtime definition.
 *
 * The definition is registered out of band and can be resolved by another
 * installed copy of the SDK in the same JavaScript realm.
 */
function createProvider(definition) {
    // SAFETY: This function creates the opaque handle and immediately registers its identity in the private WeakMap, which is the runtime brand check.
    const provider = Object.freeze({});
    providerDefinitions.set(provider, definition);
    return provider;
}
/**
 * Creates a new client-specific runtime from a previously registered provider.
 *
 * @throws {Error} If the value was not created with {@link createProvider}.
 */
function configureProvider(provider) {
    const definition = providerDefinitions.get(provider);
    if (!definition) {
        throw new Error('Invalid provider. Providers must be created with createProvider().');
    }
    return definition.configure();
}
//# sourceMappingURL=provider.mjs.map
;
/**
 * Read an environment variable.
 *
 * Trims beginning and trailing whitespace.
 *
 * Will return undefined if the environment variable doesn't exist or cannot be accessed.
 */
const env_readEnv = (env) => {
    try {
        if (typeof globalThis.process !== 'undefined') {
            return globalThis.process.env?.[env]?.trim() || undefined;
        }
        if (typeof globalThis.Deno !== 'undefined') {
            return globalThis.Deno.env?.get?.(env)?.trim() || undefined;
        }
    }
    catch {
        return undefined;
    }
    return undefined;
};
//# sourceMappingURL=env.mjs.map
;
// File generated from our OpenAPI spec by Castiron. See CONTRIBUTING.md for details.
var _OpenAI_instances, client_a, _OpenAI_encoder, _OpenAI_x509Authentication, _OpenAI_x509Credential, _OpenAI_x509Fetch, _OpenAI_explicitDataResidency, _OpenAI_responseAttempts, _OpenAI_sanitizedLoggers, _OpenAI_baseURLOverridden, _OpenAI_normalizeRetries, _OpenAI_isSensitiveLogKey, _OpenAI_sanitizeLogValue, _OpenAI_sanitizeLogger;




























































function isRunningInBrowserOrBrowserWorker() {
    if (isRunningInBrowser())
        return true;
    const scope = globalThis;
    return (typeof scope.WorkerGlobalScope === 'function' &&
        scope instanceof scope.WorkerGlobalScope &&
        typeof scope.WorkerNavigator === 'function' &&
        scope.navigator instanceof scope.WorkerNavigator &&
        typeof scope.navigator?.userAgent === 'string' &&
        scope.navigator.userAgent !== 'Cloudflare-Workers' &&
        scope.process?.versions?.node === undefined &&
        scope.Deno === undefined &&
        scope.Bun === undefined &&
        scope.EdgeRuntime === undefined &&
        scope.WebSocketPair === undefined);
}
const WORKLOAD_IDENTITY_API_KEY_PLACEHOLDER = 'workload-identity-auth';
const inheritedDataResidencySelection = Symbol('inheritedDataResidencySelection');
/**
 * API Client for interfacing with the OpenAI API.
 */
class OpenAI {
    /**
     * API Client for interfacing with the OpenAI API.
     *
     * @param {string | null | undefined} [opts.apiKey=process.env['OPENAI_API_KEY'] ?? null]
     * @param {string | null | undefined} [opts.adminAPIKey=process.env['OPENAI_ADMIN_KEY'] ?? null]
     * @param {string | null | undefined} [opts.organization=process.env['OPENAI_ORG_ID'] ?? null]
     * @param {string | null | undefined} [opts.project=process.env['OPENAI_PROJECT_ID'] ?? null]
     * @param {string | null | undefined} [opts.webhookSecret=process.env['OPENAI_WEBHOOK_SECRET'] ?? null]
     * @param {string} [opts.baseURL=process.env['OPENAI_BASE_URL'] ?? https://api.openai.com/v1] - Override the default base URL for the API.
     * @param {Provider} [opts.provider] - Configure a third-party API provider. Mutually exclusive with top-level authentication and base URL options.
     * @param {number} [opts.timeout=10 minutes] - The maximum amount of time (in milliseconds) the client will wait for a response before timing out.
     * @param {MergedRequestInit} [opts.fetchOptions] - Additional `RequestInit` options to be passed to `fetch` calls.
     * @param {Fetch} [opts.fetch] - Specify a custom `fetch` function implementation.
     * @param {number} [opts.maxRetries=2] - The maximum number of times the client will retry a request.
     * @param {HeadersLike} opts.defaultHeaders - Default headers to include with every request to the API.
     * @param {Record<string, string | undefined>} opts.defaultQuery - Default query parameters to include with every request to the API.
     * @param {boolean} [opts.dangerouslyAllowBrowser=false] - By default, client-side use of this library is not allowed, as it risks exposing your secret API credentials to attackers.
     */
    constructor(clientOptions = {}) {
        _OpenAI_instances.add(this);
        _OpenAI_encoder.set(this, void 0);
        _OpenAI_x509Authentication.set(this, void 0);
        _OpenAI_x509Credential.set(this, void 0);
        _OpenAI_x509Fetch.set(this, void 0);
        // Preserve an explicit global selection without storing a second routing URL.
        _OpenAI_explicitDataResidency.set(this, false);
        _OpenAI_responseAttempts.set(this, new WeakMap());
        this._apiKeyInvocation = 0;
        this._lastCachedAPIKeyInvocation = 0;
        this.decisions = new Decisions(this);
        /**
         * Given a prompt, the model will return one or more predicted completions, and can also return the probabilities of alternative tokens at each position.
         */
        this.completions = new completions_Completions(this);
        this.chat = new Chat(this);
        /**
         * Get a vector representation of a given input that can be easily consumed by machine learning models and algorithms.
         */
        this.embeddings = new Embeddings(this);
        /**
         * Files are used to upload documents that can be used with features like Assistants and Fine-tuning.
         */
        this.files = new Files(this);
        /**
         * Given a prompt and/or an input image, the model will generate a new image.
         */
        this.images = new Images(this);
        this.contentProvenanceChecks = new ContentProvenanceChecks(this);
        this.audio = new Audio(this);
        /**
         * Given text and/or image inputs, classifies if those inputs are potentially harmful.
         */
        this.moderations = new Moderations(this);
        /**
         * List and describe the various models available in the API.
         */
        this.models = new Models(this);
        this.fineTuning = new FineTuning(this);
        this.graders = new Graders(this);
        this.vectorStores = new VectorStores(this);
        this.safety = new Safety(this);
        this.webhooks = new Webhooks(this);
        this.beta = new Beta(this);
        /**
         * Create large batches of API requests to run asynchronously.
         */
        this.batches = new Batches(this);
        /**
         * Use Uploads to upload large files in multiple parts.
         */
        this.uploads = new Uploads(this);
        this.admin = new Admin(this);
        /**
         * Create and manage model responses.
         */
        this.responses = new Responses(this);
        this.live = new Live(this);
        this.realtime = new Realtime(this);
        /**
         * Manage conversations and conversation items.
         */
        this.conversations = new Conversations(this);
        /**
         * Manage and run evals in the OpenAI platform.
         */
        this.evals = new Evals(this);
        this.containers = new Containers(this);
        this.skills = new Skills(this);
        /**
         * @deprecated The Sora API is scheduled to permanently shut down on September 24, 2026.
         */
        this.videos = new Videos(this);
        const { credential, options: normalizedOptions } = normalizeX509CredentialOptions(clientOptions);
        clientOptions = normalizedOptions;
        const residencyBaseURL = resolveDataResidency(clientOptions);
        const provider = clientOptions.provider;
        const { baseURL = provider ? null : env_readEnv('OPENAI_BASE_URL'), dataResidency: _dataResidency, [inheritedDataResidencySelection]: inheritedResidencySelection = false, apiKey = provider ? null : (env_readEnv('OPENAI_API_KEY') ?? null), adminAPIKey = provider ? null : (env_readEnv('OPENAI_ADMIN_KEY') ?? null), organization = provider ? null : (env_readEnv('OPENAI_ORG_ID') ?? null), project = provider ? null : (env_readEnv('OPENAI_PROJECT_ID') ?? null), webhookSecret = env_readEnv('OPENAI_WEBHOOK_SECRET') ?? null, workloadIdentity, x509Transport, credential: _credential, ...opts } = clientOptions;
        if (provider) {
            const conflictingOptions = ['apiKey', 'adminAPIKey', 'workloadIdentity', 'x509Transport', 'baseURL', 'dataResidency'].filter((key) => (key === 'workloadIdentity' ? workloadIdentity : clientOptions[key]) != null);
            if (conflictingOptions.length) {
                throw new error_OpenAIError(`The \`provider\` option cannot be used with ${conflictingOptions
                    .map((key) => `\`${key}\``)
                    .join(', ')}. Configure authentication and the base URL through the provider instead.`);
            }
        }
        const identity = isX509WorkloadIdentity(workloadIdentity)
            ? { x509: workloadIdentity, legacy: undefined }
            : { x509: undefined, legacy: workloadIdentity };
        const x509Identity = identity.x509;
        const usesX509Identity = x509Identity !== undefined;
        const providerRuntime = provider ? configureProvider(provider) : undefined;
        const options = {
            apiKey,
            adminAPIKey,
            organization,
            project,
            webhookSecret,
            workloadIdentity,
            x509Transport,
            provider,
            ...opts,
            baseURL: providerRuntime?.baseURL ??
                residencyBaseURL ??
                (baseURL || (usesX509Identity ? X509_API_BASE_URL : `https://api.openai.com/v1`)),
        };
        if (x509Transport && !usesX509Identity) {
            throw new error_OpenAIError('An X.509 transport requires an X.509 workload identity.');
        }
        if (usesX509Identity) {
            if (residencyBaseURL !== undefined || inheritedResidencySelection) {
                throw new error_OpenAIError('X.509 workload identity does not support data residency selection.');
            }
            if (clientOptions.fetch !== undefined) {
                throw new error_OpenAIError('X.509 workload identity does not support a custom fetch implementation.');
            }
            assertX509APIOrigin(options.baseURL);
            assertX509RequestOptions(options.fetchOptions);
            if (this.fetchWithAuth !== client_a.prototype.fetchWithAuth ||
                this.fetchWithTimeout !== client_a.prototype.fetchWithTimeout) {
                throw new error_OpenAIError('X.509 workload identity does not support overridden fetch dispatch hooks.');
            }
        }
        if (apiKey && workloadIdentity) {
            throw new error_OpenAIError('The `apiKey` and `workloadIdentity` options are mutually exclusive');
        }
        if (!providerRuntime && !apiKey && !adminAPIKey && !workloadIdentity) {
            throw new error_OpenAIError('Missing credentials. Please pass an `apiKey`, `workloadIdentity`, `adminAPIKey`, or set the `OPENAI_API_KEY` or `OPENAI_ADMIN_KEY` environment variable.');
        }
        if (!options.dangerouslyAllowBrowser && isRunningInBrowserOrBrowserWorker()) {
            throw new error_OpenAIError("It looks like you're running in a browser-like environment.\n\nThis is disabled by default, as it risks exposing your secret API credentials to attackers.\nIf you understand the risks and have appropriate mitigations in place,\nyou can set the `dangerouslyAllowBrowser` option to `true`, e.g.,\n\nnew OpenAI({ apiKey, dangerouslyAllowBrowser: true });\n\nhttps://help.openai.com/en/articles/5112595-best-practices-for-api-key-safety\n");
        }
        this.baseURL = options.baseURL;
        __classPrivateFieldSet(this, _OpenAI_explicitDataResidency, residencyBaseURL !== undefined || inheritedResidencySelection, "f");
        this.timeout = options.timeout ?? client_a.DEFAULT_TIMEOUT; /* 10 minutes */
        this.logger = __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_sanitizeLogger).call(this, options.logger ?? console);
        const defaultLogLevel = 'warn';
        // Set default logLevel early so that we can log a warning in parseLogLevel.
        this.logLevel = defaultLogLevel;
        this.logLevel =
            parseLogLevel(options.logLevel, 'ClientOptions.logLevel', this) ??
                parseLogLevel(env_readEnv('OPENAI_LOG'), "process.env['OPENAI_LOG']", this) ??
                defaultLogLevel;
        this.fetchOptions = options.fetchOptions;
        this.maxRetries = __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_normalizeRetries).call(this, options.maxRetries);
        this.fetch = options.fetch ?? getDefaultFetch();
        __classPrivateFieldSet(this, _OpenAI_encoder, FallbackEncoder, "f");
        const customHeadersEnv = provider || credential ? undefined : env_readEnv('OPENAI_CUSTOM_HEADERS');
        if (customHeadersEnv) {
            const parsed = {};
            for (const line of customHeadersEnv.split('\n')) {
                const colon = line.indexOf(':');
                if (colon >= 0) {
                    parsed[line.substring(0, colon).trim()] = line.substring(colon + 1).trim();
                }
            }
            options.defaultHeaders = buildHeaders([parsed, options.defaultHeaders]);
        }
        this._options = options;
        this._provider = providerRuntime;
        if (x509Identity) {
            const authentication = new X509WorkloadIdentityAuth(x509Identity, x509Transport, organization, project);
            this._workloadIdentityAuth = authentication;
            __classPrivateFieldSet(this, _OpenAI_x509Authentication, authentication, "f");
            __classPrivateFieldSet(this, _OpenAI_x509Credential, credential, "f");
            __classPrivateFieldSet(this, _OpenAI_x509Fetch, authentication.fetch(), "f");
            this.fetch = __classPrivateFieldGet(this, _OpenAI_x509Fetch, "f");
            x509_transport_state_markApprovedX509Client(this);
        }
        else if (identity.legacy) {
            this._workloadIdentityAuth = new WorkloadIdentityAuth(identity.legacy, this.fetch);
        }
        this.apiKey = typeof apiKey === 'string' ? apiKey : null;
        this.adminAPIKey = adminAPIKey;
        this.organization = organization;
        this.project = project;
        this.webhookSecret = webhookSecret;
    }
    /**
     * Create a new client instance re-using the same options given to the current client with optional overriding.
     */
    withOptions(options) {
        const residencyBaseURL = resolveDataResidency(options);
        const x509Authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
        const inheritedOptions = {
            ...this._options,
            baseURL: this.baseURL,
            maxRetries: this.maxRetries,
            timeout: this.timeout,
            logger: this.logger,
            logLevel: this.logLevel,
            fetch: __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") ? undefined : this.fetch,
            fetchOptions: this.fetchOptions,
            apiKey: this._options.apiKey,
            adminAPIKey: this.adminAPIKey,
            workloadIdentity: x509Authentication?.identitySnapshot() ?? this._options.workloadIdentity,
            x509Transport: this._options.x509Transport,
            organization: this.organization,
            project: this.project,
            webhookSecret: this.webhookSecret,
        };
        const { credential, provider } = prepareX509ClientClone(inheritedOptions, options, __classPrivateFieldGet(this, _OpenAI_x509Credential, "f"), x509Authentication !== undefined);
        if (residencyBaseURL !== undefined) {
            delete inheritedOptions.baseURL;
        }
        const clientOptions = {
            ...inheritedOptions,
            ...options,
            credential,
            provider,
            [inheritedDataResidencySelection]: __classPrivateFieldGet(this, _OpenAI_explicitDataResidency, "f") &&
                residencyBaseURL === undefined &&
                !hasOwn(options, 'baseURL') &&
                options.credential === undefined &&
                !provider,
        };
        const client = new this.constructor(clientOptions);
        if (provider && new URL(client.baseURL).origin !== new URL(this.baseURL).origin) {
            Object.assign(client._options, {
                defaultHeaders: options.defaultHeaders,
                defaultQuery: options.defaultQuery,
                fetchOptions: options.fetchOptions,
                fetch: options.fetch,
            });
            client.fetchOptions = options.fetchOptions;
            client.fetch = options.fetch ?? getDefaultFetch();
            client.organization = options.organization ?? null;
            client.project = options.project ?? null;
        }
        if (__classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") &&
            __classPrivateFieldGet(client, _OpenAI_x509Authentication, "f") &&
            this.baseURL === client.baseURL &&
            __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f").matches(__classPrivateFieldGet(client, _OpenAI_x509Authentication, "f"))) {
            client._workloadIdentityAuth = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
            __classPrivateFieldSet(client, _OpenAI_x509Authentication, __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f"), "f");
            __classPrivateFieldSet(client, _OpenAI_x509Fetch, __classPrivateFieldGet(this, _OpenAI_x509Fetch, "f"), "f");
        }
        return client;
    }
    defaultQuery() {
        return this._options.defaultQuery;
    }
    /** @internal Client request headers for each new WebSocket handshake. */
    _buildWebSocketHeaders(authHeaders, removedHeaders) {
        const context = webSocketHeaderRemovals.get(this);
        if (context?.baseHeaders) {
            return mergeWebSocketAuthHeaders({ headers: context.baseHeaders }, authHeaders, context.removedHeaders ?? new Set()).headers;
        }
        const headers = buildHeaders([
            {
                'User-Agent': this.getUserAgent(),
                'OpenAI-Organization': this.organization,
                'OpenAI-Project': this.project,
            },
            authHeaders,
            this._options.defaultHeaders,
        ]);
        headers.nulls.forEach((name) => (removedHeaders ?? context?.removedHeaders)?.add(name));
        const result = Object.fromEntries(headers.values);
        if (context) {
            context.baseHeaders = { ...result };
        }
        return result;
    }
    validateHeaders({ values, nulls }, schemes = {
        bearerAuth: true,
        adminAPIKeyAuth: true,
    }) {
        if (values.get('authorization') || values.get('api-key')) {
            return;
        }
        if (nulls.has('authorization') || nulls.has('api-key')) {
            return;
        }
        if (this._workloadIdentityAuth && schemes.bearerAuth) {
            return;
        }
        throw new Error('Could not resolve authentication method. Expected either apiKey or adminAPIKey to be set. Or for one of the "Authorization" or "api-key" headers to be explicitly omitted');
    }
    async authHeaders(opts, schemes = {
        bearerAuth: true,
        adminAPIKeyAuth: true,
    }) {
        const authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") ?? this._workloadIdentityAuth;
        if (authentication instanceof X509WorkloadIdentityAuth &&
            schemes.adminAPIKeyAuth &&
            this.adminAPIKey !== null) {
            return await this.adminAPIKeyAuth(opts);
        }
        return buildHeaders([
            schemes.bearerAuth ? await this.bearerAuth(opts) : null,
            schemes.adminAPIKeyAuth ? await this.adminAPIKeyAuth(opts) : null,
        ]);
    }
    async bearerAuth(opts) {
        const authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") ?? this._workloadIdentityAuth;
        if (authentication) {
            if (authentication instanceof X509WorkloadIdentityAuth) {
                if (authentication === this._workloadIdentityAuth &&
                    (this.fetchWithAuth !== client_a.prototype.fetchWithAuth ||
                        this.fetchWithTimeout !== client_a.prototype.fetchWithTimeout)) {
                    throw new error_OpenAIError('X.509 workload identity does not support overridden fetch dispatch hooks.');
                }
                const snapshots = authentication.headerSnapshots();
                if (!X509WorkloadIdentityAuth.shouldAuthenticate(opts, snapshots.defaultHeaders, snapshots.requestHeaders)) {
                    return undefined;
                }
            }
            const token = authentication instanceof X509WorkloadIdentityAuth
                ? await authentication.getToken(opts, {
                    apiURL: authentication.requestAPIURL(),
                    ...authentication.headerSnapshots(),
                    ...authentication.requestSnapshot(),
                    signal: authentication.effectiveSignal(),
                    ...authentication.tenantSnapshot(),
                })
                : await authentication.getToken();
            return buildHeaders([{ Authorization: `Bearer ${token}` }]);
        }
        const { apiKey } = await resolveRealtimeAPIKey(this);
        if (apiKey == null) {
            return undefined;
        }
        return buildHeaders([{ Authorization: `Bearer ${apiKey}` }]);
    }
    async adminAPIKeyAuth(opts) {
        if (this.adminAPIKey == null) {
            return undefined;
        }
        return buildHeaders([{ Authorization: `Bearer ${this.adminAPIKey}` }]);
    }
    stringifyQuery(query) {
        return stringifyQuery(query);
    }
    getUserAgent() {
        return `${this.constructor.name}/JS ${VERSION}`;
    }
    defaultIdempotencyKey() {
        return `stainless-node-retry-${uuid4()}`;
    }
    makeStatusError(status, error, message, headers) {
        const normalizedError = error && typeof error === 'object' && error.error == null ? { error } : error;
        return APIError.generate(status, normalizedError, message, headers);
    }
    _hasApiKeyProvider() {
        return typeof this._options.apiKey === 'function';
    }
    /**
     * Resolves and retains a provider key, returning whether a provider was invoked.
     * Overrides should forward `capture` (or call it with their resolved key) for local credentials.
     * @internal
     */
    async _callApiKey(capture) {
        if (this._provider) {
            capture?.(this.apiKey);
            return false;
        }
        const apiKey = this._options.apiKey;
        if (typeof apiKey !== 'function') {
            capture?.(this.apiKey);
            return false;
        }
        const deferredCache = getDeferredRealtimeAPIKeyCache(this);
        const invocation = ++this._apiKeyInvocation;
        let token;
        try {
            token = await apiKey();
        }
        catch (err) {
            if (err instanceof error_OpenAIError)
                throw err;
            throw new error_OpenAIError(`Failed to get token from 'apiKey' function: ${err.message}`, 
            // @ts-ignore
            { cause: err });
        }
        if (typeof token !== 'string' || !token) {
            throw new error_OpenAIError(`Expected 'apiKey' function argument to return a string but it returned ${token}`);
        }
        const resolvedToken = token;
        const commit = () => {
            if (capture)
                validateCapturedAPIKey(this, resolvedToken);
            if (invocation < this._lastCachedAPIKeyInvocation) {
                return resolvedToken;
            }
            this.apiKey = resolvedToken;
            const cached = capture ? this.apiKey : resolvedToken;
            this._lastCachedAPIKeyInvocation = invocation;
            return cached;
        };
        if (deferredCache) {
            deferredCache.providerKey = resolvedToken;
            deferredCache.commit = commit;
        }
        const cached = deferredCache ? validateCapturedAPIKey(this, resolvedToken) : commit();
        capture?.(cached);
        return true;
    }
    buildURL(path, query, defaultBaseURL) {
        const baseURL = (!__classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_baseURLOverridden).call(this) && defaultBaseURL) || this.baseURL;
        let url;
        let baseQuery = {};
        let baseParams;
        if (isAbsoluteURL(path)) {
            url = new URL(path);
        }
        else if (baseURL.includes('?')) {
            const base = new URL(baseURL);
            baseParams = new URLSearchParams(base.search);
            baseQuery = Object.fromEntries(baseParams);
            base.search = '';
            base.hash = '';
            url = new URL(base.toString() + (base.pathname.endsWith('/') && path.startsWith('/') ? path.slice(1) : path));
        }
        else {
            url = new URL(baseURL + (baseURL.endsWith('/') && path.startsWith('/') ? path.slice(1) : path));
        }
        const defaultQuery = this.defaultQuery();
        const pathQuery = Object.fromEntries(url.searchParams);
        let overridingQuery;
        if (!isEmptyObj(baseQuery) || !isEmptyObj(defaultQuery) || !isEmptyObj(pathQuery)) {
            overridingQuery = { ...pathQuery, ...defaultQuery, ...query };
            query = { ...baseQuery, ...overridingQuery };
        }
        if (typeof query === 'object' && query && !Array.isArray(query)) {
            url.search = this.stringifyQuery(query);
            if (baseParams && overridingQuery) {
                const seen = new Set();
                const repeated = new Set();
                for (const key of baseParams.keys()) {
                    if (seen.has(key) && !hasOwn(overridingQuery, key)) {
                        repeated.add(key);
                    }
                    seen.add(key);
                }
                if (repeated.size) {
                    const merged = new URLSearchParams();
                    for (const [key, value] of url.searchParams) {
                        if (!repeated.has(key))
                            merged.append(key, value);
                    }
                    for (const [key, value] of baseParams) {
                        if (repeated.has(key))
                            merged.append(key, value);
                    }
                    url.search = merged.toString();
                }
            }
        }
        return url.toString();
    }
    /**
     * Used as a callback for mutating the given `FinalRequestOptions` object.
     * Function-based credentials are resolved later, when building authentication
     * headers, including for direct `buildRequest()` calls. Overriding this hook
     * does not bypass that resolution.
     */
    async prepareOptions(options) { }
    /**
     * Used as a callback for mutating the given `RequestInit` object.
     *
     * This is useful for cases where you want to add certain headers based off of
     * the request properties, e.g. `method` or `url`.
     */
    async prepareRequest(request, { url, options }) { }
    get(path, opts) {
        return this.methodRequest('get', path, opts);
    }
    post(path, opts) {
        return this.methodRequest('post', path, opts);
    }
    patch(path, opts) {
        return this.methodRequest('patch', path, opts);
    }
    put(path, opts) {
        return this.methodRequest('put', path, opts);
    }
    delete(path, opts) {
        return this.methodRequest('delete', path, opts);
    }
    methodRequest(method, path, opts) {
        return this.request(Promise.resolve(opts).then((opts) => {
            return { method, path, ...opts };
        }));
    }
    request(options, remainingRetries = null) {
        const authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") ?? this._workloadIdentityAuth;
        const request = authentication instanceof X509WorkloadIdentityAuth
            ? Promise.resolve(options).then((resolved) => authentication.runRequest(() => this.makeRequest(resolved, remainingRetries, undefined), this))
            : this.makeRequest(options, remainingRetries, undefined);
        return this.responsePromise(request);
    }
    responsePromise(request, parse = (client, props) => this.parseResponseWithTimeout(client, props)) {
        const promise = new APIPromise(this, request, (client, props) => {
            const resume = __classPrivateFieldGet(this, _OpenAI_responseAttempts, "f").get(props.controller)?.continueRequest;
            return resume ? resume(() => parse(client, props)) : parse(client, props);
        });
        // A body timeout can retry after the original raw response has arrived. Wait for
        // parsing before selecting the response so withResponse() reports the retry.
        promise.withResponse = async () => {
            const data = await promise;
            const { response } = await request;
            return { data, response, request_id: response.headers.get('x-request-id') };
        };
        promise._thenUnwrap = (transform) => this.responsePromise(request, async (client, props) => addRequestID(transform(await parse(client, props), props), props.response));
        return promise;
    }
    async parseResponseWithTimeout(client, props) {
        if (props.options.stream ||
            props.options.__binaryResponse ||
            props.response.status === 204 ||
            props.response.headers.get('content-length') === '0') {
            return defaultParseResponse(client, props);
        }
        while (true) {
            const attempt = __classPrivateFieldGet(this, _OpenAI_responseAttempts, "f").get(props.controller);
            const timeout = attempt?.timeout ?? props.options.timeout ?? this.timeout;
            const x509Authentication = attempt?.authentication;
            const callerSignal = x509Authentication ? props.controller.signal : props.options.signal;
            const abortError = () => x509Authentication && callerSignal
                ? this._makeUserAbortError(callerSignal)
                : new APIUserAbortError();
            let remaining;
            try {
                remaining =
                    x509Authentication?.remainingTimeout(props.options, timeout) ??
                        Math.max(0, props.startTime + timeout - Date.now());
            }
            catch (error) {
                const cancellation = callerSignal?.aborted ? abortError() : undefined;
                props.controller.abort();
                void CancelReadableStream(props.response.body).catch(() => undefined);
                throw cancellation ?? error;
            }
            let timer;
            let abortListener;
            let timedOut = false;
            try {
                // Tool runners preserve a completed buffered turn before cancellation stops the next request.
                if (callerSignal?.aborted && attempt?.helperMethod !== 'runTools') {
                    throw abortError();
                }
                const timeoutPromise = new Promise((_, reject) => {
                    timer = setTimeout(() => {
                        timedOut = true;
                        props.controller.abort();
                        reject(new error_APIConnectionTimeoutError());
                    }, remaining);
                    if (callerSignal) {
                        abortListener = () => {
                            if (!timedOut)
                                reject(abortError());
                        };
                        callerSignal.addEventListener('abort', abortListener, { once: true });
                    }
                });
                return await Promise.race([defaultParseResponse(client, props), timeoutPromise]);
            }
            catch (error) {
                if (callerSignal?.aborted && !timedOut) {
                    throw abortError();
                }
                if (!timedOut) {
                    if (x509Authentication && error instanceof SyntaxError) {
                        throw new SyntaxError('X.509 workload identity API response contains invalid JSON.');
                    }
                    if (x509Authentication && !(error instanceof error_OpenAIError)) {
                        throw new APIConnectionError({
                            message: 'X.509 workload identity API response body could not be read.',
                        });
                    }
                    throw error;
                }
                const retriesRemaining = attempt?.retriesRemaining ?? 0;
                if (!retriesRemaining ||
                    attempt?.hasStreamingBody ||
                    props.options.__metadata?.['hasStreamingBody'] ||
                    (globalThis.ReadableStream &&
                        props.options.body instanceof globalThis.ReadableStream) ||
                    (typeof props.options.body === 'object' &&
                        props.options.body !== null &&
                        (Symbol.asyncIterator in props.options.body ||
                            (Symbol.iterator in props.options.body &&
                                'next' in props.options.body &&
                                typeof props.options.body.next === 'function')))) {
                    throw new error_APIConnectionTimeoutError();
                }
                if (timer !== undefined)
                    clearTimeout(timer);
                if (abortListener)
                    callerSignal?.removeEventListener('abort', abortListener);
                abortListener = undefined;
                const next = await this.retryRequest(props.options, retriesRemaining, props.retryOfRequestLogID ?? props.requestLogID, undefined, props.requestSignal);
                Object.assign(props, next);
            }
            finally {
                if (timer !== undefined)
                    clearTimeout(timer);
                if (abortListener)
                    callerSignal?.removeEventListener('abort', abortListener);
            }
        }
    }
    /** Keeps terminal X.509 error-body consumption inside the original logical request deadline. */
    async readX509ResponseError(response, options, timeout, controller, authentication) {
        const deadline = new AbortController();
        const callerSignal = controller.signal;
        let timedOut = false;
        const cancel = () => deadline.abort(callerSignal.reason);
        callerSignal.addEventListener('abort', cancel, { once: true });
        if (callerSignal.aborted) {
            cancel();
        }
        try {
            const remaining = authentication.remainingTimeout(options, timeout);
            const expiration = authentication.waitForRetry(remaining, deadline.signal).then(() => {
                throw new error_APIConnectionTimeoutError();
            });
            const body = await Promise.race([
                response.text().catch(() => 'X.509 workload identity API response body could not be read.'),
                expiration,
            ]);
            if (callerSignal.aborted) {
                throw this._makeUserAbortError(callerSignal);
            }
            return body;
        }
        catch (error) {
            if (error instanceof error_APIConnectionTimeoutError) {
                timedOut = !callerSignal.aborted;
                controller.abort();
                void CancelReadableStream(response.body).catch(() => undefined);
            }
            if (callerSignal.aborted && !timedOut) {
                throw this._makeUserAbortError(callerSignal);
            }
            throw error;
        }
        finally {
            callerSignal.removeEventListener('abort', cancel);
            deadline.abort();
        }
    }
    async makeRequest(optionsInput, retriesRemaining, retryOfRequestLogID) {
        const options = await optionsInput;
        const maxRetries = __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_normalizeRetries).call(this, options.maxRetries ?? this.maxRetries);
        if (retriesRemaining == null) {
            retriesRemaining = maxRetries;
        }
        else {
            retriesRemaining = Math.min(__classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_normalizeRetries).call(this, retriesRemaining), maxRetries);
        }
        const x509Authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
        x509Authentication?.beginRequestPreparation();
        await this.prepareOptions(options);
        x509Authentication?.beginRequestPlanning();
        let built;
        try {
            const candidate = await this.buildRequest(options, {
                retryCount: maxRetries - retriesRemaining,
            });
            built = { req: candidate.req, url: candidate.url, timeout: candidate.timeout };
            if (x509Authentication) {
                validatePositiveInteger('timeout', built.timeout);
                x509Authentication.authorizePlannedRequest(built.url, built.req, built.timeout);
                if (X509WorkloadIdentityAuth.isStreamingRequestBody(built.req.body)) {
                    options.__metadata = { ...options.__metadata, hasStreamingBody: true };
                }
                await this.prepareRequest(built.req, { url: built.url, options });
                await this._provider?.prepareRequest?.(built.req, {
                    url: built.url,
                    options,
                    timeout: built.timeout,
                });
                x509Authentication.beginRequestPlanning();
                x509Authentication.authorizePlannedRequest(built.url, built.req, built.timeout, true);
                if (X509WorkloadIdentityAuth.isStreamingRequestBody(built.req.body)) {
                    options.__metadata = { ...options.__metadata, hasStreamingBody: true };
                }
                const callerSignal = x509Authentication.requestSnapshot().signal;
                if (callerSignal?.aborted || built.req.signal?.aborted) {
                    throw this._makeUserAbortError(callerSignal?.aborted ? callerSignal : built.req.signal);
                }
                x509Authentication.setEffectiveSignal(built.req.signal || callerSignal
                    ? createRequestController(built.req.signal ?? callerSignal, callerSignal).signal
                    : undefined);
                x509Authentication.beginRequestNetwork();
                const security = options.__security ?? { bearerAuth: true };
                const authenticationHeaders = await this.authHeaders(options, security);
                const suppliedHeaders = x509Authentication.headerSnapshots();
                const supplied = buildHeaders([suppliedHeaders.defaultHeaders, suppliedHeaders.requestHeaders]);
                for (const [name, value] of authenticationHeaders?.values ?? []) {
                    if (!supplied.nulls.has(name) && !built.req.headers.has(name)) {
                        built.req.headers.set(name, value);
                    }
                }
                this.validateHeaders(buildHeaders([supplied, built.req.headers]), security);
            }
        }
        catch (error) {
            x509Authentication?.retireRequestBody();
            if (x509Authentication &&
                retriesRemaining &&
                !options.__metadata?.['hasStreamingBody'] &&
                X509WorkloadIdentityAuth.isRetryableFailure(error)) {
                return await this.retryRequest(options, retriesRemaining, retryOfRequestLogID ?? 'x509-token-exchange', X509WorkloadIdentityAuth.retryHeaders(error));
            }
            throw error;
        }
        const { req, url } = built;
        const timeout = x509Authentication
            ? Math.min(built.timeout, x509Authentication.requestSnapshot().timeout)
            : built.timeout;
        x509Authentication?.bindRequest(options, req, this.adminAPIKey);
        let hasStreamingBody = options.__metadata?.['hasStreamingBody'] === true;
        let providerAuthStartedAt;
        let providerAuthTimeout;
        if (!x509Authentication) {
            await this.prepareRequest(req, { url, options });
            if (this._provider?.timeoutIncludesAuth) {
                providerAuthStartedAt = { wallTime: Date.now(), monotonicTime: performance.now() };
            }
            try {
                await this._provider?.prepareRequest?.(req, { url, options, timeout });
            }
            catch (error) {
                if (!providerAuthStartedAt || !isProviderTimeoutError(error)) {
                    throw error;
                }
                providerAuthTimeout = error;
            }
        }
        x509Authentication?.adoptRequestHeaders(req);
        if (x509Authentication && X509WorkloadIdentityAuth.isStreamingRequestBody(req.body)) {
            hasStreamingBody = true;
        }
        /** Not an API request ID, just for correlating local log entries. */
        const requestLogID = 'log_' + ((Math.random() * (1 << 24)) | 0).toString(16).padStart(6, '0');
        const retryLogStr = retryOfRequestLogID === undefined ? '' : `, retryOf: ${retryOfRequestLogID}`;
        const startTime = x509Authentication?.requestStartedAt(options) ?? providerAuthStartedAt?.wallTime ?? Date.now();
        if (this.logLevel === 'debug') {
            // Summarize serialized strings without reparsing or re-running caller serialization hooks.
            const body = typeof req.body === 'string' ? { type: 'string', length: req.body.length } : req.body;
            loggerFor(this).debug(`[${requestLogID}] sending request`, formatRequestDetails({
                retryOfRequestLogID,
                method: options.method,
                url,
                options: x509Authentication
                    ? { body, ...x509Authentication.requestSnapshot() }
                    : { ...options, body },
                headers: req.headers,
            }));
        }
        const callerSignal = x509Authentication ? x509Authentication.requestSnapshot().signal : options.signal;
        if (callerSignal?.aborted || req.signal?.aborted) {
            throw this._makeUserAbortError(callerSignal?.aborted ? callerSignal : req.signal);
        }
        const security = options.__security ?? { bearerAuth: true };
        // Request hooks may replace the caller signal before it reaches fetch.
        const controller = x509Authentication || this.fetchWithTimeout === client_a.prototype.fetchWithTimeout
            ? createRequestController(req.signal ?? (x509Authentication ? callerSignal : undefined), x509Authentication ? callerSignal : undefined)
            : new AbortController();
        const remainingTimeout = x509Authentication?.remainingTimeout(options, timeout) ??
            (providerAuthStartedAt ? timeout - (performance.now() - providerAuthStartedAt.monotonicTime) : timeout);
        if (providerAuthStartedAt && remainingTimeout <= 0) {
            providerAuthTimeout ?? (providerAuthTimeout = new error_APIConnectionTimeoutError());
        }
        const fetchWithAuth = x509Authentication ? client_a.prototype.fetchWithAuth : this.fetchWithAuth;
        x509Authentication?.releaseRequestBody(req.body);
        const response = providerAuthTimeout ??
            (await fetchWithAuth.call(this, url, req, remainingTimeout, controller, security).catch(castToError));
        const headersTime = Date.now();
        if (response instanceof globalThis.Error) {
            const retryMessage = `retrying, ${retriesRemaining} attempts remaining`;
            if (callerSignal?.aborted || req.signal?.aborted) {
                throw this._makeUserAbortError(callerSignal?.aborted ? callerSignal : req.signal);
            }
            // detect native connection timeout errors
            // deno throws "TypeError: error sending request for url (https://example/): client error (Connect): tcp connect error: Operation timed out (os error 60): Operation timed out (os error 60)"
            // undici throws "TypeError: fetch failed" with cause "ConnectTimeoutError: Connect Timeout Error (attempted address: example:443, timeout: 1ms)"
            // others do not provide enough information to distinguish timeouts from other connection errors
            const isTimeout = isAbortError(response) ||
                /timed? ?out/i.test(String(response) + ('cause' in response ? String(response.cause) : ''));
            if (retriesRemaining &&
                !hasStreamingBody &&
                (!x509Authentication || x509_transport_state_isTransientX509ConnectionError(response))) {
                loggerFor(this).info(`[${requestLogID}] connection ${isTimeout ? 'timed out' : 'failed'} - ${retryMessage}`);
                loggerFor(this).debug(`[${requestLogID}] connection ${isTimeout ? 'timed out' : 'failed'} (${retryMessage})`, formatRequestDetails({
                    retryOfRequestLogID,
                    url,
                    durationMs: headersTime - startTime,
                    message: x509Authentication ? 'X.509 workload identity API connection failed.' : response.message,
                }));
                return this.retryRequest(options, retriesRemaining, retryOfRequestLogID ?? requestLogID, undefined, req.signal);
            }
            const terminalMessage = hasStreamingBody
                ? 'error; streaming body cannot be retried'
                : 'error; no more retries left';
            loggerFor(this).info(`[${requestLogID}] connection ${isTimeout ? 'timed out' : 'failed'} - ${terminalMessage}`);
            loggerFor(this).debug(`[${requestLogID}] connection ${isTimeout ? 'timed out' : 'failed'} (${terminalMessage})`, formatRequestDetails({
                retryOfRequestLogID,
                url,
                durationMs: headersTime - startTime,
                message: x509Authentication ? 'X.509 workload identity API connection failed.' : response.message,
            }));
            if (response instanceof OAuthError || response instanceof SubjectTokenProviderError) {
                throw response;
            }
            if (isTimeout) {
                const transportCause = 'cause' in response ? response.cause : undefined;
                const isHeadersTimeout = typeof transportCause === 'object' &&
                    transportCause !== null &&
                    'code' in transportCause &&
                    transportCause.code === 'UND_ERR_HEADERS_TIMEOUT';
                const timeoutError = isHeadersTimeout
                    ? new error_APIConnectionTimeoutError({
                        message: 'Request timed out. Node.js fetch timed out waiting for response headers; ' +
                            'configure a matching undici fetch and fetchOptions.dispatcher with an Agent whose headersTimeout is at least the SDK timeout.',
                    })
                    : new error_APIConnectionTimeoutError();
                if (x509Authentication) {
                    throw new error_APIConnectionTimeoutError();
                }
                throw Object.assign(timeoutError, { cause: response });
            }
            if (x509Authentication) {
                throw new APIConnectionError({ message: 'X.509 workload identity API connection failed.' });
            }
            throw new APIConnectionError({
                message: getConnectionErrorMessage(response),
                cause: response,
            });
        }
        const specialHeaders = [...response.headers.entries()]
            .filter(([name]) => name === 'x-request-id')
            .map(([name, value]) => ', ' + name + ': ' + JSON.stringify(value))
            .join('');
        const responseInfo = `[${requestLogID}${retryLogStr}${specialHeaders}] ${req.method} ${redactURL(url)} ${response.ok ? 'succeeded' : 'failed'} with status ${response.status} in ${headersTime - startTime}ms`;
        if (!response.ok) {
            const rejectedX509Credential = response.status === 401 &&
                x509Authentication &&
                security.bearerAuth &&
                x509Authentication.usedWorkloadToken(options);
            if (rejectedX509Credential) {
                x509Authentication.invalidateToken();
            }
            if (response.status === 401 &&
                (x509Authentication || this._workloadIdentityAuth) &&
                security.bearerAuth &&
                (!x509Authentication || x509Authentication.usedWorkloadToken(options)) &&
                (!x509Authentication || retriesRemaining > 0) &&
                !hasStreamingBody &&
                !options.__metadata?.['workloadIdentityTokenRefreshed']) {
                if (x509Authentication) {
                    void CancelReadableStream(response.body).catch(() => undefined);
                }
                else {
                    await CancelReadableStream(response.body);
                    this._workloadIdentityAuth?.invalidateToken();
                }
                const replayOptions = {
                    ...options,
                    __metadata: {
                        ...options.__metadata,
                        workloadIdentityTokenRefreshed: true,
                    },
                };
                return this.makeRequest(replayOptions, x509Authentication ? retriesRemaining - 1 : retriesRemaining, retryOfRequestLogID ?? requestLogID);
            }
            const shouldRetry = rejectedX509Credential && options.__metadata?.['workloadIdentityTokenRefreshed']
                ? false
                : await this.shouldRetry(response);
            if (retriesRemaining && shouldRetry && !hasStreamingBody) {
                const retryMessage = `retrying, ${retriesRemaining} attempts remaining`;
                // We don't need the body of this response.
                if (x509Authentication) {
                    void CancelReadableStream(response.body).catch(() => undefined);
                }
                else {
                    await CancelReadableStream(response.body);
                }
                loggerFor(this).info(`${responseInfo} - ${retryMessage}`);
                loggerFor(this).debug(`[${requestLogID}] response error (${retryMessage})`, formatRequestDetails({
                    retryOfRequestLogID,
                    url: response.url,
                    status: response.status,
                    headers: response.headers,
                    durationMs: headersTime - startTime,
                }));
                return this.retryRequest(options, retriesRemaining, retryOfRequestLogID ?? requestLogID, response.headers, req.signal);
            }
            const retryMessage = shouldRetry
                ? hasStreamingBody
                    ? `error; streaming body cannot be retried`
                    : `error; no more retries left`
                : `error; not retryable`;
            loggerFor(this).info(`${responseInfo} - ${retryMessage}`);
            const errText = x509Authentication
                ? await this.readX509ResponseError(response, options, timeout, controller, x509Authentication)
                : await response.text().catch((err) => castToError(err).message);
            const errJSON = safeJSON(errText);
            const errMessage = errJSON ? undefined : errText;
            loggerFor(this).debug(`[${requestLogID}] response error (${retryMessage})`, formatRequestDetails({
                retryOfRequestLogID,
                url: response.url,
                status: response.status,
                headers: response.headers,
                message: errMessage,
                durationMs: Date.now() - startTime,
            }));
            const err = this.makeStatusError(response.status, errJSON, errMessage, response.headers);
            throw err;
        }
        loggerFor(this).info(responseInfo);
        loggerFor(this).debug(`[${requestLogID}] response start`, formatRequestDetails({
            retryOfRequestLogID,
            url: response.url,
            status: response.status,
            headers: response.headers,
            durationMs: headersTime - startTime,
        }));
        const continueRequest = x509Authentication?.continuation();
        x509Authentication?.releaseRequestCredentials();
        __classPrivateFieldGet(this, _OpenAI_responseAttempts, "f").set(controller, {
            timeout,
            retriesRemaining,
            hasStreamingBody,
            ...(x509Authentication ? { authentication: x509Authentication } : {}),
            helperMethod: options.__metadata?.['helperMethod'],
            ...(continueRequest ? { continueRequest } : {}),
        });
        return {
            response,
            options,
            controller,
            requestSignal: req.signal,
            requestLogID,
            retryOfRequestLogID,
            startTime,
        };
    }
    getAPIList(path, Page, opts) {
        return this.requestAPIList(Page, opts && 'then' in opts
            ? opts.then((opts) => ({ method: 'get', path, ...opts }))
            : { method: 'get', path, ...opts });
    }
    requestAPIList(Page, options) {
        const authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") ?? this._workloadIdentityAuth;
        const request = authentication instanceof X509WorkloadIdentityAuth
            ? Promise.resolve(options).then((resolved) => authentication.runRequest(() => this.makeRequest(resolved, null, undefined), this))
            : this.makeRequest(options, null, undefined);
        const page = new PagePromise(this, request, Page);
        const guarded = this.responsePromise(request, async (client, props) => {
            const body = await this.parseResponseWithTimeout(client, props);
            return new Page(client, props.response, body, props.options);
        });
        page.then = guarded.then.bind(guarded);
        page.catch = guarded.catch.bind(guarded);
        page.finally = guarded.finally.bind(guarded);
        page.withResponse = guarded.withResponse.bind(guarded);
        page._thenUnwrap = guarded._thenUnwrap.bind(guarded);
        return page;
    }
    async fetchWithAuth(url, init, timeout, controller, schemes = {
        bearerAuth: true,
        adminAPIKeyAuth: true,
    }) {
        if (this._workloadIdentityAuth && !__classPrivateFieldGet(this, _OpenAI_x509Fetch, "f") && schemes.bearerAuth) {
            const headers = init.headers;
            const authHeader = headers.get('Authorization');
            if (authHeader === `Bearer ${WORKLOAD_IDENTITY_API_KEY_PLACEHOLDER}`) {
                const token = await this._workloadIdentityAuth.getToken();
                headers.set('Authorization', `Bearer ${token}`);
            }
        }
        const fetchWithTimeout = __classPrivateFieldGet(this, _OpenAI_x509Fetch, "f") ? client_a.prototype.fetchWithTimeout : this.fetchWithTimeout;
        const response = await fetchWithTimeout.call(this, url, init, timeout, controller);
        return response;
    }
    async fetchWithTimeout(url, init, ms, controller) {
        const { signal, method, ...options } = init || {};
        const abort = this._makeAbort(controller);
        const composed = !!signal && composedCallerSignals.get(controller) === signal;
        const cleanup = signal && !composed ? addRequestAbortListener(signal, abort, controller.signal) : undefined;
        const timeout = setTimeout(abort, ms);
        const isReadableBody = (globalThis.ReadableStream && options.body instanceof globalThis.ReadableStream) ||
            (typeof options.body === 'object' && options.body !== null && Symbol.asyncIterator in options.body);
        const fetchOptions = {
            signal: controller.signal,
            ...(isReadableBody ? { duplex: 'half' } : {}),
            method: 'GET',
            ...options,
        };
        if (method) {
            // Custom methods like 'patch' need to be uppercased
            // See https://github.com/nodejs/undici/issues/2294
            fetchOptions.method = method.toUpperCase();
        }
        try {
            // use undefined this binding; fetch errors if bound to something else in browser/cloudflare
            const response = await (__classPrivateFieldGet(this, _OpenAI_x509Fetch, "f") ?? this.fetch).call(undefined, url, fetchOptions);
            if (cleanup) {
                retainRequestAbortCallback(response.body ?? response, abort, controller.signal);
            }
            return response;
        }
        catch (err) {
            cleanup?.();
            throw err;
        }
        finally {
            clearTimeout(timeout);
        }
    }
    async shouldRetry(response) {
        // Note this is not a standard header.
        const shouldRetryHeader = response.headers.get('x-should-retry');
        // If the server explicitly says whether or not to retry, obey.
        if (shouldRetryHeader === 'true')
            return true;
        if (shouldRetryHeader === 'false')
            return false;
        // Retry on request timeouts.
        if (response.status === 408)
            return true;
        // Retry on lock timeouts.
        if (response.status === 409)
            return true;
        // Retry on rate limits.
        if (response.status === 429)
            return true;
        // Retry internal errors.
        if (response.status >= 500)
            return true;
        return false;
    }
    async retryRequest(options, retriesRemaining, requestLogID, responseHeaders, requestSignal = options.signal) {
        let timeoutMillis;
        // Note the `retry-after-ms` header may not be standard, but is a good idea and we'd like proactive support for it.
        const retryAfterMillisHeader = responseHeaders?.get('retry-after-ms');
        if (retryAfterMillisHeader) {
            const timeoutMs = parseFloat(retryAfterMillisHeader);
            if (!Number.isNaN(timeoutMs)) {
                timeoutMillis = timeoutMs;
            }
        }
        // About the Retry-After header: https://developer.mozilla.org/en-US/docs/Web/HTTP/Headers/Retry-After
        const retryAfterHeader = responseHeaders?.get('retry-after');
        if (retryAfterHeader && timeoutMillis === undefined) {
            const timeoutSeconds = parseFloat(retryAfterHeader);
            if (!Number.isNaN(timeoutSeconds)) {
                timeoutMillis = timeoutSeconds * 1000;
            }
            else {
                timeoutMillis = Date.parse(retryAfterHeader) - Date.now();
            }
        }
        // If the API asks us to wait a certain amount of time, just do what it
        // says, but otherwise calculate a default
        if (timeoutMillis === undefined ||
            !Number.isFinite(timeoutMillis) ||
            timeoutMillis < 0 ||
            timeoutMillis > 60 * 1000) {
            const maxRetries = __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_normalizeRetries).call(this, options.maxRetries ?? this.maxRetries);
            timeoutMillis = this.calculateDefaultRetryTimeoutMillis(retriesRemaining, maxRetries);
        }
        const x509Authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
        if (x509Authentication) {
            const remaining = x509Authentication.remainingTimeout(options, x509Authentication.requestSnapshot().timeout);
            if (timeoutMillis >= remaining) {
                throw new error_APIConnectionTimeoutError();
            }
        }
        if (x509Authentication) {
            await x509Authentication.waitForRetry(timeoutMillis, x509Authentication.effectiveSignal());
        }
        else {
            const retrySignals = requestSignal === options.signal ? [requestSignal] : [requestSignal, options.signal];
            try {
                await sleep(timeoutMillis, ...retrySignals);
            }
            catch (error) {
                const abortedSignal = retrySignals.find((signal) => signal?.aborted);
                if (abortedSignal) {
                    throw this._makeUserAbortError(abortedSignal);
                }
                throw error;
            }
        }
        return this.makeRequest(options, retriesRemaining - 1, requestLogID);
    }
    calculateDefaultRetryTimeoutMillis(retriesRemaining, maxRetries) {
        const initialRetryDelay = 0.5;
        const maxRetryDelay = 8.0;
        const numRetries = maxRetries - retriesRemaining;
        // Apply exponential backoff, but not more than the max.
        const sleepSeconds = Math.min(initialRetryDelay * Math.pow(2, numRetries), maxRetryDelay);
        // Apply some jitter, take up to at most 25 percent of the retry time.
        const jitter = 1 - Math.random() * 0.25;
        return sleepSeconds * jitter * 1000;
    }
    /**
     * Builds a request, resolving callback credentials when constructing authentication
     * headers, after any subclass request-option rewrites. Calling this method directly
     * also resolves credentials. Complete replacement builders own authentication and
     * can call `this.authHeaders()` to resolve headers with request-local credentials.
     */
    async buildRequest(inputOptions, { retryCount = 0 } = {}) {
        if (__classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") && !__classPrivateFieldGet(this, _OpenAI_x509Authentication, "f").inRequest(this)) {
            const authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
            return await authentication.runRequest(async () => {
                const built = await client_a.prototype.buildRequest.call(this, inputOptions, { retryCount });
                authentication.releaseRequestBody(built.req.body);
                return built;
            }, this);
        }
        const options = { ...inputOptions };
        const x509Authentication = __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f");
        const x509Tenant = x509Authentication?.snapshotTenant(this.organization, this.project);
        const x509Headers = x509Authentication?.snapshotHeaders(this._options.defaultHeaders, options.headers);
        if (x509Headers) {
            options.headers = x509Headers.requestHeaders;
        }
        const x509ClientFetchOptions = x509Authentication
            ? snapshotX509RequestOptions(this.fetchOptions)
            : undefined;
        const x509RequestFetchOptions = x509Authentication
            ? snapshotX509RequestOptions(options.fetchOptions)
            : undefined;
        const { method, path, query, defaultBaseURL } = options;
        const url = this.buildURL(path, query, defaultBaseURL);
        x509Authentication?.snapshotAPIURL(url);
        const explicitTimeout = 'timeout' in options;
        if (explicitTimeout)
            validatePositiveInteger('timeout', options.timeout);
        options.timeout = options.timeout ?? this.timeout;
        if (x509Authentication && x509RequestFetchOptions) {
            x509Authentication.snapshotRequest(options.signal, options.timeout, x509RequestFetchOptions);
        }
        if (x509Authentication) {
            const snapshot = x509Authentication.requestSnapshot();
            options.timeout = snapshot.timeout;
            if (snapshot.signal === undefined) {
                delete options.signal;
            }
            else {
                options.signal = snapshot.signal;
            }
        }
        const authenticationHeaders = this._provider || x509Authentication
            ? undefined
            : await this.authHeaders(inputOptions, inputOptions.__security ?? { bearerAuth: true });
        if (options.__metadata?.['finalizeMultipart'] === true && hasUploadableValue(options.body)) {
            // Multipart encoding owns its Content-Type; retain all other caller headers.
            const multipartHeaders = buildHeaders([options.headers]);
            multipartHeaders.values.delete('content-type');
            multipartHeaders.nulls.delete('content-type');
            const finalized = await maybeMultipartFormRequestOptions({ ...options, headers: multipartHeaders }, this, options.__metadata?.['preserveMultipartFilenames'] === true ? { stripFilenames: false } : undefined);
            inputOptions.body = options.body = finalized.body;
            // Encoding headers belong to this body; keep caller headers for a replacement on retry.
            options.headers = finalized.headers;
            inputOptions.__metadata = options.__metadata = {
                ...finalized.__metadata,
                finalizedMultipart: {
                    body: finalized.body,
                    contentType: buildHeaders([finalized.headers]).values.get('content-type'),
                },
            };
        }
        if (options.__metadata?.['streamFromBody'] === true) {
            finalizeStreamingFormRequestOptions(options);
            inputOptions.stream = options.stream;
        }
        const isRawJSON = JSON
            .isRawJSON;
        let jsonRoot;
        let jsonRootVisited = false;
        let jsonStream = false;
        let jsonSerialized = false;
        const stopObserving = options.__metadata?.['streamFromBody'] === true &&
            typeof options.body === 'object' &&
            options.body !== null
            ? observeJSONRequestBody(options.body, {
                value(holder, key, value) {
                    if (!jsonRootVisited) {
                        jsonRootVisited = true;
                        jsonRoot = value;
                    }
                    else if (holder === jsonRoot && key === 'stream') {
                        jsonStream = value === true;
                        if (isRawJSON?.(value)) {
                            jsonStream = value.rawJSON === 'true';
                        }
                        else if (value !== null && typeof value === 'object') {
                            try {
                                // JSON.stringify unboxes Boolean objects using their internal value.
                                jsonStream = Boolean.prototype.valueOf.call(value);
                            }
                            catch {
                                // Other objects are not boolean stream discriminators.
                            }
                        }
                    }
                    return undefined;
                },
                complete() {
                    jsonSerialized = true;
                },
            })
            : undefined;
        let encodedBody;
        try {
            encodedBody = this.buildBody({ options });
        }
        finally {
            stopObserving?.();
        }
        const { bodyHeaders, body, isStreamingBody } = encodedBody;
        // Capture the local response parser after serialization and before dispatch.
        const captureResponseParser = options.__metadata?.['captureResponseParser'];
        if (typeof captureResponseParser === 'function') {
            captureResponseParser(options);
        }
        // Choose the parser from the encoded payload. Opaque bodies retain the
        // caller's parser choice; JSON and multipart fields reflect serialization.
        if (options.__metadata?.['streamFromBody'] === true) {
            if (body instanceof FormData) {
                inputOptions.stream = options.stream = body.get('stream') === 'true';
            }
            else if (jsonSerialized &&
                jsonRoot !== null &&
                typeof jsonRoot === 'object' &&
                !Array.isArray(jsonRoot) &&
                !isRawJSON?.(jsonRoot)) {
                // Observe the existing serializer without parsing a second object graph.
                inputOptions.stream = options.stream = jsonStream;
            }
        }
        if (isStreamingBody) {
            inputOptions.__metadata = {
                ...inputOptions.__metadata,
                hasStreamingBody: true,
            };
            x509Authentication?.ownRequestBody(body, options.body);
        }
        // Retain encoding ownership on retries, but never transfer it to a replacement body.
        let finalizedContentType;
        const finalizedMultipart = options.__metadata?.['finalizedMultipart'];
        if (typeof finalizedMultipart === 'object' &&
            finalizedMultipart !== null &&
            'body' in finalizedMultipart &&
            'contentType' in finalizedMultipart) {
            const { body: multipartBody, contentType } = finalizedMultipart;
            if (multipartBody === body) {
                if (typeof contentType === 'string') {
                    finalizedContentType = contentType;
                }
                else if (contentType === null) {
                    finalizedContentType = null;
                }
            }
        }
        const reqHeaders = await this.buildHeaders({
            options: inputOptions,
            method,
            bodyHeaders,
            authenticationHeaders,
            retryCount,
            x509Headers,
            x509Timeout: explicitTimeout ? options.timeout : undefined,
            x509Tenant,
        });
        // Apply the encoding header after authentication has composed its request snapshot.
        if (finalizedContentType === null)
            reqHeaders.delete('content-type');
        else if (finalizedContentType !== undefined)
            reqHeaders.set('content-type', finalizedContentType);
        const req = {
            method,
            headers: reqHeaders,
            ...(options.signal && { signal: options.signal }),
            ...(globalThis.ReadableStream &&
                body instanceof globalThis.ReadableStream && { duplex: 'half' }),
            ...(body && { body }),
            ...((x509Authentication ? x509ClientFetchOptions : this.fetchOptions) ?? {}),
            ...((x509Authentication ? x509RequestFetchOptions : options.fetchOptions) ?? {}),
        };
        return { req, url, timeout: options.timeout };
    }
    async buildHeaders({ options, method, bodyHeaders, authenticationHeaders, retryCount, x509Headers, x509Timeout, x509Tenant, }) {
        let idempotencyHeaders = {};
        if (this.idempotencyHeader && method !== 'get') {
            if (!options.idempotencyKey)
                options.idempotencyKey = this.defaultIdempotencyKey();
            idempotencyHeaders[this.idempotencyHeader] = options.idempotencyKey;
        }
        const helperMethod = options.__metadata?.['helperMethod'];
        const timeout = x509Headers ? x509Timeout : options.timeout;
        const headers = buildHeaders([
            idempotencyHeaders,
            {
                Accept: 'application/json',
                ...(!isRunningInBrowserOrBrowserWorker() ? { 'User-Agent': this.getUserAgent() } : undefined),
                'X-Stainless-Retry-Count': String(retryCount),
                ...(timeout ? { 'X-Stainless-Timeout': String(Math.trunc(timeout / 1000)) } : {}),
                ...getPlatformHeaders(),
                ...(typeof helperMethod === 'string' ? { 'X-Stainless-Helper-Method': helperMethod } : {}),
                'OpenAI-Organization': x509Tenant ? x509Tenant.organization : this.organization,
                'OpenAI-Project': x509Tenant ? x509Tenant.project : this.project,
            },
            // X.509 owns streaming uploads before authentication so it can retire them on failure.
            __classPrivateFieldGet(this, _OpenAI_x509Authentication, "f") && !__classPrivateFieldGet(this, _OpenAI_x509Authentication, "f").isPlanningRequest()
                ? await this.authHeaders(options, options.__security ?? { bearerAuth: true })
                : authenticationHeaders,
            x509Headers?.defaultHeaders ?? this._options.defaultHeaders,
            bodyHeaders,
            x509Headers?.requestHeaders ?? options.headers,
        ]);
        if (!this._provider && !__classPrivateFieldGet(this, _OpenAI_x509Authentication, "f")?.isPlanningRequest()) {
            this.validateHeaders(headers, options.__security ?? { bearerAuth: true });
        }
        return headers.values;
    }
    _makeAbort(controller) {
        // note: we can't just inline this method inside `fetchWithTimeout()` because then the closure
        //       would capture all request options, and cause a memory leak.
        return () => controller.abort();
    }
    _makeUserAbortError(signal) {
        const error = new APIUserAbortError();
        Object.defineProperty(error, 'cause', { value: signal.reason, writable: true, configurable: true });
        return error;
    }
    buildBody({ options }) {
        const { body, headers: rawHeaders } = options;
        if (!body) {
            // A resource method always passes a `body` key when its operation defines a
            // request body, even if the caller omitted an optional body param. Keep the
            // content-type for those, and only elide it for operations with no body at
            // all (e.g. GET/DELETE).
            if (body === undefined && 'body' in options) {
                return { ...__classPrivateFieldGet(this, _OpenAI_encoder, "f").call(this, { body, headers: buildHeaders([rawHeaders]) }), isStreamingBody: false };
            }
            return { bodyHeaders: undefined, body: undefined, isStreamingBody: false };
        }
        const headers = buildHeaders([rawHeaders]);
        const isReadableStream = typeof globalThis.ReadableStream !== 'undefined' &&
            body instanceof globalThis.ReadableStream;
        const isRetryableBody = !isReadableStream &&
            (typeof body === 'string' ||
                body instanceof ArrayBuffer ||
                ArrayBuffer.isView(body) ||
                (typeof globalThis.Blob !== 'undefined' && body instanceof globalThis.Blob) ||
                body instanceof URLSearchParams ||
                body instanceof FormData);
        if (
        // Pass raw type verbatim
        ArrayBuffer.isView(body) ||
            body instanceof ArrayBuffer ||
            body instanceof DataView ||
            (typeof body === 'string' &&
                // Preserve legacy string encoding behavior for now
                headers.values.has('content-type')) ||
            // `Blob` is superset of `File`
            (globalThis.Blob && body instanceof globalThis.Blob) ||
            // `FormData` -> `multipart/form-data`
            body instanceof FormData ||
            // `URLSearchParams` -> `application/x-www-form-urlencoded`
            body instanceof URLSearchParams ||
            // Send chunked stream (each chunk has own `length`)
            isReadableStream) {
            return { bodyHeaders: undefined, body: body, isStreamingBody: !isRetryableBody };
        }
        else if (typeof body === 'object' &&
            (Symbol.asyncIterator in body ||
                (Symbol.iterator in body && 'next' in body && typeof body.next === 'function'))) {
            return {
                bodyHeaders: undefined,
                body: ReadableStreamFrom(body),
                isStreamingBody: true,
            };
        }
        else if (typeof body === 'object' &&
            headers.values.get('content-type') === 'application/x-www-form-urlencoded') {
            return {
                bodyHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
                body: this.stringifyQuery(body),
                isStreamingBody: false,
            };
        }
        else {
            return { ...__classPrivateFieldGet(this, _OpenAI_encoder, "f").call(this, { body, headers }), isStreamingBody: false };
        }
    }
}
client_a = OpenAI, _OpenAI_encoder = new WeakMap(), _OpenAI_x509Authentication = new WeakMap(), _OpenAI_x509Credential = new WeakMap(), _OpenAI_x509Fetch = new WeakMap(), _OpenAI_explicitDataResidency = new WeakMap(), _OpenAI_responseAttempts = new WeakMap(), _OpenAI_instances = new WeakSet(), _OpenAI_baseURLOverridden = function _OpenAI_baseURLOverridden() {
    return (__classPrivateFieldGet(this, _OpenAI_explicitDataResidency, "f") ||
        this._provider !== undefined ||
        this.baseURL !== 'https://api.openai.com/v1');
}, _OpenAI_normalizeRetries = function _OpenAI_normalizeRetries(value) {
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 2;
}, _OpenAI_isSensitiveLogKey = function _OpenAI_isSensitiveLogKey(key) {
    const normalized = key.replace(/[^a-z0-9]/gi, '').toLowerCase();
    if (/authorization|authentication|cookie|session|signature|assertion|connectionstring|devicecode|codeverifier|accountkey|mtlskey|proxyauth|^(?:auth|key|sig|sas|jwt|bearer|pfx|p12)$|(?:sid|token|secret|password|passwd|pwd|credential|passphrase|apikey|accesskey|privatekey|username)s?$/.test(normalized)) {
        return true;
    }
    // Search the normalized alphanumeric key once per part, rather than retrying
    // a greedy suffix search at every occurrence of a credential prefix.
    const prefix = /api|access|secret|private|security|refresh|id|bearer|aws|azure|openai|admin|client|proxy|auth/.exec(normalized);
    return (prefix !== null &&
        /key|token|secret|password|passwd|pwd|credential|auth/.test(normalized.slice(prefix.index + prefix[0].length)));
}, _OpenAI_sanitizeLogValue = function _OpenAI_sanitizeLogValue(value, seen) {
    const maxDepth = 64;
    const maxValues = 4096;
    const redactString = (entry) => entry
        // Leave the scheme outside the match: an optional scheme retries its
        // entire tail at every letter in a long resource ID.
        .replace(/(\/\/)([^/\s?#]*@)(?=[^/\s?#]+)/g, '$1[REDACTED]@')
        .replace(/(^|[\s/])([^/\s]+)/g, (match, prefix, token) => {
        // Scan each bare proxy token once. A slash only permits a later '(' or
        // '=' boundary; otherwise the token must start the string or follow whitespace.
        const start = prefix === '/' ? token.search(/[=(]/) + 1 : 0;
        if (prefix === '/' && start === 0)
            return match;
        const colon = token.indexOf(':', start + 1);
        let at = token.length - 2;
        while (at >= 0 && (token[at] !== '@' || token[at + 1] === '@'))
            at--;
        return colon >= 0 && at > colon
            ? `${prefix}${token.slice(0, start)}[REDACTED]${token.slice(at)}`
            : match;
    })
        .replace(/(^|[\s,;])([a-z][a-z0-9_-]*)(\s*:\s*)([^\r\n,;]+)/gi, (match, prefix, key, separator) => __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, key) ? `${prefix}${key}${separator}[REDACTED]` : match)
        .replace(/(^|[?&#;])([^=&;\s?#/]+)=([^&;\s#]+)/g, (match, separator, key) => {
        let decoded = key;
        try {
            decoded = globalThis.decodeURIComponent(key);
        }
        catch { }
        return __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, decoded) ? `${separator}${key}=[REDACTED]` : match;
    });
    const getLogString = (entry) => {
        try {
            return globalThis.String.prototype.valueOf.call(entry);
        }
        catch {
            return undefined;
        }
    };
    const isSensitiveLogLabel = (entry) => {
        const label = getLogString(entry);
        if (label !== undefined)
            return __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, label);
        try {
            return entry instanceof globalThis.String;
        }
        catch {
            return true;
        }
    };
    const pending = [];
    const pendingMaps = [];
    let sanitizedValue;
    const getOwnLogDescriptor = (entry, key) => {
        try {
            return {
                descriptor: globalThis.Object.getOwnPropertyDescriptor(entry, key),
                failed: false,
            };
        }
        catch {
            return { descriptor: undefined, failed: true };
        }
    };
    const enqueue = (entry, depth, assign) => {
        if (depth > maxDepth || pending.length >= maxValues) {
            assign('[REDACTED]');
            return;
        }
        pending.push({ value: entry, depth, assign });
    };
    enqueue(value, 0, (entry) => {
        sanitizedValue = entry;
    });
    for (let cursor = 0; cursor < pending.length; cursor += 1) {
        const { value: current, depth, assign } = pending[cursor];
        if (typeof current === 'string') {
            assign(redactString(current));
            continue;
        }
        // Functions can carry inspection hooks; symbols can expose secret descriptions.
        if (typeof current === 'function' || typeof current === 'symbol') {
            assign('[REDACTED]');
            continue;
        }
        if (typeof current !== 'object' || current === null) {
            assign(current);
            continue;
        }
        const previous = seen.get(current);
        if (previous !== undefined) {
            assign(previous);
            continue;
        }
        // Brand checks and native operations can throw for caller-provided proxies.
        try {
            const boxedString = getLogString(current);
            if (boxedString !== undefined) {
                const sanitized = new globalThis.String(redactString(boxedString));
                seen.set(current, sanitized);
                assign(sanitized);
                continue;
            }
            // Proxies and counterfeit String objects cannot expose their native payload.
            // Do not let their indexed characters bypass whole-string redaction.
            if (current instanceof globalThis.String) {
                seen.set(current, '[REDACTED]');
                assign('[REDACTED]');
                continue;
            }
            const RuntimeHeaders = globalThis.Headers;
            if (typeof RuntimeHeaders === 'function' && current instanceof RuntimeHeaders) {
                const sanitized = new RuntimeHeaders();
                seen.set(current, sanitized);
                assign(sanitized);
                RuntimeHeaders.prototype.forEach.call(current, (entry, key) => {
                    sanitized.set(key, __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, key) ? '[REDACTED]' : redactString(entry));
                });
                continue;
            }
            if (current instanceof URL) {
                const sanitized = new URL(URL.prototype.toString.call(current));
                seen.set(current, sanitized);
                assign(sanitized);
                if (sanitized.username)
                    sanitized.username = '[REDACTED]';
                if (sanitized.password)
                    sanitized.password = '[REDACTED]';
                for (const [key] of sanitized.searchParams) {
                    if (__classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, key))
                        sanitized.searchParams.set(key, '[REDACTED]');
                }
                if (sanitized.hash)
                    sanitized.hash = redactString(sanitized.hash);
                continue;
            }
            if (Array.isArray(current)) {
                const lengthDescriptor = getOwnLogDescriptor(current, 'length');
                if (lengthDescriptor.failed ||
                    !lengthDescriptor.descriptor ||
                    !('value' in lengthDescriptor.descriptor) ||
                    typeof lengthDescriptor.descriptor.value !== 'number') {
                    seen.set(current, '[REDACTED]');
                    assign('[REDACTED]');
                    continue;
                }
                const sanitized = [];
                seen.set(current, sanitized);
                assign(sanitized);
                const limit = Math.min(lengthDescriptor.descriptor.value, maxValues);
                const firstDescriptor = getOwnLogDescriptor(current, '0');
                const firstKey = !firstDescriptor.failed && firstDescriptor.descriptor && 'value' in firstDescriptor.descriptor
                    ? firstDescriptor.descriptor.value
                    : undefined;
                for (let index = 0; index < limit; index += 1) {
                    const property = index === 0 ? firstDescriptor : getOwnLogDescriptor(current, `${index}`);
                    if (property.failed) {
                        sanitized[index] = '[REDACTED]';
                        continue;
                    }
                    const descriptor = property.descriptor;
                    if (!descriptor?.enumerable)
                        continue;
                    if (index === 1 &&
                        (firstDescriptor.failed ||
                            (firstDescriptor.descriptor && !('value' in firstDescriptor.descriptor)) ||
                            isSensitiveLogLabel(firstKey))) {
                        sanitized[index] = '[REDACTED]';
                        continue;
                    }
                    if (!('value' in descriptor)) {
                        sanitized[index] = '[REDACTED]';
                        continue;
                    }
                    enqueue(descriptor.value, depth + 1, (entry) => {
                        sanitized[index] = entry;
                    });
                }
                sanitized.length = limit;
                if (lengthDescriptor.descriptor.value > limit)
                    sanitized[limit] = '[REDACTED]';
                continue;
            }
            if (current instanceof globalThis.Map) {
                const sanitized = new globalThis.Map();
                const entries = [];
                pendingMaps.push({ map: sanitized, entries });
                seen.set(current, sanitized);
                assign(sanitized);
                globalThis.Map.prototype.forEach.call(current, (entry, key) => {
                    const pair = ['[REDACTED]', '[REDACTED]'];
                    entries.push(pair);
                    enqueue(key, depth + 1, (safeKey) => {
                        // Unsupported values must not expose the original object as a key.
                        if (typeof safeKey !== 'function' &&
                            typeof safeKey !== 'symbol' &&
                            !(typeof key === 'object' && key !== null && safeKey === key)) {
                            pair[0] = safeKey;
                        }
                    });
                    if (isSensitiveLogLabel(key)) {
                        return;
                    }
                    enqueue(entry, depth + 1, (safeEntry) => {
                        pair[1] = safeEntry;
                    });
                });
                continue;
            }
            if (current instanceof globalThis.Set) {
                const sanitized = new globalThis.Set();
                seen.set(current, sanitized);
                assign(sanitized);
                globalThis.Set.prototype.forEach.call(current, (entry) => {
                    enqueue(entry, depth + 1, (safeEntry) => {
                        sanitized.add(safeEntry);
                    });
                });
                continue;
            }
            if (current instanceof globalThis.Date) {
                assign(new globalThis.Date(globalThis.Date.prototype.getTime.call(current)));
                continue;
            }
            const RuntimeReadableStream = globalThis.ReadableStream;
            if ((typeof RuntimeReadableStream === 'function' && current instanceof RuntimeReadableStream) ||
                current instanceof globalThis.ArrayBuffer ||
                globalThis.ArrayBuffer.isView(current)) {
                // Opaque payloads may carry credentials or custom inspection hooks.
                // Redact their log representation without reading or consuming them.
                seen.set(current, '[REDACTED]');
                assign('[REDACTED]');
                continue;
            }
            let keys;
            try {
                keys = globalThis.Reflect.ownKeys(current);
            }
            catch {
                seen.set(current, '[REDACTED]');
                assign('[REDACTED]');
                continue;
            }
            const sanitized = {};
            seen.set(current, sanitized);
            assign(sanitized);
            for (const key of keys) {
                if (typeof key !== 'string')
                    continue;
                const property = getOwnLogDescriptor(current, key);
                if (property.failed) {
                    sanitized[key] = '[REDACTED]';
                    continue;
                }
                const descriptor = property.descriptor;
                if (!descriptor?.enumerable)
                    continue;
                if (__classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_isSensitiveLogKey).call(this, key)) {
                    sanitized[key] = '[REDACTED]';
                    continue;
                }
                if (!('value' in descriptor)) {
                    sanitized[key] = '[REDACTED]';
                    continue;
                }
                enqueue(descriptor.value, depth + 1, (safeEntry) => {
                    sanitized[key] = safeEntry;
                });
            }
        }
        catch {
            seen.set(current, '[REDACTED]');
            assign('[REDACTED]');
        }
    }
    // Populate in input order after both keys and values have been sanitized.
    // Budget fallbacks can assign immediately while earlier entries are queued.
    for (const { map, entries } of pendingMaps) {
        for (const [key, entry] of entries)
            map.set(key, entry);
    }
    return sanitizedValue;
}, _OpenAI_sanitizeLogger = function _OpenAI_sanitizeLogger(logger) {
    if (__classPrivateFieldGet(client_a, client_a, "f", _OpenAI_sanitizedLoggers).has(logger))
        return logger;
    const sanitized = new globalThis.Proxy(Object.create(null), {
        get: (_facade, property) => {
            const value = globalThis.Reflect.get(logger, property, logger);
            if (typeof value !== 'function')
                return value;
            if (typeof property !== 'string' ||
                !['debug', 'info', 'warn', 'error', 'trace', 'log'].includes(property)) {
                return value.bind(logger);
            }
            return (...args) => {
                const seen = new WeakMap();
                return globalThis.Reflect.apply(value, logger, args.map((entry) => __classPrivateFieldGet(this, _OpenAI_instances, "m", _OpenAI_sanitizeLogValue).call(this, entry, seen)));
            };
        },
        set: (_facade, property, value) => globalThis.Reflect.set(logger, property, value, logger),
    });
    __classPrivateFieldGet(client_a, client_a, "f", _OpenAI_sanitizedLoggers).add(sanitized);
    return sanitized;
};
_OpenAI_sanitizedLoggers = { value: new globalThis.WeakSet() };
OpenAI.OpenAI = client_a;
OpenAI.DEFAULT_TIMEOUT = 600000; // 10 minutes
OpenAI.OpenAIError = error_OpenAIError;
OpenAI.APIError = APIError;
OpenAI.APIConnectionError = APIConnectionError;
OpenAI.APIConnectionTimeoutError = error_APIConnectionTimeoutError;
OpenAI.APIUserAbortError = APIUserAbortError;
OpenAI.NotFoundError = NotFoundError;
OpenAI.ConflictError = ConflictError;
OpenAI.RateLimitError = RateLimitError;
OpenAI.BadRequestError = BadRequestError;
OpenAI.AuthenticationError = AuthenticationError;
OpenAI.InternalServerError = InternalServerError;
OpenAI.PermissionDeniedError = PermissionDeniedError;
OpenAI.UnprocessableEntityError = UnprocessableEntityError;
OpenAI.InvalidWebhookSignatureError = InvalidWebhookSignatureError;
OpenAI.toFile = toFile;
OpenAI.toStreamingFile = toStreamingFile;
OpenAI.Decisions = Decisions;
OpenAI.Completions = completions_Completions;
OpenAI.Chat = Chat;
OpenAI.Embeddings = Embeddings;
OpenAI.Files = Files;
OpenAI.Images = Images;
OpenAI.ContentProvenanceChecks = ContentProvenanceChecks;
OpenAI.Audio = Audio;
OpenAI.Moderations = Moderations;
OpenAI.Models = Models;
OpenAI.FineTuning = FineTuning;
OpenAI.Graders = Graders;
OpenAI.VectorStores = VectorStores;
OpenAI.Safety = Safety;
OpenAI.Webhooks = Webhooks;
OpenAI.Beta = Beta;
OpenAI.Batches = Batches;
OpenAI.Uploads = Uploads;
OpenAI.Admin = Admin;
OpenAI.Responses = Responses;
OpenAI.Live = Live;
OpenAI.Realtime = Realtime;
OpenAI.Conversations = Conversations;
OpenAI.Evals = Evals;
OpenAI.Containers = Containers;
OpenAI.Skills = Skills;
OpenAI.Videos = Videos;
OpenAI.ConversationCursorPage = ConversationCursorPage;
OpenAI.CursorPage = CursorPage;
OpenAI.NextCursorPage = NextCursorPage;
OpenAI.Page = Page;
OpenAI.TokenPage = TokenPage;
const composedCallerSignals = new WeakMap();
function createRequestController(callerSignal, originalSignal) {
    const controller = new AbortController();
    if (!callerSignal)
        return controller;
    const nativeAbortSignal = globalThis.AbortSignal;
    if (typeof nativeAbortSignal?.any !== 'function' || !(callerSignal instanceof nativeAbortSignal)) {
        return controller;
    }
    try {
        // Native composition keeps cancellation active after response headers without
        // retaining an abort listener on the caller's signal or changing its reason.
        const signals = [controller.signal, callerSignal];
        if (originalSignal && originalSignal !== callerSignal) {
            signals.push(originalSignal);
        }
        const composed = nativeAbortSignal.any(signals);
        Object.defineProperty(controller, 'signal', { value: composed, configurable: true });
        composedCallerSignals.set(controller, callerSignal);
    }
    catch {
        // Older or incompatible runtimes retain the existing listener-based fallback.
    }
    return controller;
}
function getConnectionErrorMessage(error) {
    if (isUndiciDispatcherVersionMismatchError(error)) {
        return `Connection error. This may be caused by passing an undici dispatcher, such as ProxyAgent, that is incompatible with the fetch implementation. If you are using undici's ProxyAgent, pass the fetch implementation from the same undici package: import { fetch, ProxyAgent } from 'undici'; new OpenAI({ fetch, fetchOptions: { dispatcher: new ProxyAgent(...) } });`;
    }
    return undefined;
}
function isUndiciDispatcherVersionMismatchError(error) {
    let current = error;
    for (let i = 0; i < 8 && current && typeof current === 'object'; i++) {
        const err = current;
        if (err.code === 'UND_ERR_INVALID_ARG' &&
            typeof err.message === 'string' &&
            err.message.includes('invalid onRequestStart method')) {
            return true;
        }
        current = err.cause;
    }
    return false;
}
//# sourceMappingURL=client.mjs.map

})

};
