import type { Agent } from 'undici';
import type { AllowedRanges } from './address-rules.ts';
import { createGuardedAgent } from './guarded-agent.ts';

/** Thrown if the host of a request has an address that `isAddressOpen` refuses. */
export class ForbiddenAddressError extends Error {
  override readonly name = 'ForbiddenAddressError';

  constructor(host: string) {
    super(`${host} is not an address on the public internet.`);
  }
}

/** Thrown if the response to a request is larger than `maxAnswerBytes`. */
class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
}

export interface GuardedFetch extends AsyncDisposable {
  /**
   * Sends a request like `fetch`, but only to a host whose addresses are all open (see `isAddressOpen`). The promise resolves after the
   * whole body has been read. Redirects are not followed.
   * @throws ForbiddenAddressError (as the cause of a TypeError), AnswerTooLargeError, or errors of the connection
   */
  fetch(url: string, init: GuardedRequest): Promise<Response>;
}

export interface GuardedRequest {
  method: string;
  headers: Record<string, string>;
  body?: string | URLSearchParams | null | undefined;
  signal?: AbortSignal | undefined;
}

const maxAnswerBytes = 1_048_576;

async function bodyOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer<ArrayBuffer>> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > maxAnswerBytes) throw new AnswerTooLargeError(`The answer has more than ${maxAnswerBytes} bytes.`);
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/** Creates a `fetch` for small responses of services whose URLs users configure. Its agent is created with the first request. */
export function createGuardedFetch(allowed: AllowedRanges): GuardedFetch {
  let agent: Promise<Agent> | undefined;
  return {
    async fetch(url, { method, headers, body = null, signal }) {
      agent ??= createGuardedAgent(allowed, {
        connectMs: 5_000,
        idleMs: 10_000,
        connectionsPerHost: 8,
        refuse: (host) => new ForbiddenAddressError(host),
      });
      const dispatcher = await agent;
      const { fetch: send } = await import('undici');
      const text = body === null ? {} : { body: body.toString() };
      const answer = await send(url, {
        method,
        headers,
        ...text,
        redirect: 'manual',
        dispatcher,
        ...(signal ? { signal } : {}),
      });
      const bytes = answer.body === null ? null : await bodyOf(answer.body);
      // The body is already decoded. Headers that describe the body before decoding are removed.
      const kept = [...answer.headers].filter(([name]) => !/^content-(encoding|length)$/.test(name));
      const isEmpty = answer.status === 204 || answer.status === 304;
      return new Response(isEmpty ? null : bytes, { status: answer.status, headers: new Headers(kept) });
    },
    async [Symbol.asyncDispose]() {
      await (await agent)?.destroy();
    },
  };
}
