import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { problem } from '@pimento/contract/problem';
import { relayBody, ringBytes } from '../../../src/imports/run/body-relay.ts';
import { faultOf } from '../../../src/imports/run/import-report.ts';
import { relayedBody } from '../../../src/imports/run/relayed-body.ts';
import { PimentoError } from '../../../src/platform/index.ts';

async function* failingBody(reason: Error): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"products":[');
  await Promise.reject(reason);
}

/** Relays a body that fails with an error, and returns the fault of its import. */
async function faultAfter(error: Error) {
  const { port1, port2 } = new MessageChannel();
  const ring = new SharedArrayBuffer(ringBytes);
  const relay = relayBody(failingBody(error), { port: port1, ring });
  port1.on('message', ({ taken }: { taken: number }) => {
    relay.advance(taken);
  });
  try {
    for await (const _ of relayedBody({ port: port2, ring }));
    return assert.fail('the body has an end');
  } catch (failure) {
    const request = { jobId: 'job', atomic: true, dryRun: false };
    // a fault is made of nothing else of a session
    const { code, params, cause } = faultOf(failure, { request, tally: { handled: 0 } } as Parameters<
      typeof faultOf
    >[1]);
    return [code, params, cause];
  } finally {
    port1.close();
  }
}

test('the reason why a body ended early reaches the thread that reads it', async () => {
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  assert.deepEqual(await faultAfter(full), ['storage-full', { kind: 'files' }, 'ENOSPC']);
  const slow = problem('request-timeout', { kind: 'slow-body', bytes: 1_000, seconds: 30 });
  assert.deepEqual(await faultAfter(new PimentoError(slow)), ['request-timeout', slow.params, undefined]);
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  assert.deepEqual(await faultAfter(reset), ['request-aborted', { kind: 'import', reason: 'aborted' }, undefined]);
});
