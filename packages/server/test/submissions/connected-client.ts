import assert from 'node:assert/strict';
import type { TestCaller } from '../test-service.ts';
import { ask, type GatewayWorld } from '../channels/gateway-world.ts';

export interface ConnectedClient {
  client: TestCaller;
  accountId: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  submit: (body: unknown) => Promise<any>;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests assert every member that they read
  report: (submissionId: string, body: object) => Promise<any>;
  /** Returns the state of each product on the channel. */
  states: () => Promise<Record<string, string>>;
}

/** Returns a function that creates clients with some products, connected to the channel `shop` of an adapter. */
export function connectClients(world: () => GatewayWorld, adapter: () => TestCaller) {
  return async (
    clientId: string,
    products: readonly Record<string, unknown>[] = [{ __ID: 'a' }, { __ID: 'b' }, { __ID: 'c' }],
  ): Promise<ConnectedClient> => {
    const client = await world().service.client(clientId);
    const accountId = await world().connect(client, adapter(), 'shop');
    assert.equal((await client.importProducts(products)).status, 200);
    return {
      client,
      accountId,
      submit: (body) => ask(client, 'POST', '/api/submit/v1/channels/shop/products', body, 202),
      report: (submissionId, body) => ask(adapter(), 'POST', `/external/submissions/${submissionId}/status`, body),
      states: async () => {
        const page = await ask(client, 'GET', '/api/channels/v1/channels/shop/products');
        return Object.fromEntries(
          page.products.map((one: { productId: string; state: string }) => [one.productId, one.state]),
        );
      },
    };
  };
}
