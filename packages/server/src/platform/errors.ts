import type { ItemProblem } from '@pimento/contract';
// These modules are not imported through the index, because the index creates all schemas. The schemas take 8 MB in each thread, even in
// threads that need only the codes.
import type { CodedProblem } from '@pimento/contract/problem';
import { problemCodes, type ProblemCode } from '@pimento/contract/problem-codes';

/**
 * Rejects a whole request with a problem of the catalogue. `extra` contains extension members of the problem document (for instance
 * `errors`, `line`, `handled`). `headers` contains headers of the response. An array becomes one header line for each value.
 */
export class PimentoError extends Error {
  readonly code: ProblemCode;
  /** Undefined only for a response that was stored by an earlier version of Pimento. */
  readonly params: Record<string, unknown> | undefined;
  readonly extra: { errors?: ItemProblem[] } & Record<string, unknown>;
  readonly headers: Record<string, string | string[]>;

  constructor(
    { code, message, params }: CodedProblem<ProblemCode>,
    extra: { errors?: ItemProblem[] } & Record<string, unknown> = {},
    headers: Record<string, string | string[]> = {},
  ) {
    super(message);
    this.name = 'PimentoError';
    this.code = code;
    this.params = params;
    this.extra = extra;
    this.headers = headers;
  }

  get status(): number {
    return problemCodes[this.code].status;
  }
}

/** Returns the SQLSTATE or system error code of an unknown error, if present. */
export function errorCode(error: unknown): string | undefined {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;
}

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
const networkMessages =
  /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/;

/** Returns true if an ENOENT error is about a missing socket. An error about any other file is a bug. */
const isConnecting = (error: unknown) =>
  typeof error === 'object' && error !== null && 'syscall' in error && error.syscall === 'connect';

/**
 * Returns true if the work can be tried again later, because the database is unreachable, stopping or out of resources, or because the
 * connection to the database broke.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = errorCode(error);
  if (code === 'ENOENT') return isConnecting(error);
  if (code !== undefined) return networkCodes.has(code) || /^(08|57P0|53|25P03)/.test(code);
  return error instanceof Error && networkMessages.test(error.message);
}

/** SQLSTATE of the database, and codes of the file system, for a full disk or a used-up quota. */
const fullDatabase = '53100';
const fullDisk = new Set(['ENOSPC', 'EDQUOT']);
/** SQLSTATE that is returned if the database or the role accepts no more connections. */
const noConnection = '53300';

/**
 * Returns which resource is used up: the disk of the database, the disk of the files, or the connections of the database.
 * @returns undefined for any other error
 */
export function shortageOf(error: unknown): 'database' | 'files' | 'connections' | undefined {
  const code = errorCode(error);
  if (code === fullDatabase) return 'database';
  if (code === noConnection) return 'connections';
  return code !== undefined && fullDisk.has(code) ? 'files' : undefined;
}

/** Returns true if the transaction failed because of a concurrent transaction and can therefore be run again. */
export function isSerializationConflict(error: unknown): boolean {
  const code = errorCode(error);
  return code === '40001' || code === '40P01';
}
