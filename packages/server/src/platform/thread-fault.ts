import type { ItemProblem } from '@pimento/contract';
import { errorCode, PimentoError } from './errors.ts';

/** An error as data. Between threads, errors lose their class and their code. */
export type ThreadFault =
  | {
      problem: ConstructorParameters<typeof PimentoError>[0];
      extra: { errors?: ItemProblem[] } & Record<string, unknown>;
      headers: PimentoError['headers'];
    }
  | { message: string; code: string | undefined; stack: string | undefined };

/** Converts an error to data, to be posted to another thread. */
export function threadFault(error: unknown): ThreadFault {
  if (!(error instanceof Error)) return { message: String(error), code: undefined, stack: undefined };
  if (!(error instanceof PimentoError)) return { message: error.message, code: errorCode(error), stack: error.stack };
  const { code, message, params, extra, headers } = error;
  return { problem: { code, message, ...(params === undefined ? {} : { params }) }, extra, headers };
}

/** Converts the data of another thread back to an error. */
export function errorOfThread(fault: ThreadFault): Error {
  if ('problem' in fault) return new PimentoError(fault.problem, fault.extra, fault.headers);
  const { message, code, stack } = fault;
  return Object.assign(new Error(message), code === undefined ? {} : { code }, stack === undefined ? {} : { stack });
}
