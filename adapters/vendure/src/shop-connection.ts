import { openAsBlob } from 'node:fs';
import { RetryLaterError } from '@pimento/adapter-kit';
import { z } from 'zod';
import { readAnswer, NotSignedInError } from './shop-answer.ts';
import type { ShopSettings } from './shop-settings.ts';

type Variables = Record<string, unknown>;

/** A file to upload as the GraphQL variable `file`. */
export interface Upload {
  path: string;
  name: string;
  contentType: string;
}

/** The Admin API of a shop, used with the adapter's login. */
export interface ShopConnection {
  /**
   * Sends a GraphQL request and returns the parsed data.
   * @throws RetryLaterError if the shop is unavailable, is not set up, or refuses the adapter's login
   * @throws ShopRefusedError if it refuses the request
   */
  ask<Schema extends z.ZodType>(
    schema: Schema,
    query: string,
    variables: Variables,
    signal: AbortSignal,
    upload?: Upload,
  ): Promise<z.output<Schema>>;
  /** Returns whether a login is valid. The login is not stored. */
  tryLogin(username: string, password: string, signal: AbortSignal): Promise<boolean>;
}

const maxMs = 120_000;
const loginQuery = `mutation ($username: String!, $password: String!) {
  login(username: $username, password: $password) { __typename ... on ErrorResult { message } }
}`;
const loginAnswer = z.object({ login: z.object({ __typename: z.string(), message: z.string().optional() }) });

/** Creates a connection that signs in at the first request, and again when the session has expired. */
export function createShopConnection({ address, username, password }: ShopSettings): ShopConnection {
  let session: { headers: Promise<Record<string, string>>; signal: AbortSignal } | undefined;

  async function send(headers: Record<string, string>, body: string | FormData, signal: AbortSignal) {
    try {
      return await fetch(address, {
        method: 'POST',
        headers: {
          ...headers,
          'apollo-require-preflight': 'true',
          ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(maxMs)]),
      });
    } catch (cause) {
      signal.throwIfAborted();
      throw new RetryLaterError('The shop is unreachable.', { cause });
    }
  }

  /** Signs in and returns the session headers, or the reason why the login failed. */
  async function signIn(username: string, password: string, signal: AbortSignal) {
    const body = JSON.stringify({ query: loginQuery, variables: { username, password } });
    const answer = await send({}, body, signal);
    const { login } = loginAnswer.parse(await readAnswer(answer));
    if (login.__typename !== 'CurrentUser') return login.message ?? login.__typename;
    const token = answer.headers.get('vendure-auth-token');
    if (token !== null) return { authorization: `Bearer ${token}` };
    // only for shops that use session cookies
    return {
      cookie: answer.headers
        .getSetCookie()
        .map((cookie) => cookie.split(';', 1)[0])
        .join('; '),
    };
  }

  async function startSession(signal: AbortSignal): Promise<Record<string, string>> {
    const made = await signIn(username, password, signal);
    if (typeof made === 'string') throw new RetryLaterError(`The shop refuses the login of the adapter: ${made}`);
    return made;
  }

  async function openSession(signal: AbortSignal): Promise<Record<string, string>> {
    for (;;) {
      const opened = (session ??= { headers: startSession(signal), signal });
      try {
        return await opened.headers;
      } catch (error) {
        if (session === opened) session = undefined;
        signal.throwIfAborted();
        // the request that began to sign in can have been aborted, and this one then signs in itself
        if (!opened.signal.aborted) throw error;
      }
    }
  }

  async function askOnce(query: string, variables: Variables, signal: AbortSignal, upload?: Upload) {
    const headers = await openSession(signal);
    const operations = JSON.stringify({ query, variables });
    return readAnswer(await send(headers, upload ? await formOf(operations, upload) : operations, signal));
  }

  return {
    async ask(schema, query, variables, signal, upload) {
      try {
        return schema.parse(await askOnce(query, variables, signal, upload));
      } catch (error) {
        if (!(error instanceof NotSignedInError)) throw error;
        session = undefined;
      }
      try {
        return schema.parse(await askOnce(query, variables, signal, upload));
      } catch (cause) {
        if (!(cause instanceof NotSignedInError)) throw cause;
        throw new RetryLaterError('The login of the adapter lacks permissions at the shop.', { cause });
      }
    },
    async tryLogin(username, password, signal) {
      const made = await signIn(username, password, signal);
      if (typeof made === 'string') return false;
      await send(made, JSON.stringify({ query: 'mutation { logout { success } }' }), signal);
      return true;
    },
  };
}

/** Builds a request body as defined by the GraphQL multipart request specification. */
async function formOf(operations: string, { path, name, contentType }: Upload): Promise<FormData> {
  const form = new FormData();
  form.set('operations', operations);
  form.set('map', '{"0":["variables.file"]}');
  form.set('0', await openAsBlob(path, { type: contentType }), name);
  return form;
}
