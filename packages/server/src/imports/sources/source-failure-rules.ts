import type { ItemProblem } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import { failureOf } from '../../assets/index.ts';
import { DropPlaceError, PimentoError } from '../../platform/index.ts';
import type { SourceSettings } from './source-types.ts';

/** Time limit of a run in minutes, enough to receive 4 GiB at 1.2 MB per second. */
export const runMinutes = 60;
/** Maximum number of files in a watched folder. */
export const maxDropFiles = 10_000;

/** The reason why a run failed. */
export interface SourceFailure {
  fault: CodedProblem;
  /** Problems with the columns of the file. */
  errors: ItemProblem[];
  /** True if a repetition would have the same result. */
  isFinal: boolean;
  /** Minimum wait in milliseconds that the server demanded before the next request, or 0 for none. */
  waitMs: number;
  /** True for an unexpected error in Pimento, which is logged. */
  isOwn: boolean;
}

/** Codes of temporary refusals. */
const passing = new Set(['unavailable', 'storage-full', 'too-many-requests', 'request-timeout', 'request-aborted']);

function ofRefusal({ code, message, params, extra }: PimentoError): SourceFailure {
  const { errors } = extra;
  const fault = { code, message, ...(params === undefined ? {} : { params }) };
  return {
    fault,
    errors: Array.isArray(errors) ? errors : [], // `errors` of a refusal are always problems
    isFinal: !passing.has(code),
    waitMs: 0,
    isOwn: code === 'internal-error',
  };
}

const plain = (fault: CodedProblem, isFinal: boolean, more: Partial<SourceFailure> = {}): SourceFailure => ({
  fault,
  errors: [],
  isFinal,
  waitMs: 0,
  isOwn: false,
  ...more,
});

/** Thrown if the deadline of a run has passed. */
export class RunTooSlowError extends Error {
  override readonly name = 'RunTooSlowError';
}

/** Thrown if a source cannot run as it is configured. */
export class SourceRefusedError extends Error {
  override readonly name = 'SourceRefusedError';
  readonly fault: CodedProblem<'source-failed'>;

  constructor(fault: CodedProblem<'source-failed'>) {
    super(fault.message);
    this.fault = fault;
  }
}

export function describeFailure(
  error: unknown,
  { name: source, settings: { from } }: { name: string; settings: SourceSettings },
): SourceFailure {
  if (error instanceof PimentoError) return ofRefusal(error);
  if (error instanceof SourceRefusedError) return plain(error.fault, true);
  if (error instanceof RunTooSlowError)
    return plain(problem('source-failed', { kind: 'too-slow', source, minutes: runMinutes }), false);
  if (error instanceof DropPlaceError && from.kind === 'folder') {
    const { path } = from;
    return error.kind === 'too-many'
      ? plain(problem('source-failed', { kind: 'too-many-files', source, path, max: maxDropFiles }), true)
      : plain(problem('source-failed', { kind: 'folder-unreadable', source, path }), false);
  }
  const host = from.kind === 'address' ? new URL(from.url).host : '';
  const failure = from.kind === 'address' ? failureOf(error, host) : undefined;
  if (failure) {
    const { code, message: reason, isFinal, retryAfterMs: waitMs = 0 } = failure;
    return plain(problem('source-failed', { kind: 'request', source, code, reason }), isFinal, { waitMs });
  }
  return plain(problem('source-failed', { kind: 'other', source }), false, { isOwn: true });
}
