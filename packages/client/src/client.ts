import type { AnswerOf, PageOperation, WireOperation } from '@pimento/contract';
import { readAnswer, readRefusal } from './answer.ts';
import type { CallArguments, CallInput, PageItem } from './call-types.ts';
import { ConnectionError } from './connection-error.ts';
import { authorizationOf, type Credential } from './credential.ts';
import { requestUrl } from './request-url.ts';
import { mayRetry, pause, waitBefore } from './retry.ts';

export interface ClientOptions {
  /** Base URL of the service, for example `https://pimento.example`. Can include a path. */
  baseUrl: string;
  credential?: Credential | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Maximum number of retries after the first attempt. The default is 3. */
  retries?: number | undefined;
}

/** A request body that is sent unchanged. A stream is never sent again. */
export interface RawBody {
  content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
  contentType: string;
}

interface LooseInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  raw?: RawBody | undefined;
}
/** The input of a call with a raw body instead of a JSON body. */
export type OpenInput<O extends WireOperation> = Omit<CallInput<O>, 'body'> & { raw?: RawBody | undefined };

export interface Client {
  readonly baseUrl: string;
  /**
   * Calls an operation and returns the body of the successful response, or undefined if there is no body.
   * @throws ProblemError if the service refuses the call, ConnectionError, UnexpectedAnswerError, AddressError, or the abort reason of the
   * signal
   */
  call<O extends WireOperation>(operation: O, ...input: CallArguments<O>): Promise<AnswerOf<O>>;
  /**
   * Calls an operation like `call`, but returns the successful response before its body is read, so that both bodies can be streams. If the
   * raw body is a stream, it is never sent again.
   */
  open<O extends WireOperation>(operation: O, input: OpenInput<O>): Promise<Response>;
  /** Iterates over all items of a list and fetches pages on demand. `query` filters the list and sets the page size. */
  listAll<O extends PageOperation>(
    operation: O,
    ...input: CallArguments<O>
  ): AsyncGenerator<PageItem<O>, void, undefined>;
}

/** Creates a client for one service and one credential. The client is stateless and may be shared. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, credential, retries = 3 } = options;
  // `fetch` is called as a plain function, because browsers refuse to run it as a method of a different object.
  const send = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));

  async function attempt(
    operation: WireOperation,
    url: string,
    input: LooseInput,
  ): Promise<Response | ConnectionError> {
    try {
      return await send(url, requestOf(operation, credential, input));
    } catch (error) {
      if (input.signal?.aborted) throw error;
      return new ConnectionError(url, error);
    }
  }

  async function request(operation: WireOperation, input: LooseInput): Promise<Response> {
    const url = requestUrl(baseUrl, operation, input);
    const maxTries = input.raw?.content instanceof ReadableStream ? 1 : retries + 1;
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(operation, url, input);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const retryAfter = outcome instanceof Response ? outcome.headers.get('retry-after') : null;
      const wait =
        tries < maxTries && mayRetry(operation.method, outcome, input.idempotencyKey !== undefined)
          ? waitBefore(tries, retryAfter, Date.now(), Math.random())
          : undefined;
      if (wait === undefined) throw outcome instanceof ConnectionError ? outcome : await readRefusal(url, outcome);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(wait, input.signal);
    }
  }

  async function call<O extends WireOperation>(operation: O, input: LooseInput = {}): Promise<AnswerOf<O>> {
    const answer = await request(operation, input);
    // The contract declares the response type. Validating the response would reject properties that a later version of the service may add.
    return (await readAnswer(operation, answer, input.signal)) as AnswerOf<O>;
  }

  async function* listAll<O extends PageOperation>(
    operation: O,
    input: LooseInput = {},
  ): AsyncGenerator<PageItem<O>, void, undefined> {
    let startingAfter: unknown = input.query?.['startingAfter'];
    do {
      const page = (await call<WireOperation>(operation, {
        ...input,
        query: { ...input.query, startingAfter },
      })) as Record<string, unknown>; // every page is an object
      yield* (Object.values(page).find(Array.isArray) ?? []) as PageItem<O>[]; // a page contains one list, of this type
      startingAfter = page['next'];
    } while (typeof startingAfter === 'string');
  }

  return { baseUrl, call, open: request, listAll };
}

function requestOf(operation: WireOperation, credential: Credential | undefined, input: LooseInput): RequestInit {
  const { body, raw, signal } = input;
  const headers = new Headers(input.headers);
  if (credential !== undefined) headers.set('authorization', authorizationOf(credential));
  if (input.idempotencyKey !== undefined) headers.set('idempotency-key', input.idempotencyKey);
  headers.set('accept', 'application/json, application/x-ndjson, application/problem+json, */*;q=0.1');
  const common = { method: operation.method, headers, signal: signal ?? null };
  if (raw !== undefined) {
    headers.set('content-type', raw.contentType);
    // A stream cannot follow a redirect. Without `error`, the `fetch` of Node keeps a copy of everything that was sent, which was 600 MB
    // for a million products.
    const redirect = raw.content instanceof ReadableStream ? 'error' : 'follow';
    // assigned to a variable, because the types of browsers do not declare `duplex` yet
    const streamed = { ...common, body: raw.content, duplex: 'half' as const, redirect } as const;
    return streamed;
  }
  if (body === undefined) return common;
  if (operation.form === true) return { ...common, body: new URLSearchParams(body as Record<string, string>) }; // form fields are strings
  headers.set('content-type', 'application/json');
  return { ...common, body: JSON.stringify(body) };
}
