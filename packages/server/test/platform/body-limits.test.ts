import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, describe, test } from 'node:test';
import { PimentoError } from '../../src/platform/errors.ts';
import { createGentleCloser } from '../../src/platform/http/bodies/gentle-close.ts';
import { createLargeBodies } from '../../src/platform/http/bodies/large-body.ts';
import { createPaceJudge } from '../../src/platform/http/bodies/body-pace.ts';
import { startTestService } from '../test-service.ts';

const arrival = { bodyMs: 300, pace: { bytesPerSecond: 1_000, windowMs: 300 } };
const service = await startTestService({ arrival });
after(() => service[Symbol.asyncDispose]());
const caller = await service.client('acme');
const authorization = `authorization: Bearer ${caller.secret}`;

interface Exchange {
  status: number;
  head: string;
  code: string;
}

/**
 * Sends the head of a request, then the parts of the body. Resolves when the response is complete. Rejects if the connection closes before
 * that.
 */
function exchange(lines: string[], parts: (string | Buffer)[] = []): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(service.port, '127.0.0.1', () => {
      socket.write(`${[...lines, 'host: x'].join('\r\n')}\r\n\r\n`);
      for (const part of parts) socket.write(part);
    });
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
      const [head = '', body] = answer.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? Infinity);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      const { code } = JSON.parse(body) as { code: string };
      resolve({ status: Number(head.slice(9, 12)), head: head.toLowerCase(), code });
      socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error(`closed after: ${answer}`));
    });
  });
}

const mebibyte = 2 ** 20;
const json = 'content-type: application/json';
const form = 'content-type: application/x-www-form-urlencoded';

describe('Bodies that are refused without being received', () => {
  for (const [what, lines, status, code] of [
    ['a form of 1 MiB for a token', ['POST /oauth/token HTTP/1.1', form], 413, 'body-too-large'],
    ['a sign-in of 1 MiB', ['POST /console/session HTTP/1.1', json], 413, 'body-too-large'],
    ['a body for an address without an operation', ['POST /nothing HTTP/1.1', form], 404, 'not-found'],
    ['a body for another method', ['POST /api/products/v1/products HTTP/1.1', form], 405, 'method-not-allowed'],
    ['a list of products without a key', ['POST /api/products/v1/deletions HTTP/1.1', json], 401, 'unauthorized'],
    ['an import without a key', ['POST /api/import/v1/feeds/master HTTP/1.1', json], 401, 'unauthorized'],
    ['1 MiB for a new account', ['POST /console/client-keys/x/rotate HTTP/1.1', json], 401, 'unauthorized'],
  ] as const) {
    test(`${what} is answered before any of it is sent, and the connection ends`, async () => {
      const answer = await exchange([...lines, `content-length: ${mebibyte}`]);
      assert.deepEqual([answer.status, answer.code], [status, code]);
      assert.match(answer.head, /\nconnection: close/);
    });
  }

  test('a caller that sends the whole body regardless still gets the answer', async () => {
    const bytes = Buffer.alloc(4 * mebibyte, 'a');
    for (const path of ['/oauth/token', '/nothing']) {
      const answer = await exchange([`POST ${path} HTTP/1.1`, form, `content-length: ${bytes.length}`], [bytes]);
      assert.equal(answer.status, path === '/nothing' ? 404 : 413);
    }
  });

  test('a chunked body is refused at the limit of its operation', async () => {
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const answer = await exchange(['POST /oauth/token HTTP/1.1', form, 'transfer-encoding: chunked'], [chunk]);
    assert.deepEqual([answer.status, answer.code], [413, 'body-too-large']);
  });

  test('a caller that asks before it sends is not asked for a body that is refused', async () => {
    const answer = await exchange([
      'POST /oauth/token HTTP/1.1',
      form,
      `content-length: ${mebibyte}`,
      'expect: 100-continue',
    ]);
    assert.equal(answer.status, 413);
  });
});

test('the bodies that were not read when the service shuts down are refused as unavailable, and can be sent again', async () => {
  const module = new URL('data:text/javascript,export function findJsonFault() { for (;;); }');
  const bodies = createLargeBodies(module);
  const send = (text: string) => bodies.read('startProductDeletion', Buffer.from(text));
  const unread = Promise.allSettled(['{', '{"productIds":["a"]}'].map(send));
  await bodies[Symbol.asyncDispose]();
  const answers = [...(await unread), ...(await Promise.allSettled([send('{"productIds":["a"]}')]))];
  for (const answer of answers) {
    assert.ok(answer.status === 'rejected');
    assert.ok(answer.reason instanceof PimentoError);
    const { code, params, headers } = answer.reason;
    assert.deepEqual([code, params, headers], ['unavailable', { kind: 'shutting-down' }, { 'retry-after': '1' }]);
  }
});

