import type { z } from 'zod';
import type { ProblemCode } from '../problems/problem-codes.ts';

/** Permissions of a client key. Adapter and operator keys have no scopes: their kind determines their permissions. */
export const clientScopes = ['import', 'assets', 'datastandards', 'products', 'channels'] as const;
export type ClientScope = (typeof clientScopes)[number];

/**
 * Who may call an operation. With a session cookie and the header Pimento-Client, editors and owners may call the operations of their client;
 * viewers only those that write nothing. A person who is an operator may call the operations of operators. Objects of other clients are always answered 404.
 */
export type Permission =
  | { who: 'anyone' }
  | { who: 'client'; scope: ClientScope }
  | { who: 'adapter' }
  | { who: 'operator' }
  /** Any person who is signed in to the console. */
  | { who: 'person' }
  /** A signed-in person who is an owner of the client named by the header Pimento-Client. */
  | { who: 'owner' };

/** A body other than JSON, which the handler reads as a stream. */
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
 * One call of the HTTP API. The server's route, the client's call, the CLI and the OpenAPI document are all derived from it.
 * Path parameters are written `{name}` and are percent-decoded before validation.
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
  /** Request headers that have an effect: name → description. */
  headers?: Record<string, string>;
  body?: Body;
  /** A form body (application/x-www-form-urlencoded) instead of JSON, validated by `body`. */
  form?: boolean;
  stream?: StreamBody;
  /** A request body of any type is accepted and ignored. */
  ignoresBody?: boolean;
  answers: Answers;
  problems: readonly ProblemCode[];
}

/** Defines an operation and keeps the exact types of its members. Without `body` its type is ZodNever, so that callers cannot pass one. */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Answers extends Record<number, Answer>,
  Body extends z.ZodType = z.ZodNever,
>(definition: Operation<Params, Query, Body, Answers>): Operation<Params, Query, Body, Answers> {
  return definition;
}
