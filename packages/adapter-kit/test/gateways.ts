import { ask, startGatewayWorld } from '../../server/test/channels/gateway-world.ts';
import type { TestCaller } from '../../server/test/test-service.ts';
import { readScenario, startSimulator } from '../src/simulator/index.ts';

export interface ClientOfGateway {
  clientId: string;
  accountId: string;
  /** Creates another AUTHENTICATION_EVENT for the same credentials. */
  askAgain(): Promise<void>;
  submit(productIds: readonly string[]): Promise<void>;
  /** Requests the withdrawal of products. `externalId` is their id at the target. */
  withdraw(products: readonly { __ID: string; externalId: string }[]): Promise<void>;
  leave(): Promise<void>;
}

/** An adapter with one channel, at a real service or a simulator, and functions to act as the clients of the channel. */
export interface Gateway {
  baseUrl: string;
  secret: string;
  channelId: string;
  /** Connects a new client, which creates an AUTHENTICATION_EVENT. */
  connect(clientId: string): Promise<ClientOfGateway>;
}

export interface GatewayMaker extends AsyncDisposable {
  make(name: string): Promise<Gateway>;
}

export const credentials = { shopUrl: 'https://shop.test', apiToken: 'a secret token' };

/** Returns a maker that starts a separate simulator for each gateway. */
export async function startSimulators(): Promise<GatewayMaker> {
  const running = new AsyncDisposableStack();
  return {
    async make(channelId) {
      const simulator = await startSimulator(readScenario({ channels: [{ channelId }], events: [] }));
      running.defer(() => simulator.close());
      const { baseUrl, secret, gateway } = simulator;
      return {
        baseUrl,
        secret,
        channelId,
        async connect(clientId) {
          const ids = { clientId, channelId, accountId: 'account-1' };
          const askAgain = async () =>
            gateway.add({ ...ids, type: 'AUTHENTICATION_EVENT', properties: { ...credentials } });
          await askAgain();
          return {
            clientId,
            accountId: ids.accountId,
            askAgain,
            async submit(productIds) {
              const products = productIds.map((__ID) => ({ __ID }));
              gateway.add({ ...ids, type: 'SUBMIT_EVENT', products, comment: null, isCancelled: false });
            },
            async withdraw(withdrawn) {
              const products = withdrawn.map((product) => ({ ...product }));
              gateway.add({
                ...ids,
                type: 'SUBMIT_EVENT',
                products,
                comment: null,
                isCancelled: false,
                isWithdrawal: true,
              });
            },
            leave: async () => gateway.add({ ...ids, type: 'CLIENT_CHANNEL_DELETED_EVENT' }),
          };
        },
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Starts one real service. Each gateway is a new adapter of this service. */
export async function startService(): Promise<GatewayMaker> {
  const world = await startGatewayWorld();
  return {
    async make(channelId) {
      const { secret } = await world.adapter(channelId);
      const { baseUrl } = world.service;
      return {
        baseUrl,
        secret,
        channelId,
        connect: async (clientId) => connectAtService(await world.service.client(clientId), channelId),
      };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function connectAtService(client: TestCaller, channelId: string): Promise<ClientOfGateway> {
  const path = `/api/channels/v1/channels/${channelId}`;
  const account = { name: 'account-1', properties: credentials };
  const { accountId } = await ask(client, 'POST', `${path}/accounts`, account, 201);
  return {
    clientId: client.clientId,
    accountId,
    askAgain: () => ask(client, 'POST', `${path}/accounts/${accountId}/validate`),
    async submit(productIds) {
      await client.importProducts(productIds.map((__ID) => ({ __ID })));
      await ask(client, 'POST', `/api/submit/v1/channels/${channelId}/products`, productIds, 202);
    },
    async withdraw(withdrawn) {
      const productIds = withdrawn.map(({ __ID }) => __ID);
      await ask(client, 'POST', `/api/submit/v1/channels/${channelId}/withdrawals`, productIds, 202);
    },
    leave: () => ask(client, 'DELETE', path, undefined, 204),
  };
}