describe('Limits of bodies', () => {
  test('an ordinary body has 64 KiB at most, and a list of ids many more', async () => {
    const post = async (path: string, body: unknown) => {
      const headers = { 'content-type': 'application/json' };
      return (await caller.call('POST', path, { headers, body: JSON.stringify(body) })).status;
    };
    const long = 'x'.repeat(70_000);
    assert.equal(await post('/console/attributes/a/conversion', { long }), 413);
    const productIds = Array.from({ length: 50_000 }, (_, index) => `product ${index}`);
    assert.equal(await post('/api/products/v1/deletions', { productIds }), 202);
  });

  test('a large body is validated like a small one, with the place of each fault', async () => {
    const headers = { 'content-type': 'application/json' };
    const send = (body: string) => caller.call('POST', '/api/products/v1/deletions', { headers, body });
    const ids = Array.from({ length: 50_000 }, (_, index) => `"product ${index}"`).join();
    const broken = await send(`{"productIds":[${ids}}`);
    assert.deepEqual([broken.status, broken.body.code], [400, 'malformed-json']);
    assert.equal(broken.body.offset, ids.length + 15);
    const wrong = await send(`{"productIds":[${ids},7]}`);
    assert.deepEqual([wrong.status, wrong.body.code], [400, 'invalid-body']);
    assert.equal(wrong.body.errors[0].path, '/productIds/50000');
  });

  test('a large body that takes too long or ends the thread is refused alone, and the bodies behind it are read', async () => {
    const product = Buffer.from('{"productIds":["a"]}');
    for (const fault of ['for (;;);', 'process.exit();']) {
      const module = new URL(`data:text/javascript,export function findJsonFault() { ${fault} }`);
      await using bodies = createLargeBodies(module, 2_000);
      const answers = await Promise.allSettled(
        [Buffer.from('{'), product, product].map((bytes) => bodies.read('startProductDeletion', bytes)),
      );
      const [refused, ...read] = answers.map((answer) =>
        answer.status === 'rejected' ? answer.reason.code : answer.value,
      );
      assert.equal(refused, 'body-too-large', fault);
      assert.deepEqual(read, [{ productIds: ['a'] }, { productIds: ['a'] }], fault);
    }
  });

  test('a form has a dozen fields at most, and other operations take none', async () => {
    const send = (path: string, body: string) =>
      fetch(service.baseUrl + path, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: `Bearer ${caller.secret}` },
      });
    const fields = Array.from({ length: 13 }, (_, index) => `f${index}=1`).join('&');
    assert.equal((await send('/oauth/token', fields)).status, 400);
    assert.equal((await send('/api/products/v1/deletions', 'a=1')).status, 415);
  });

  test('a body that does not arrive in time is refused with 408', async () => {
    const lines = ['POST /oauth/token HTTP/1.1', form, 'content-length: 20'];
    const answer = await exchange(lines, ['grant']);
    assert.deepEqual([answer.status, answer.code], [408, 'request-timeout']);
    assert.match(answer.head, /\nconnection: close/);
  });

  test('an import or upload whose body trickles is ended, and the caller reads why', async () => {
    const upload = 'content-type: multipart/form-data; boundary=b';
    const part = '--b\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\nabc';
    await caller.importProducts([{ __ID: 'p', PRIMARY_ASSET: 'a.txt' }]);
    for (const [path, type, text] of [
      ['/api/import/v1/feeds/master', json, '\n'],
      ['/api/asset/v1/assets/upload?assetId=a.txt', upload, part],
    ] as const) {
      const answer = await exchange([`POST ${path} HTTP/1.1`, type, authorization, 'content-length: 100000'], [text]);
      assert.deepEqual([answer.status, answer.code], [408, 'request-timeout']);
      assert.match(answer.head, /\nconnection: close/);
    }
  });

  test('only a sender is ever too slow, and never a body that waits for the service', () => {
    const limits = { bytesPerSecond: 1_000, windowMs: 30_000 };
    function samples(count: number, step: number, isWaiting: boolean): boolean[] {
      const isTooSlow = createPaceJudge(limits);
      return Array.from({ length: count }, (_, index) => isTooSlow({ bytes: index * step, isWaiting }));
    }
    assert.ok(!samples(50, 0, false).includes(true), 'bytes wait to be read');
    assert.ok(!samples(50, 5_000, true).includes(true), 'exactly 1,000 bytes a second');
    assert.deepEqual(samples(7, 4_999, true), [false, false, false, false, false, false, true]);
  });
});

test('the rest of rejected bodies is discarded slowly, however many callers send them', async () => {
  const received: net.Socket[] = [];
  const closer = createGentleCloser();
  const server = createServer((request, response) => {
    received.push(request.socket);
    closer.close(request);
    response.writeHead(413, { connection: 'close' }).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo; // a listening server has a port
  const body = Buffer.alloc(2 ** 25);
  const callers = Array.from({ length: 8 }, () => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${body.length}\r\n\r\n`);
    socket.write(body);
    return socket;
  });
  await Promise.all(callers.map((socket) => once(socket, 'data')));
  const bytesSoFar = () => received.reduce((sum, socket) => sum + socket.bytesRead, 0);
  // before the response, the service may read 2 MB of each connection
  await sleep(100);
  const [startedAt, before] = [performance.now(), bytesSoFar()];
  await sleep(300);
  const seconds = (performance.now() - startedAt) / 1_000;
  const bytes = bytesSoFar() - before;
  // the service discards the rest of the bodies in 100 reads a second of at most 64 KiB each, for all connections together
  assert.ok(bytes > 0, 'the rest is being read');
  assert.ok(bytes < 10e6 * seconds + 1e6, `${bytes} bytes in ${seconds} s`);
  for (const socket of callers) socket.destroy();
  server.closeAllConnections();
  server.close();
});
