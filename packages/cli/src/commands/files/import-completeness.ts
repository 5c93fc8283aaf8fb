import type { ImportOutcome } from '@pimento/client';
import { counted } from '../../output/counted.ts';

/** Thrown if the service reports success although it has not received everything that was read from the file. */
class IncompleteImportError extends Error {
  override readonly name = 'IncompleteImportError';
  readonly code = 'incomplete-import';
}

/** What was read of a file. */
interface SentFile {
  /** True if the file was read to its end. */
  isRead: boolean;
  /** Number of products that were read from the file and not rejected, or number of bytes. */
  sent: number;
  /** The key of the import, with which the service would answer another import with this result. */
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
