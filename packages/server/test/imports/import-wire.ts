import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TestCaller } from '../test-service.ts';

export interface WireAnswer {
  status: number;
  head: string;
  body: any; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

/** A raw import request for malformed cases, such as bodies that stop early and a wrong Content-Length. */
export interface WireImport {
  socket: Socket;
  /** Sends one chunk of the body. */
  write(chunk: string | Uint8Array): Promise<void>;
  end(): void;
  /** Resolves with the response when the service has sent it completely and closed the connection. */
  answer(): Promise<WireAnswer>;
  /** Like `answer`, but for a connection with several responses: `rest` is everything after the first response's head. */
  answers(): Promise<{ head: string; rest: string }>;
}

/** Opens an import request with a chunked body, or with the given Content-Length. */
export async function openWireImport(
  port: number,
  caller: TestCaller,
  options: { query?: string; headers?: Record<string, string>; length?: number } = {},
): Promise<WireImport> {
  const { query = '', headers = {}, length } = options;
  const socket = connect({ host: '127.0.0.1', port, allowHalfOpen: true });
  socket.setNoDelay(true);
  // Ignored, because some tests make the service reset the connection.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const all = {
    host: 'localhost',
    authorization: `Bearer ${caller.secret}`,
    'content-type': 'application/json',
    connection: 'close',
    ...(length === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/import/v1/feeds/master${query} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const answers = async () => {
    const [head = '', ...rest] = (await text(socket)).split('\r\n\r\n');
    socket.destroy();
    return { head, rest: rest.join('\r\n\r\n') };
  };
  return {
    socket,
    async write(chunk) {
      const bytes = Buffer.from(chunk);
      if (length === undefined) socket.write(`${bytes.length.toString(16)}\r\n`);
      socket.write(bytes);
      if (length === undefined) socket.write('\r\n');
      if (socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
    },
    end() {
      if (length === undefined) socket.write('0\r\n\r\n');
    },
    answers,
    async answer() {
      const { head, rest } = await answers();
      const json = /\{[\s\S]*\}/.exec(rest)?.[0];
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0),
        head,
        body: json === undefined ? undefined : JSON.parse(json),
      };
    },
  };
}
