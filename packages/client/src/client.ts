import type { AnswerOf, Operation, PageOperation } from '@pimento/contract';
import { readAnswer, readRefusal } from './answer.ts';
import type { CallArguments, CallInput, PageItem } from './call-types.ts';
import { ConnectionError } from './connection-error.ts';
import { authorizationOf, type Credential } from './credential.ts';
import { requestUrl } from './request-url.ts';
import { isWorthRetrying, pause, waitBefore } from './retry.ts';

export interface ClientOptions {
  /** Where the service is, for example `https://pimento.example`; with a path where it is behind one. */
  baseUrl: string;
  credential?: Credential | undefined;
  /** Default: the runtime's own. */
  fetch?: typeof fetch | undefined;
  /** Further tries after the first one; default 3. */
  retries?: number | undefined;
}

/** A body that is sent as it is, and once only. */
export interface RawBody {
  content: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string;
  contentType: string;
}

interface LooseInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  raw?: RawBody | undefined;
}
/** As for a call, with a raw body in place of the JSON one. */
export type OpenInput<O extends Operation> = Omit<CallInput<O>, 'body'> & { raw?: RawBody | undefined };

export interface Client {
  readonly baseUrl: string;
  /**
   * Calls an operation and answers the body of its success, undefined where it has none.
   * @throws ProblemError where the service refuses, ConnectionError, UnexpectedAnswerError, or what the signal was aborted with
   */
  call<O extends Operation>(operation: O, ...input: CallArguments<O>): Promise<AnswerOf<O>>;
  /** The same with the answer still unread, for streams in either direction. A raw body that is a stream is never sent a second time. */
  open<O extends Operation>(operation: O, input: OpenInput<O>): Promise<Response>;
  /** All members of a list, page after page, fetched as they are asked for. `query` narrows the list and sets the size of the pages. */
  listAll<O extends PageOperation>(
    operation: O,
    ...input: CallArguments<O>
  ): AsyncGenerator<PageItem<O>, void, undefined>;
}

/** A client of one service with one credential. It keeps no state and may be shared. */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, credential, retries = 3 } = options;
  // called as a plain function: browsers refuse a fetch that is called as a method
  const send = options.fetch ?? ((...given: Parameters<typeof fetch>) => fetch(...given));

  async function attempt(operation: Operation, url: string, input: LooseInput): Promise<Response | ConnectionError> {
    try {
      return await send(url, requestOf(operation, credential, input));
    } catch (error) {
      if (input.signal?.aborted) throw error;
      return new ConnectionError(url, error);
    }
  }

  async function request(operation: Operation, input: LooseInput): Promise<Response> {
    const url = requestUrl(baseUrl, operation, input);
    const most = input.raw?.content instanceof ReadableStream ? 1 : retries + 1;
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(operation, url, input);
      if (outcome instanceof Response && outcome.ok) return outcome;
      const retryAfter = outcome instanceof Response ? outcome.headers.get('retry-after') : null;
      const wait =
        tries < most && isWorthRetrying(operation.method, outcome)
          ? waitBefore(tries, retryAfter, Date.now(), Math.random())
          : undefined;
      if (wait === undefined) throw outcome instanceof ConnectionError ? outcome : await readRefusal(url, outcome);
      if (outcome instanceof Response) await outcome.body?.cancel();
      await pause(wait, input.signal);
    }
  }

  async function call<O extends Operation>(operation: O, input: LooseInput = {}): Promise<AnswerOf<O>> {
    const answer = await request(operation, input);
    // The contract says what the service answers. Judging it again would refuse what a later version of the service adds.
    return (await readAnswer(operation, answer, input.signal)) as AnswerOf<O>;
  }

  async function* listAll<O extends PageOperation>(
    operation: O,
    input: LooseInput = {},
  ): AsyncGenerator<PageItem<O>, void, undefined> {
    let startingAfter: unknown = input.query?.['startingAfter'];
    do {
      const page = (await call<Operation>(operation, { ...input, query: { ...input.query, startingAfter } })) as Record<
        string,
        unknown
      >; // every page is an object
      yield* (Object.values(page).find(Array.isArray) ?? []) as PageItem<O>[]; // a page holds one list, of this type
      startingAfter = page['next'];
    } while (typeof startingAfter === 'string');
  }

  return { baseUrl, call, open: request, listAll };
}

function requestOf(operation: Operation, credential: Credential | undefined, input: LooseInput): RequestInit {
  const { body, raw, signal } = input;
  const headers = new Headers(input.headers);
  if (credential !== undefined) headers.set('authorization', authorizationOf(credential));
  headers.set('accept', 'application/json, application/x-ndjson, application/problem+json, */*;q=0.1');
  const common = { method: operation.method, headers, signal: signal ?? null };
  if (raw !== undefined) {
    headers.set('content-type', raw.contentType);
    return { ...common, body: raw.content, duplex: 'half' };
  }
  if (body === undefined) return common;
  if (operation.form === true) return { ...common, body: new URLSearchParams(body as Record<string, string>) }; // the fields of a form are texts
  headers.set('content-type', 'application/json');
  return { ...common, body: JSON.stringify(body) };
}
