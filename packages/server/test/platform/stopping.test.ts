import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { startTestService } from '../test-service.ts';

test('A request that ends while the service stops is answered, and its connection is not kept for another.', async () => {
  await using service = await startTestService({ importThreads: 1 });
  const caller = await service.client('sending');
  const agent = new Agent({ keepAlive: true });
  const sending = request(`${service.baseUrl}/api/import/v1/feeds/master`, {
    method: 'POST',
    agent,
    headers: { authorization: `Bearer ${caller.secret}`, 'content-type': 'application/x-ndjson' },
  });
  sending.write('{"__ID":"a"}\n');
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>; // Node.js documents these arguments
  // Waits until the job exists. Only then has the service begun to handle the request.
  while (JSON.parse((await caller.call('GET', '/api/import/v1/jobs')).text).jobs.length === 0);
  const stopped = service.stopServing();
  await new Promise(setImmediate);
  sending.end('{"__ID":"b"}\n');
  const [answer] = await answered;
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers.connection, 'close');
  answer.resume();
  await stopped;
  agent.destroy();
});
