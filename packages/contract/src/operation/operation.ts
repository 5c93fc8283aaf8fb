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

interface Schemas<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answers extends Record<number, Answer> = Record<number, Answer>,
> {
  params: Params;
  query: Query;
  body?: Body;
  answers: Answers;
}

/** How a caller reads the body of an answer. `none`: there is none, or it is a stream of bytes. */
export type BodyKind = 'json' | 'text' | 'none';

/** What a caller needs of an operation at run time: no schemas, so that a browser does not load them. */
export interface WireOperation<S extends Schemas = Schemas> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** The request body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form?: boolean;
  /** The kind of body by status. */
  bodies: Readonly<Record<number, BodyKind>>;
  /** Never set: it carries the types of inputs and answers. */
  readonly types?: S;
}

interface OperationDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answers extends Record<number, Answer>,
>
  extends Omit<WireOperation, 'bodies' | 'types'>, Schemas<Params, Query, Body, Answers> {
  tag: string;
  summary: string;
  description?: string;
  permission: Permission;
  /** Request headers that have an effect: name → description. */
  headers?: Record<string, string>;
  stream?: StreamBody;
  /** A request body of any type is accepted and ignored. */
  ignoresBody?: boolean;
  problems: readonly ProblemCode[];
}

/**
 * One call of the HTTP API. The server's route, the client's call, the CLI, the OpenAPI document and the wire operation are all derived
 * from it. Path parameters are written `{name}` and are percent-decoded before validation.
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answers extends Record<number, Answer> = Record<number, Answer>,
>
  extends OperationDefinition<Params, Query, Body, Answers>, WireOperation<Schemas<Params, Query, Body, Answers>> {}

/** Defines an operation and keeps the exact types of its members. Without `body` its type is ZodNever, so that callers cannot pass one. */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Answers extends Record<number, Answer>,
  Body extends z.ZodType = z.ZodNever,
>(definition: OperationDefinition<Params, Query, Body, Answers>): Operation<Params, Query, Body, Answers> {
  const answers = Object.entries<Answer>(definition.answers);
  const bodies = Object.fromEntries<BodyKind>(answers.map(([status, answer]) => [status, bodyKind(answer)]));
  return { ...definition, bodies };
}

function bodyKind({ schema, contentType = 'application/json' }: Answer): BodyKind {
  if (schema === undefined) return 'none';
  return contentType.includes('json') ? 'json' : 'text';
}
