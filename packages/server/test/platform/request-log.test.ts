import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pollEvents } from '@pimento/contract';
import { pino } from 'pino';
import { adapterRoute, createHttpApp, createMetrics, createRunningAnswers } from '../../src/platform/index.ts';

test('an empty answer that cannot be sent is logged at the level info, as all failed requests', async () => {
  const lines: { level: number; msg: string; status?: number }[] = [];
  const unsendable = 1n; // JSON.stringify throws an error for a bigint
  await using app = await createHttpApp({
    log: pino({ level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) }),
    metrics: createMetrics(),
    rateLimit: 0,
    runningAnswers: createRunningAnswers(),
    routes: [adapterRoute(pollEvents, () => ({ status: 200, body: { unsendable }, isEmpty: true }))],
    authorize: () => Promise.resolve(undefined),
    findJsonFault: () => undefined,
    jsonBodyLimit: 1_000,
  });
  assert.equal((await app.inject(pollEvents.path)).statusCode, 500);
  const requests = lines.filter(({ msg }) => msg === 'request');
  assert.deepEqual(
    requests.map(({ level, status }) => [level, status]),
    [[pino.levels.values['info'], 500]],
  );
});
