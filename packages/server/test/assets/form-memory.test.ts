import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { type MultipartFile, takeOneFile } from '../../src/assets/content/multipart-file.ts';
import { createBufferPool } from '../../src/platform/index.ts';
import { formOf } from './asset-server.ts';

const size = 300_000;
// The memory is enough for one form.
const memory = createBufferPool({ largest: 1 << 19, max: 1 << 19, kept: 1 << 19 });

type Outcome = { isInMemory: boolean; bytes: Buffer } | { refusal: unknown };
const outcomes: Outcome[] = [];
/** Called with each file before it is read. */
let beforeReading: (file: MultipartFile) => Promise<void> | void = () => undefined;

const server = createServer((request, response) => {
  const take = async (file: MultipartFile): Promise<Outcome> => {
    await beforeReading(file);
    // a copy, because the memory is returned to the pool
    return { isInMemory: file.isInMemory, bytes: Buffer.from(await buffer(file.bytes)) };
  };
  void takeOneFile(request, take, new AbortController().signal, memory)
    .catch((error: unknown): Outcome => ({ refusal: (error as { code?: unknown }).code }))
    .then((outcome) => {
      outcomes.push(outcome);
      response.end();
      server.emit('outcome');
    });
});
await once(server.listen(0, '127.0.0.1'), 'listening');
after(() => server.close());
const { port } = server.address() as AddressInfo; // the server listens on TCP

/** Opens a connection and sends the first part of a form with a file. `share` is the fraction to send (0 to 1). */
function send(bytes: Uint8Array, share = 1): Socket {
  const { body, type } = formOf([{ bytes: new Uint8Array(bytes), name: 'x' }]);
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${body.byteLength}\r\n\r\n`);
  socket.write(body.subarray(0, Math.floor(body.byteLength * share)));
  return socket;
}

async function outcomesOf(count: number): Promise<Outcome[]> {
  while (outcomes.length < count) await once(server, 'outcome');
  return outcomes.splice(0);
}

test('a small form is received in memory, and the memory is free again after it was stored, refused or broken off', async () => {
  const bytes = randomBytes(size);
  for (let round = 0; round < 3; round++) {
    using whole = toEnd(send(bytes));
    assert.deepEqual(await outcomesOf(1), [{ isInMemory: true, bytes }]);
    const cut = send(bytes, 0.5);
    await once(server, 'request');
    cut.destroy();
    assert.deepEqual(await outcomesOf(1), [{ refusal: 'request-aborted' }]);
    beforeReading = () => {
      throw Object.assign(new Error('not wanted'), { code: 'not-wanted' });
    };
    using refused = toEnd(send(bytes));
    assert.deepEqual(await outcomesOf(1), [{ refusal: 'not-wanted' }]);
    beforeReading = () => undefined;
    assert.ok(whole && refused);
  }
});

test('a form that finds no free memory passes as a stream, and both files keep their bytes', async () => {
  const [first, second] = [randomBytes(size), randomBytes(size)];
  const { promise: isStreamed, resolve } = Promise.withResolvers<void>();
  beforeReading = (file) => {
    if (!file.isInMemory) resolve();
    return isStreamed;
  };
  using _first = toEnd(send(first));
  using _second = toEnd(send(second));
  const all = await outcomesOf(2);
  beforeReading = () => undefined;
  const bytesOf = (isInMemory: boolean) =>
    all.flatMap((one) => ('bytes' in one && one.isInMemory === isInMemory ? [one.bytes] : []));
  const [kept, streamed] = [bytesOf(true), bytesOf(false)];
  assert.deepEqual([kept.length, streamed.length], [1, 1]);
  assert.ok(
    first.equals(kept[0] ?? Buffer.alloc(0))
      ? second.equals(streamed[0] ?? first)
      : first.equals(streamed[0] ?? second),
  );
});

function toEnd(socket: Socket): Disposable {
  return { [Symbol.dispose]: () => socket.destroy() };
}
