import { ProblemError } from '@pimento/client';
import { UsageError } from './usage-error.ts';

/** Thrown if a document is refused because of its content. The exit code is then 1. */
export class RefusedDocumentError extends Error {
  override readonly name = 'RefusedDocumentError';
  override readonly cause: Error;

  constructor(cause: Error) {
    super(cause.message);
    this.cause = cause;
  }
}

const documentCodes = new Set(['invalid-standard', 'invalid-mapping', 'invalid-body', 'malformed-json']);

/**
 * Awaits the reading or sending of a data standard or a mapping.
 * @throws RefusedDocumentError if the document cannot be parsed or is refused
 */
export async function ofDocument<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isRefused = error instanceof UsageError || (error instanceof ProblemError && documentCodes.has(error.code));
    throw isRefused ? new RefusedDocumentError(error) : error;
  }
}
