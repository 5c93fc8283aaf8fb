import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConsoleService } from './console-visit.ts';

/** Sends a request with the key of the example client and returns the answer. */
export async function askAsClient(
  { baseUrl, secret }: ConsoleService,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  assert.ok(answer.ok, `${method} ${path}: ${text}`);
  return JSON.parse(text) as Record<string, unknown>; // the API reference documents an object
}

/** Stores and publishes a mapping of the example channel. */
export async function publishMapping(service: ConsoleService, mapping: object): Promise<void> {
  const path = '/api/channels/v1/channels/example-shop/mapping';
  const { revision } = await askAsClient(service, 'PUT', path, { format: 'pimento-mapping/1', ...mapping });
  await askAsClient(service, 'POST', `${path}/publish`, { expectedRevision: revision });
}

/** The longest time that the evaluation of the example products may take. It usually takes less than 2 s. */
const maxEvaluationMs = 60_000;

/** Waits until all products are evaluated for the example channel. Fails after a minute. */
export async function untilEvaluated(service: ConsoleService): Promise<void> {
  const deadline = Date.now() + maxEvaluationMs;
  for (;;) {
    const state = await askAsClient(service, 'GET', '/api/channels/v1/channels/example-shop/readiness');
    if (state['rulesetNo'] !== null && state['pending'] === 0 && state['pass'] === null) return;
    assert.ok(Date.now() < deadline, `not evaluated: ${JSON.stringify(state)}`);
    await sleep(100);
  }
}
