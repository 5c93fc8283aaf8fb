import type { IncomingHttpHeaders } from 'node:http';
import { problem } from '@pimento/contract/problem';
import { PimentoError } from '../errors.ts';

/**
 * Reads the header Idempotency-Key.
 * @returns undefined if the request has none
 * @throws PimentoError invalid-parameter if it is empty or too long
 */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = [headers['idempotency-key']].flat()[0];
  if (key === undefined || (key.length > 0 && key.length <= 255)) return key;
  throw new PimentoError(problem('invalid-parameter', { kind: 'idempotency-key' }), { parameter: 'Idempotency-Key' });
}
