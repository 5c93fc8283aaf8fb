import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { answerChunks } from '../src/index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void; // the flag defines this function

test('a body is complete if its response is garbage-collected before the body is read', async () => {
  await using server = createServer((_request, response) => response.end('{"__ID":"a"}\n{"__ID":"b"}\n')).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a server that listens on a port has this type of address
  const open = async () => answerChunks(await fetch(`http://127.0.0.1:${port}`));
  const chunks = await open();
  for (let times = 0; times < 5; times += 1) {
    collectGarbage();
    await nextTurn();
  }
  let text = '';
  for await (const chunk of chunks) text += Buffer.from(chunk).toString();
  assert.equal(text, '{"__ID":"a"}\n{"__ID":"b"}\n');
});

test('an answer without a body has no chunks, and ending early cancels the body', async () => {
  for await (const _ of answerChunks(new Response(null))) assert.fail('there is no body');
  let reason: unknown;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      controller.enqueue(new Uint8Array(1));
    },
    cancel: () => {
      reason = 'cancelled';
    },
  });
  for await (const _ of answerChunks(new Response(body))) break;
  assert.equal(reason, 'cancelled');
});
