import type { ImportOutcome } from '@pimento/client';
import { counted } from '../../output/counted.ts';

/** Thrown if the service reports success although it has not received everything that was read from the file. */
class IncompleteImportError extends Error {
  override readonly name = 'IncompleteImportError';
  readonly code = 'incomplete-import';
}

function fail(jobRef: string, reason: string): never {
  throw new IncompleteImportError(
    `${reason} Import the file again, which is safe. Job of this import: pimento jobs get ${jobRef}`,
  );
}

/**
 * Refuses to report success if products were lost on the way to the service.
 * @param isRead true if the file was read to its end
 * @param sent number of products that were read from the file and not rejected
 * @throws IncompleteImportError
 */
export function requireProducts(outcome: ImportOutcome, { isRead, sent }: { isRead: boolean; sent: number }): void {
  if (outcome.status === 'Failed') return;
  if (!isRead) fail(outcome.jobRef, 'The import ended before the whole file was read.');
  if ('received' in outcome && outcome.received !== sent)
    fail(outcome.jobRef, `${counted(sent, 'product')} were sent, but the service received ${outcome.received}.`);
}

/**
 * Refuses to report success if bytes of a file were lost on the way to the service.
 * @param isPacked true if the bytes were sent in a Content-Encoding; the service counts unpacked bytes
 * @throws IncompleteImportError
 */
export function requireBytes(
  outcome: ImportOutcome,
  { isRead, sent, isPacked }: { isRead: boolean; sent: number; isPacked: boolean },
): void {
  if (outcome.status === 'Failed') return;
  if (!isRead) fail(outcome.jobRef, 'The import ended before the whole file was read.');
  if (!isPacked && 'received' in outcome && outcome.bytesReceived !== sent)
    fail(outcome.jobRef, `${counted(sent, 'byte')} were sent, but the service received ${outcome.bytesReceived}.`);
}
