import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  createKey,
  deleteProduct,
  getHealth,
  getProduct,
  listProducts,
  type Problem,
  submitProducts,
  uploadImportFile,
} from '@pimento/contract';
import { ConnectionError, createClient, exportProducts, importProducts, UnexpectedAnswerError } from '../src/index.ts';
import { waitBefore } from '../src/retry.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // the flag `--expose-gc` defines this function

async function serve(listener: RequestListener): Promise<AsyncDisposable & { baseUrl: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const problem = (status: number, code: string): Problem => ({
  type: `/docs/problems#${code}`,
  title: code,
  status,
  detail: code,
  message: code,
  code,
  requestId: 'r1',
});

/** Starts a server that refuses the first `times` requests and accepts the others. */
async function refusing(times: number, status: number, headers: Record<string, string> = { 'retry-after': '0' }) {
  let seen = 0;
  const server = await serve((request, response) => {
    seen += 1;
    request.resume();
    if (seen <= times) {
      response.writeHead(status, { 'content-type': 'application/problem+json', ...headers });
      response.end(JSON.stringify(problem(status, 'unavailable')));
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"status":"ok","version":"1"}');
  });
  return { ...server, seen: () => seen };
}

test('a read is retried after 429 and 503, up to the limit', async () => {
  for (const status of [429, 503]) {
    await using server = await refusing(2, status);
    const answer = await createClient(server).call(getHealth);
    assert.equal(answer.status, 'ok');
    assert.equal(server.seen(), 3);
  }
  await using server = await refusing(9, 503);
  await assert.rejects(createClient({ ...server, retries: 2 }).call(getHealth), { status: 503, code: 'unavailable' });
  assert.equal(server.seen(), 3);
});

test('a POST is retried after 429 only, because after 503 it may have taken effect', async () => {
  const input = { body: { kind: 'operator', name: 'x' } } as const;
  await using busy = await refusing(1, 429);
  await createClient(busy).call(createKey, input);
  assert.equal(busy.seen(), 2);
  await using broken = await refusing(1, 503);
  await assert.rejects(createClient(broken).call(createKey, input), { status: 503 });
  assert.equal(broken.seen(), 1);
});

test('an import stream is never sent a second time', async () => {
  for (const status of [429, 503]) {
    await using server = await refusing(1, status);
    await assert.rejects(importProducts(createClient(server), [{ __ID: 'a' }]), { status });
    assert.equal(server.seen(), 1);
  }
});

test('a refusal with a long Retry-After is returned immediately', async () => {
  await using server = await refusing(1, 503, { 'retry-after': '3600' });
  await assert.rejects(createClient(server).call(getHealth), { status: 503 });
  assert.equal(server.seen(), 1);
});

test('aborting a call ends its wait', async () => {
  await using server = await refusing(9, 503, { 'retry-after': '20' });
  const reason = new Error('enough');
  const controller = new AbortController();
  const call = createClient(server).call(getHealth, { signal: controller.signal });
  while (server.seen() === 0) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(reason);
  await assert.rejects(call, reason);
});

test('reads and deletions are retried after a broken connection, and the final error names the reason', async () => {
  let seen = 0;
  await using server = await serve((request, response) => {
    seen += 1;
    if (seen === 1) request.socket.destroy();
    else response.writeHead(204).end();
  });
  await createClient(server).call(deleteProduct, { params: { productId: 'a' } });
  assert.equal(seen, 2);
  const closed = await serve(() => undefined);
  await closed[Symbol.asyncDispose]();
  await assert.rejects(createClient({ ...closed, retries: 0 }).call(getHealth), (error: unknown) => {
    assert.ok(error instanceof ConnectionError);
    assert.match(error.message, /\/healthz: .*ECONNREFUSED/);
    return true;
  });
});

test('an export whose connection breaks throws an error and never ends early', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.write('{"__ID":"a"}\n{"__ID":"b"}\n{"__I', () => response.destroy());
  });
  const seen: string[] = [];
  await assert.rejects(async () => {
    for await (const product of exportProducts(createClient(server))) seen.push(product.__ID);
  }, ConnectionError);
  assert.deepEqual(seen, ['a', 'b']);
});

