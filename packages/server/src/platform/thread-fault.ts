import type { ItemProblem } from '@pimento/contract';
import { errorCode, PimentoError } from './errors.ts';

/** An error as data, because an error loses its class and its code when it is posted to another thread. */
export type ThreadFault =
  | {
      problem: ConstructorParameters<typeof PimentoError>[0];
      extra: { errors?: ItemProblem[] } & Record<string, unknown>;
      headers: PimentoError['headers'];
    }
  | { message: string; code: string | undefined; stack: string | undefined };

/** Converts an error to data that can be posted to another thread. */
export function threadFault(error: unknown): ThreadFault {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, stack: undefined };
  if (!(error instanceof PimentoError)) return { message: error.message, code: errorCode(error), stack: error.stack };
  const { code, message, params, extra, headers } = error;
  return { problem: { code, message, ...(params === undefined ? {} : { params }) }, extra, headers };
}

/**
 * Converts data from another thread back to an error, which is a PimentoError or a plain Error with the code and the stack of the original.
 */
export function errorOfThread(fault: ThreadFault): Error {
  if ('problem' in fault) return new PimentoError(fault.problem, fault.extra, fault.headers);
  const { message, code, stack } = fault;
  return Object.assign(new Error(message), code === undefined ? {} : { code }, stack === undefined ? {} : { stack });
}
