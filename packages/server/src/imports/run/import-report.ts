import type { ImportReport, ProblemCode } from '@pimento/contract';
import { type CodedProblem, problem } from '@pimento/contract/problem';
import { errorCode, isDatabaseUnavailable, PimentoError, shortageOf } from '../../platform/core.ts';
import { JobLostError } from '../jobs/import-job-store.ts';
import { BodyFaultError, problemOfFault } from '../read/body-fault.ts';
import type { ImportSession } from '../store/import-session.ts';

/** Creates the report of an import that has read its whole body. Times are from the clock of this process. */
export function reportOf(session: ImportSession): ImportReport {
  const { request, tally, deps } = session;
  const durationMs = Math.round(deps.clock.monotonic() - session.startedAt);
  const now = deps.clock.now();
  return {
    jobRef: request.jobId,
    feedId: 'master',
    channelId: null,
    status: 'Completed',
    importType: request.importType,
    origin: request.origin,
    dryRun: request.dryRun,
    atomic: request.atomic,
    received: tally.handled,
    handled: tally.handled,
    created: tally.created,
    updated: tally.updated,
    unchanged: tally.unchanged,
    rejected: tally.rejected,
    createdAttributes: session.createdAttributes,
    warnings: session.warnings,
    warningsTruncated: tally.warnings > session.warnings.length,
    errors: session.problems,
    errorsTruncated: tally.errors > session.problems.length,
    errorCounts: Object.fromEntries(session.problemCounts),
    fault: null,
    bytesReceived: session.bytesRead,
    bytesTotal: request.bytesTotal,
    startedAt: new Date(now.getTime() - durationMs).toISOString(),
    finishedAt: now.toISOString(),
    durationMs,
  };
}

/** The reason why an import ended early, as data that is sent between threads and stored with the job. */
export interface ImportFault extends CodedProblem<ProblemCode> {
  extra: Record<string, unknown>;
  /** Stack trace of an unexpected error, or a phrase if the thread died; used only for the log. */
  stack?: string | undefined;
  /** Code of the database or network error that ended the import, or `lostJob`; used only for the log. */
  cause?: string | undefined;
}

/** The `cause` if this process no longer holds the job, because the job was cancelled or another process continues it. */
export const lostJob = 'job-lost';

/** The fault of a task whose thread has died. */
export const threadDied: ImportFault = {
  ...problem('internal-error', { kind: 'import' }),
  extra: {},
  stack: 'the import thread died',
};

/** Converts an error to the fault of a request that has no job. */
export function faultOfRequest(error: unknown): ImportFault {
  if (error instanceof PimentoError) {
    const { code, message, params, extra } = error;
    return { code, message, ...(params === undefined ? {} : { params }), extra };
  }
  const shortage = shortageOf(error);
  const cause = errorCode(error);
  if (shortage === 'connections') return { ...problem('unavailable', { kind: shortage }), extra: {}, cause };
  if (shortage !== undefined) return { ...problem('storage-full', { kind: shortage }), extra: {}, cause };
  if (isDatabaseUnavailable(error)) return { ...problem('unavailable', { kind: 'database' }), extra: {}, cause };
  const stack = error instanceof Error ? error.stack : String(error);
  return { ...problem('internal-error', { kind: 'import' }), extra: {}, stack };
}

/**
 * Returns true if the import was only interrupted and can continue when the database is available again or has free space. An import that
 * fills the disk of the files fails, because its own files may have filled it, and they would again.
 */
export const canGoOn = ({ code, params }: ImportFault): boolean =>
  code === 'unavailable' || (code === 'storage-full' && params?.['kind'] !== 'files');

/**
 * Returns true if the import itself did not fail, but ended because Pimento is stopping, the database is unavailable, or this process no
 * longer holds the job.
 */
export const wasInterrupted = ({ code, cause }: ImportFault): boolean => code === 'unavailable' || cause === lostJob;

/** Converts an error to a fault that reports the progress of the import to the caller. */
export function faultOf(error: unknown, session: Pick<ImportSession, 'tally' | 'request'>): ImportFault {
  const { handled } = session.request.atomic || session.request.dryRun ? { handled: 0 } : session.tally;
  const extra = { jobRef: session.request.jobId, handled };
  if (error instanceof BodyFaultError) {
    const { line, column, offset } = error.fault;
    const { productsBefore } = error;
    return {
      ...problemOfFault(error.fault),
      extra: { ...extra, line, column, offset, ...(productsBefore === undefined ? {} : { productsBefore }) },
    };
  }
  if (error instanceof PimentoError) {
    const { code, message, params } = error;
    return { code, message, ...(params === undefined ? {} : { params }), extra: { ...error.extra, ...extra } };
  }
  if (error instanceof JobLostError) return { ...problem('internal-error', { kind: 'import' }), extra, cause: lostJob };
  const shortage = shortageOf(error);
  const cause = errorCode(error);
  if (shortage === 'database') return { ...problem('storage-full', { kind: 'import' }), extra, cause };
  if (shortage === 'files') return { ...problem('storage-full', { kind: shortage }), extra, cause };
  if (shortage === 'connections') return { ...problem('unavailable', { kind: shortage }), extra, cause };
  if (isDatabaseUnavailable(error)) return { ...problem('unavailable', { kind: 'import' }), extra, cause };
  const stack = error instanceof Error ? error.stack : String(error);
  return { ...problem('internal-error', { kind: 'import' }), extra, stack };
}
