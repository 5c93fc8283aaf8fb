import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { problem } from '@pimento/contract/problem';
import { PimentoError, readIdempotencyKey, requireContentEncoding } from '../platform/index.ts';
import type { BodyFormat } from './read/body-frame.ts';

const formats: Record<string, BodyFormat> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/json-lines': 'ndjson',
};

/** The headers of an import request, parsed. */
export interface RequestFacts {
  format: BodyFormat;
  encoding: string | null;
  bytesTotal: number | null;
  respondAsync: boolean;
  idempotencyKey: string | undefined;
}

function formatOf(header: string | undefined): BodyFormat {
  const type = header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const format = Object.hasOwn(formats, type) ? formats[type] : undefined;
  if (format === undefined) {
    throw new PimentoError(problem('unsupported-content-type', { kind: 'import', found: type === '' ? null : type }));
  }
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(header ?? '')?.[1]?.toLowerCase();
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset)) {
    throw new PimentoError(problem('unsupported-content-type', { kind: 'charset', charset }));
  }
  return format;
}

/** @throws PimentoError unsupported-content-type, unsupported-encoding, body-too-large, invalid-parameter */
export function readRequestFacts(headers: IncomingHttpHeaders, bodyLimit: number): RequestFacts {
  const format = formatOf(headers['content-type']);
  const encoding = requireContentEncoding(headers['content-encoding']);
  const length = headers['content-length'];
  const bytesTotal = length === undefined ? null : Number(length);
  if (bytesTotal !== null && bytesTotal > bodyLimit) {
    throw new PimentoError(problem('body-too-large', { kind: 'sent', bytes: bytesTotal, maxBytes: bodyLimit }));
  }
  const idempotencyKey = readIdempotencyKey(headers);
  const prefer = [headers['prefer'] ?? []].flat().join(',');
  const respondAsync = prefer.split(',').some((part) => part.trim().toLowerCase().startsWith('respond-async'));
  return { format, encoding, bytesTotal, respondAsync, idempotencyKey };
}

const hashOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

/**
 * Computes hashes of the request properties that must be equal if two requests have the same Idempotency-Key. The encoding and the length
 * of the body may differ, because the decoded body is compared separately. Only `formerHash`, the hash that earlier versions of Pimento
 * stored, includes them.
 */
export function requestHashes(
  { format, encoding, bytesTotal, respondAsync }: RequestFacts,
  query: Record<string, unknown>,
): { requestHash: Buffer; formerHash: Buffer } {
  return {
    requestHash: hashOf({ format, respondAsync, ...query }),
    formerHash: hashOf({ format, encoding, bytesTotal, respondAsync, ...query }),
  };
}
