import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ConsoleService } from './console-visit.ts';

interface Event {
  eventId: string;
  eventType: string;
  channelId: string;
  data: { accountId?: string; submissionId?: string; properties?: Record<string, string> };
}

/** The adapter of the example channel, simulated with requests to the gateway. */
export interface PlayedAdapter {
  call(method: string, path: string, body?: unknown): Promise<unknown>;
  /** Polls once for the next event of a type, and acknowledges it. @throws if there is none */
  next(eventType: string): Promise<Event>;
  judgeAccount(
    event: Event,
    verdict: { status: string; message?: string; erroneousProperties?: string[] },
  ): Promise<void>;
  /** Fetches a submission, which marks it as fetched, and sends a report about it. */
  report(submissionId: string, report: object): Promise<void>;
}

export async function playAdapter({ baseUrl, data }: ConsoleService): Promise<PlayedAdapter> {
  const { adapter } = JSON.parse(await readFile(join(data, 'first-run.json'), 'utf8')) as {
    adapter: { secret: string };
  }; // written by the service
  const call: PlayedAdapter['call'] = async (method, path, body) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${adapter.secret}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${method} ${path}: ${text}`);
    return JSON.parse(text);
  };
  return {
    call,
    async next(eventType) {
      const page = (await call('GET', `/external/events?limit=1&type=${eventType}`)) as { events: Event[] }; // the API reference documents this type
      const [event] = page.events;
      assert.ok(event, `there is no ${eventType}`);
      return event;
    },
    async judgeAccount({ eventId, channelId, data: { accountId } }, verdict) {
      await call('POST', '/external/authentication', { clientId: 'demo', channelId, accountId, eventId, ...verdict });
    },
    async report(submissionId, report) {
      await call('GET', `/external/submissions/${submissionId}`);
      await call('POST', `/external/submissions/${submissionId}/status`, report);
    },
  };
}

/** Connects an account and submits one product, which no adapter fetches. Returns the submission id. */
export async function connectAndSubmit(service: ConsoleService): Promise<string> {
  const ask = async (path: string, body: unknown): Promise<{ submissionId?: string }> => {
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    assert.ok(answer.ok, `${path}: ${text}`);
    return JSON.parse(text) as { submissionId?: string }; // the API reference documents this type
  };
  const adapter = await playAdapter(service);
  await ask('/api/channels/v1/channels/example-shop/accounts', {
    name: 'Our shop',
    properties: { shopUrl: 'https://shop.example', apiToken: 'right' },
  });
  await adapter.judgeAccount(await adapter.next('AUTHENTICATION_EVENT'), { status: 'SUCCESS' });
  const { submissionId } = await ask('/api/submit/v1/channels/example-shop/products', ['capers-100']);
  return submissionId ?? '';
}
