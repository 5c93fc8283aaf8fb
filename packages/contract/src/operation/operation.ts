import type { z } from 'zod';
import type { ProblemCode } from '../problems/problem-codes.ts';

/** What a client key may be allowed to do; adapter and operator keys carry no scopes, their kind says it all. */
export const clientScopes = ['import', 'assets', 'datastandards', 'products', 'channels'] as const;
export type ClientScope = (typeof clientScopes)[number];

/**
 * Who may call an operation. What a client may, its editors and owners may too, with a session cookie and the header Pimento-Client, and its
 * viewers where nothing is written; what an operator may, so may a person who is one. Somebody else's object is always answered 404, whoever calls.
 */
export type Permission =
  | { who: 'anyone' }
  | { who: 'client'; scope: ClientScope }
  | { who: 'adapter' }
  | { who: 'operator' }
  /** Anyone who is signed in to the console. */
  | { who: 'person' }
  /** A signed-in person who is an owner of the client named by the header Pimento-Client. */
  | { who: 'owner' };

/** A body other than JSON that is read as a stream by the handler itself. */
export interface StreamBody {
  contentTypes: readonly string[];
  description: string;
  example?: string;
}

export interface Answer {
  description: string;
  /** Absent: the answer has no body. */
  schema?: z.ZodType;
  /** Default application/json. */
  contentType?: string;
  headers?: Record<string, string>;
}

/**
 * One thing that a caller can do: the single place from which the server's route, the client's call, the CLI and the OpenAPI
 * document are made. Path parameters are written `{name}` and are percent-decoded before they are judged.
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answers extends Record<number, Answer> = Record<number, Answer>,
> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  tag: string;
  summary: string;
  description?: string;
  permission: Permission;
  params: Params;
  query: Query;
  /** Request headers that mean something here: name → what it does. */
  headers?: Record<string, string>;
  body?: Body;
  /** A form body (application/x-www-form-urlencoded) instead of JSON, judged by `body`. */
  form?: boolean;
  stream?: StreamBody;
  /** Whatever is sent as a body, of any type, is neither read nor judged. */
  ignoresBody?: boolean;
  answers: Answers;
  problems: readonly ProblemCode[];
}

/** Names an operation and keeps the exact types of its parts. Without a body its type is ZodNever, so that none can be given. */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Answers extends Record<number, Answer>,
  Body extends z.ZodType = z.ZodNever,
>(definition: Operation<Params, Query, Body, Answers>): Operation<Params, Query, Body, Answers> {
  return definition;
}
