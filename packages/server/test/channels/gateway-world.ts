import assert from 'node:assert/strict';
import { createKey } from '../../src/access/index.ts';
import { adapterExists } from '../../src/channels/index.ts';
import type { ServiceOptions } from '../../src/service-options.ts';
import { systemClock, type AdapterId, adapterIdOf } from '../../src/platform/index.ts';
import {
  createTestCaller,
  startTestService,
  type TestAnswer,
  type TestCaller,
  type TestService,
} from '../test-service.ts';

const json = { 'content-type': 'application/json' };

/** Sends a request, with a JSON body if `body` is given. */
export function send(caller: TestCaller, method: string, path: string, body?: unknown): Promise<TestAnswer> {
  return caller.call(method, path, body === undefined ? {} : { headers: json, body: JSON.stringify(body) });
}

/** Sends a request, asserts the status, and returns the response body. */
export async function ask(
  caller: TestCaller,
  method: string,
  path: string,
  body?: unknown,
  status = 200,
): Promise<any> /* oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read */ {
  const answer = await send(caller, method, path, body);
  assert.equal(answer.status, status, `${method} ${path}: ${answer.text}`);
  return answer.body;
}

export const shopFields = [
  {
    id: 'shopUrl',
    name: 'Shop URL',
    type: 'string',
    patterns: [{ pattern: '^https://', message: 'Begin with https://.' }],
  },
  { id: 'apiToken', name: 'API token', type: 'password' },
  { id: 'note', name: 'Note', type: 'string', optional: true },
];

export interface GatewayWorld extends AsyncDisposable {
  service: TestService;
  operator: TestCaller;
  /** Creates an adapter with a key, and a channel with the same id as the adapter. Returns a caller with the key. */
  adapter(adapterId: string): Promise<TestCaller>;
  /** Creates an account, reports it as connected with the adapter's key, acknowledges the pending events, and returns the account's id. */
  connect(client: TestCaller, adapter: TestCaller, channelId: string): Promise<string>;
  /** Polls and acknowledges the pending events of the adapter, at most 100. */
  poll(adapter: TestCaller): Promise<any[]>; // oxlint-disable-line typescript/no-explicit-any -- tests assert every member that they read
}

/** Starts the whole service and creates an operator key. */
export async function startGatewayWorld(overrides: Partial<ServiceOptions> = {}): Promise<GatewayWorld> {
  const service = await startTestService(overrides);
  const deps = { database: service.database, clock: systemClock, adapterExists };
  const callerOf = async (key: { kind: 'operator' | 'adapter'; adapterId?: AdapterId }) =>
    createTestCaller(service.baseUrl, await createKey(deps, service.database, { name: 'test', ...key }));
  const operator = await callerOf({ kind: 'operator' });
  const poll: GatewayWorld['poll'] = async (adapter) =>
    (await ask(adapter, 'GET', '/external/events?limit=100')).events;
  return {
    service,
    operator,
    async adapter(adapterId) {
      await ask(operator, 'POST', '/console/adapters', { adapterId, name: adapterId }, 201);
      await ask(
        operator,
        'POST',
        '/console/channels',
        { channelId: adapterId, adapterId, name: adapterId, accountFields: shopFields },
        201,
      );
      return callerOf({ kind: 'adapter', adapterId: adapterIdOf(adapterId) });
    },
    async connect(client, adapter, channelId) {
      const properties = { shopUrl: 'https://shop.test', apiToken: 'a secret token' };
      const account = await ask(
        client,
        'POST',
        `/api/channels/v1/channels/${channelId}/accounts`,
        { name: 'Shop', properties },
        201,
      );
      const { accountId } = account;
      await ask(adapter, 'POST', '/external/authentication', {
        clientId: client.clientId,
        channelId,
        accountId,
        status: 'SUCCESS',
      });
      await poll(adapter);
      return accountId;
    },
    poll,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
