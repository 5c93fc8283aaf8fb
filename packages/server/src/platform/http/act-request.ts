import type { Operation } from '@pimento/contract';
import type { Caller } from './caller.ts';

/** The parts of a request that the audit log records. */
export interface ActRequest {
  caller: Caller | undefined;
  /** The IP address of the caller. */
  address: string;
  userAgent: string | undefined;
  params: Record<string, unknown>;
  body: unknown;
}

/** Runs the handler of an operation. If the operation is audited, also records the request in the audit log. */
export type ActRunner = <T>(operation: Operation, request: ActRequest, work: () => Promise<T>) => Promise<T>;
