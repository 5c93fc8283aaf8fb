import type { Operation } from '@pimento/contract';
import type { Caller } from './caller.ts';

/** The parts of a request that the audit log records. */
export interface ActRequest {
  caller: Caller | undefined;
  /** IP address. */
  address: string;
  userAgent: string | undefined;
  params: Record<string, unknown>;
  body: unknown;
}

/** Runs the handler of an operation and records it if the operation is audited. */
export type ActRunner = <T>(operation: Operation, request: ActRequest, work: () => Promise<T>) => Promise<T>;
