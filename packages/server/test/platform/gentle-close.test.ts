import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGentleCloser } from '../../src/platform/http/bodies/gentle-close.ts';

const received: Socket[] = [];
const closer = createGentleCloser();
const server = createServer((request, response) => {
  received.push(request.socket);
  closer.close(request);
  response.writeHead(413, { connection: 'close' }).end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo; // it listens on a port
after(() => {
  server.closeAllConnections();
  server.close();
});

test('the rest of rejected bodies is discarded slowly, however many callers send them', async () => {
  const body = Buffer.alloc(2 ** 25);
  const callers = Array.from({ length: 8 }, () => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
    return socket;
  });
  await Promise.all(callers.map((socket) => once(socket, 'data')));
  const startedAt = performance.now();
  await sleep(400);
  const seconds = (performance.now() - startedAt) / 1_000;
  const bytes = received.reduce((sum, socket) => sum + socket.bytesRead, 0);
  // 25 turns a second of 2 MB each; a part may have arrived before the response
  assert.ok(bytes < 60e6 * seconds + 16e6, `${bytes} bytes in ${seconds} s`);
  for (const socket of callers) socket.destroy();
});