test('lines that are split across chunks, even inside a character, are joined again', async () => {
  const bytes = Buffer.from('{"__ID":"ä"}\n{"__ID":"€"}\n{"__ID":"last"}');
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    let place = 0;
    const next = () => {
      if (place === bytes.length) response.end();
      else response.write(bytes.subarray(place, (place += 1)), () => setImmediate(next));
    };
    next();
  });
  const ids: string[] = [];
  for await (const product of exportProducts(createClient(server))) ids.push(product.__ID);
  assert.deepEqual(ids, ['ä', '€', 'last']);
});

test('an answer of another program at the address is not treated as a refusal', async () => {
  await using server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome</html>');
  });
  const call = createClient(server).call(getProduct, { params: { productId: 'a' } });
  await assert.rejects(call, UnexpectedAnswerError);
});

test('lists become repeated query parameters, and undefined is omitted', async () => {
  let url = '';
  await using server = await serve((request, response) => {
    url = request.url ?? '';
    response.end('{"products":[],"hasMore":false,"next":null}');
  });
  const query = { where: ['a=b&c', 'ü!'], family: undefined, limit: 5, count: true };
  await createClient({ ...server, baseUrl: `${server.baseUrl}/behind/` }).call(listProducts, { query });
  assert.equal(url, '/behind/api/products/v1/products?where=a%3Db%26c&where=%C3%BC%21&limit=5&count=true');
});

test('products are generated only as fast as they are sent', async () => {
  let made = 0;
  function* products() {
    for (;;) yield { __ID: String((made += 1)), text: 'x'.repeat(1000) };
  }
  await using server = await serve((request, response) => {
    // Reads one chunk of the body, then stops reading.
    request.once('data', () => {
      request.pause();
      response.writeHead(400, { 'content-type': 'application/problem+json' });
      response.end(JSON.stringify(problem(400, 'malformed-json')));
    });
  });
  await assert.rejects(importProducts(createClient(server), products()), { code: 'malformed-json' });
  assert.ok(made < 20_000, `${made} products were made`);
});

test('what was sent of a stream is not kept in memory', async () => {
  const sentMb = 96;
  let made = 0;
  let kept = 0;
  const content = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (made++ < sentMb) return controller.enqueue(new Uint8Array(1 << 20));
        // The last chunks may still be in transit, and unused memory counts until it is collected.
        for (let tries = 0; tries < 50; tries++) {
          collectGarbage();
          kept = process.memoryUsage().arrayBuffers / 2 ** 20;
          if (kept < sentMb / 2) break;
          await sleep(100);
        }
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  await using server = await serve((request, response) => request.resume().on('end', () => response.end('{}')));
  await createClient(server).open(uploadImportFile, {
    raw: { content, contentType: 'text/csv' },
    query: { name: 'a.csv' },
  });
  assert.ok(kept < sentMb / 2, `${kept} MB`);
});

test('waits follow Retry-After or double each time, both with jitter', () => {
  assert.equal(waitBefore(1, '3', 0, 0.5), 3100);
  assert.equal(waitBefore(1, 'Thu, 01 Jan 1970 00:00:10 GMT', 4000, 0), 6000);
  assert.equal(waitBefore(1, '31', 0, 0), undefined);
  assert.equal(waitBefore(1, null, 0, 0), 100);
  assert.equal(waitBefore(3, 'soon', 0, 1), 800);
});

test('a POST with an idempotency key is retried after a response that leaves its outcome open, with the same key', async () => {
  const keys: unknown[] = [];
  await using server = await serve((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    if (keys.length === 1) response.destroy();
    else if (keys.length === 2) response.writeHead(503, { 'retry-after': '0' }).end();
    else response.writeHead(202, { 'content-type': 'application/json' }).end('{"submitted":1}');
  });
  const client = createClient({ baseUrl: server.baseUrl });
  const input = { params: { channelId: 'shop' }, body: ['a'] };
  const answer = await client.call(submitProducts, { ...input, idempotencyKey: 'once' });
  assert.equal(answer.submitted, 1);
  assert.deepEqual(keys, ['once', 'once', 'once']);
});
