import type { ProblemParams } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { FileError, type FileErrorCode } from '@pimento/files';
import { PimentoError, toStorableText } from '../../platform/core.ts';

type Fault = ProblemParams['invalid-file']['fault'];

/** Codes of errors that occur only when a file is written. */
const ofWriting: Partial<Record<FileErrorCode, true>> = { 'format-cannot-carry': true, 'definitions-changed': true };

const faultOf = (code: FileErrorCode): Fault => (ofWriting[code] === true ? 'file-damaged' : (code as Fault)); // the contract has all other codes

/** Converts a `FileError` to the refusal of a request. Returns any other error unchanged. */
export function refusalOfFile(error: unknown): unknown {
  if (!(error instanceof FileError)) return error;
  return new PimentoError(
    problem('invalid-file', { fault: faultOf(error.code), reason: toStorableText(error.message) }),
  );
}

/** Yields the bytes unchanged. If reading them throws a `FileError`, throws the refusal of the request instead. */
export async function* refusing(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* bytes;
  } catch (error) {
    throw refusalOfFile(error);
  }
}

/**
 * Returns a function that throws a PimentoError (invalid-file) once `ms` milliseconds have passed. Call it repeatedly while a file is read
 * for a waiting request.
 */
export function limitTime(now: () => number, ms: number): () => void {
  const end = now() + ms;
  return () => {
    if (now() <= end) return;
    const reason = `The file cannot be read within ${Math.round(ms / 1000)} seconds. Save it as CSV, or split it.`;
    throw new PimentoError(problem('invalid-file', { fault: 'too-slow', reason }));
  };
}
