import type { ImportOutcome } from '@pimento/client';
import { counted } from '../../output/counted.ts';

/** Thrown if the service reports success although it has not received the whole file. */
class IncompleteImportError extends Error {
  override readonly name = 'IncompleteImportError';
  readonly code = 'incomplete-import';
}

/** The part of a file that was read and sent. */
interface SentFile {
  /** True if the file was read to its end. */
  isRead: boolean;
  /** Number of products that were read and not rejected, or for `requireBytes` the number of bytes that were read. */
  sent: number;
  /** Idempotency key of the import. Another import with the same key would get the result of this import. */
  idempotencyKey: string | undefined;
}

function fail(jobRef: string, reason: string, { idempotencyKey }: SentFile): never {
  const again = `Import the file again${idempotencyKey === undefined ? '' : ' with another --idempotency-key'}`;
  throw new IncompleteImportError(`${reason} ${again}, which is safe. Job of this import: pimento jobs get ${jobRef}`);
}

/**
 * Refuses to report success if products were lost on the way to the service.
 * @throws IncompleteImportError
 */
export function requireProducts(outcome: ImportOutcome, file: SentFile): void {
  const { isRead, sent } = file;
  if (outcome.status === 'Failed') return;
  if (!isRead) fail(outcome.jobRef, 'The import ended before the whole file was read.', file);
  if ('received' in outcome && outcome.received !== sent)
    fail(outcome.jobRef, `${counted(sent, 'product')} were sent, but the service received ${outcome.received}.`, file);
}

/**
 * Refuses to report success if bytes of a file were lost on the way to the service.
 * @param isPacked true if the bytes were sent in a Content-Encoding; the service counts unpacked bytes
 * @throws IncompleteImportError
 */
export function requireBytes(outcome: ImportOutcome, file: SentFile & { isPacked: boolean }): void {
  const { isRead, sent, isPacked } = file;
  if (outcome.status === 'Failed') return;
  if (!isRead) fail(outcome.jobRef, 'The import ended before the whole file was read.', file);
  if (!isPacked && 'received' in outcome && outcome.bytesReceived !== sent)
    fail(
      outcome.jobRef,
      `${counted(sent, 'byte')} were sent, but the service received ${outcome.bytesReceived}.`,
      file,
    );
}
