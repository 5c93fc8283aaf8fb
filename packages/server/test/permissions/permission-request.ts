import { setTimeout as pause } from 'node:timers/promises';
import type { Operation } from '@pimento/contract';
import type { Pool } from 'undici';
import { formOf } from '../assets/asset-server.ts';
import type { Credential } from './credentials.ts';
import type { Objects, RequestParts } from './permission-entry.ts';

export interface Reply {
  status: number;
  /** The headers as JSON and the body of the response. */
  text: string;
  headers: Record<string, string | string[] | undefined>;
}

const upload = formOf([{ bytes: new TextEncoder().encode('another text'), name: 'leaflet.txt' }]);

function bodyOf(parts: RequestParts, objects: Objects): { type: string; body: string | Uint8Array } | undefined {
  if (parts.file === true) return { type: upload.type, body: upload.body };
  if (parts.form) return { type: 'application/x-www-form-urlencoded', body: parts.form(objects) };
  return parts.body && { type: 'application/json', body: JSON.stringify(parts.body(objects)) };
}

function pathOf(operation: Operation, parts: RequestParts, objects: Objects): string {
  const params = parts.params?.(objects) ?? {};
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  return path + (parts.query?.(objects) ?? '');
}

/**
 * Sends the request of an operation with a credential. Repeats the request while the service refuses it because too many passwords are
 * being checked.
 */
export async function sendRequest(
  ...request: [
    pool: Pool,
    operation: Operation,
    parts: RequestParts,
    objects: Objects,
    credential: Pick<Credential, 'headers' | 'respell' | 'method'>,
  ]
): Promise<Reply> {
  for (;;) {
    const reply = await sendOnce(...request);
    if (!reply.text.includes('"kind":"passwords"')) return reply;
    await pause(Number(reply.headers['retry-after']) * 1_000);
  }
}

async function sendOnce(
  pool: Pool,
  operation: Operation,
  parts: RequestParts,
  objects: Objects,
  credential: Pick<Credential, 'headers' | 'respell' | 'method'>,
): Promise<Reply> {
  const path = pathOf(operation, parts, objects);
  const sent = bodyOf(parts, objects);
  const { statusCode, headers, body } = await pool.request({
    method: credential.method?.(operation.method) ?? operation.method,
    path: credential.respell?.(path) ?? path,
    headers: [...credential.headers.flat(), ...(sent ? ['content-type', sent.type] : [])],
    ...(sent ? { body: sent.body } : {}),
  });
  return { status: statusCode, headers, text: `${JSON.stringify(headers)}\n${await body.text()}` };
}
