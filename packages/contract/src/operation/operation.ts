import type { z } from 'zod';
import type { ProblemCode } from '../problems/problem-codes.ts';
import type { Audit, AuditStatement } from './audit-statement.ts';
import type { ClientScope } from './key-scopes.ts';

/**
 * Who may call an operation. With a session cookie and the header Pimento-Client, editors and owners may call the operations of their
 * client. Viewers may call only operations that write nothing. A user who is an operator may call the operations of operators. A request
 * for an object of a different client returns 404.
 */
export type Permission =
  | { who: 'anyone' }
  | { who: 'client'; scope: ClientScope }
  | { who: 'adapter' }
  | { who: 'operator' }
  /** Any user who is signed in to the console. */
  | { who: 'person' }
  /** A signed-in user with any role in the client in the header Pimento-Client, for operations on data that belongs to this user alone. */
  | { who: 'member' }
  /** A signed-in user who is an owner of the client in the header Pimento-Client. */
  | { who: 'owner' };

/** A request body that the handler reads as a stream. */
export interface StreamBody {
  contentTypes: readonly string[];
  description: string;
  example?: string;
}

export interface Answer {
  description: string;
  /** Absent if the response has no body, or if its body consists of arbitrary bytes. */
  schema?: z.ZodType;
  /** Default: application/json. */
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

/** How a caller reads the body of a response. `none` means that there is no body, or that the body is a stream of bytes. */
export type BodyKind = 'json' | 'text' | 'none';

/** The parts of an operation that a caller needs at run time. The schemas are excluded, so that a browser does not load them. */
export interface WireOperation<S extends Schemas = Schemas> {
  id: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  /** True if the request body is a form (application/x-www-form-urlencoded) instead of JSON. */
  form?: boolean;
  /** The kind of response body by status. */
  bodies: Readonly<Record<number, BodyKind>>;
  /** Never set, because the property exists only for the types of inputs and responses. */
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
  audit?: Audit | 'none';
  /** True if an operation only reads although its method is not GET. Viewers and keys with read access may therefore call it. */
  writesNothing?: true;
  /** Request headers that the operation evaluates: name → description. */
  headers?: Record<string, string>;
  stream?: StreamBody;
  /** True if errors are sent as application/json and also have the properties `error` and `error_description` of RFC 6749. */
  oauthErrors?: boolean;
  /** True if a different system builds the URL and may add query parameters. Unknown and empty parameters are then not rejected. */
  isQueryOpen?: boolean;
  /** Maximum size of a JSON body in bytes, if the default of the function `maxBodyBytes` in body-limit.ts is not enough. */
  maxBodyBytes?: number;
  problems: readonly ProblemCode[];
}

/**
 * One operation of the HTTP API. The server's route, the call in the package `client`, the OpenAPI document and the wire operation are
 * all derived from this object. Path parameters are written `{name}` and are percent-decoded before validation.
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answers extends Record<number, Answer> = Record<number, Answer>,
>
  extends OperationDefinition<Params, Query, Body, Answers>, WireOperation<Schemas<Params, Query, Body, Answers>> {}

/**
 * Defines an operation and keeps the exact types of its properties. Without `body`, the type of the body is ZodNever, so that callers
 * cannot pass a body.
 */
export function operation<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Answers extends Record<number, Answer>,
  Body extends z.ZodType = z.ZodNever,
>(
  definition: OperationDefinition<Params, Query, Body, Answers> & AuditStatement,
): Operation<Params, Query, Body, Answers> {
  const answers = Object.entries<Answer>(definition.answers);
  const bodies = Object.fromEntries<BodyKind>(answers.map(([status, answer]) => [status, bodyKind(answer)]));
  return { ...definition, bodies };
}

function bodyKind({ schema, contentType = 'application/json' }: Answer): BodyKind {
  if (schema === undefined) return 'none';
  // application/x-ndjson does not match, because NDJSON is not one JSON document.
  return /[/+]json\b/.test(contentType) ? 'json' : 'text';
}
