import assert from 'node:assert/strict';
import net from 'node:net';
import { after, test } from 'node:test';
import { startTestService } from '../test-service.ts';

const service = await startTestService();
after(() => service[Symbol.asyncDispose]());

/** Sends bytes, and resolves with all received bytes when the connection ends. */
function exchange(sent: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(service.port, '127.0.0.1', () => socket.write(sent));
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (answer += text));
    socket.on('end', () => {
      resolve(answer);
    });
    socket.on('error', reject);
  });
}

for (const [what, sent, status, code] of [
  ['What is no HTTP', 'hello there\r\n\r\n', 400, 'malformed-request'],
  [
    'A header that is too large',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'headers-too-large',
  ],
] as const) {
  test(`${what} is refused with a problem document, like everything else.`, async () => {
    const [head = '', body = ''] = (await exchange(sent)).split('\r\n\r\n');
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /content-type: application\/problem\+json/);
    const problem = JSON.parse(body) as Record<string, unknown>;
    assert.deepEqual([problem['code'], problem['status']], [code, status]);
    assert.match(head, new RegExp(`x-request-id: ${String(problem['requestId'])}`));
  });
}
