import type { Operation, Permission } from '@pimento/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { WithIds } from '../ids.ts';
import type {
  AdapterCaller,
  Caller,
  ClientCaller,
  MemberCaller,
  OperatorCaller,
  OwnerCaller,
  PersonCaller,
} from './caller.ts';

/** Input of a handler. `params`, `query` and `body` were validated by the operation's schemas. Streams are read from `request`. */
export interface Call<O extends Operation, Who> {
  params: WithIds<z.output<O['params']>>;
  query: WithIds<z.output<O['query']>>;
  body: WithIds<z.output<NonNullable<O['body']>>>;
  caller: Who;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Aborts when the HTTP client disconnects before the response is sent. */
  signal: AbortSignal;
  /** Aborts with a PimentoError (request-timeout) when the body arrives too slowly. Used by operations that read the body as a stream. */
  pace: AbortSignal;
}

/** Response of a handler, with a status that the operation declares, and a body (JSON, text or a stream). */
export interface Reply {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
  /** True for an empty response to a repeated request, such as a poll without events. The request is logged with the level debug. */
  isEmpty?: boolean;
}

/** An operation with its handler. */
export interface Route {
  operation: Operation;
  /** True if the handler waits for work that takes long, so its requests must take no turn in the pool of operations. */
  isLong?: boolean;
  /** True if the handler writes an event and may therefore hold a database connection while it waits for the lock of its channel. */
  isAppending?: boolean;
  handle(call: Call<Operation, Caller | undefined>): Promise<Reply> | Reply;
}

type Handler<O extends Operation, Who> = (call: Call<O, Who>) => Promise<Reply> | Reply;

function bind<O extends Operation, Who>(operation: O, who: Permission['who'], handler: Handler<O, Who>): Route {
  if (operation.permission.who !== who) throw new Error(`${operation.id} is not for ${who}`);
  // The app checks operation.permission first, so the caller has the kind given by `who`.
  return { operation, handle: handler as Route['handle'] };
}

export function clientRoute<O extends Operation>(operation: O, handler: Handler<O, ClientCaller>): Route {
  return bind(operation, 'client', handler);
}
export function adapterRoute<O extends Operation>(operation: O, handler: Handler<O, AdapterCaller>): Route {
  return bind(operation, 'adapter', handler);
}
export function operatorRoute<O extends Operation>(operation: O, handler: Handler<O, OperatorCaller>): Route {
  return bind(operation, 'operator', handler);
}
export function personRoute<O extends Operation>(operation: O, handler: Handler<O, PersonCaller>): Route {
  return bind(operation, 'person', handler);
}
export function ownerRoute<O extends Operation>(operation: O, handler: Handler<O, OwnerCaller>): Route {
  return bind(operation, 'owner', handler);
}
export function memberRoute<O extends Operation>(operation: O, handler: Handler<O, MemberCaller>): Route {
  return bind(operation, 'member', handler);
}
export function openRoute<O extends Operation>(operation: O, handler: Handler<O, undefined>): Route {
  return bind(operation, 'anyone', handler);
}
/** Marks a route whose handler waits for work that takes long. Its requests take no turn in the pool of operations. */
export function longRoute(route: Route): Route {
  return { ...route, isLong: true };
}
/** Marks a route whose handler writes an event for an adapter, so that its requests use at most half of the connections. */
export function appendingRoute(route: Route): Route {
  return { ...route, isAppending: true };
}
