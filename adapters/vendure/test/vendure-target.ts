import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { type Arrival, type OpenTarget, poisonPrefix, refusedPrefix } from '@pimento/adapter-kit/verify';
import { listHeld } from './shop-contents.ts';
import type { TestShop } from './test-shop.ts';

interface Delivered {
  sku: string;
  customFields: { pimentoOwner: string; pimentoSubmission: string };
}

/**
 * Simulated faults. Every 11th delivery is refused with 503. Every 7th delivery takes effect, but its connection breaks before the
 * response.
 */
const refusedEvery = 11;
const lostEvery = 7;

const isRefused = ({ sku }: Delivered) => sku.startsWith(refusedPrefix) || sku.startsWith(poisonPrefix);
const nameOf = ({ sku, customFields }: Delivered) =>
  JSON.stringify([customFields.pimentoOwner, customFields.pimentoSubmission, sku]);

/**
 * A real shop as the target of `verify`, behind a proxy. The proxy injects faults, and refuses some products in the way that the shop
 * refuses invalid ones.
 */
export function openVendureTarget(shop: TestShop): OpenTarget {
  return async ({ goodPassword, onDelivery }) => {
    await shop.addLogin('user-of-ada', goodPassword);
    await shop.addLogin('user-of-bo', goodPassword);
    /** Sequence number of each delivered product, in the order in which products were first stored or refused. */
    const orders = new Map<string, number>();
    const refused = new Map<string, Delivered>();
    let deliveries = 0;
    let repeats = 0;
    let lastChange = Date.now();

    function record(items: readonly Delivered[]): void {
      for (const item of items) {
        if (orders.has(nameOf(item))) repeats += 1;
        else orders.set(nameOf(item), orders.size + 1);
      }
    }

    async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
      lastChange = Date.now();
      const text = await readText(request);
      const items = deliveredIn(text);
      if (items.length === 0) return forward(request, text, response);
      deliveries += 1;
      if (deliveries % refusedEvery === 0) return void response.writeHead(503).end();
      if (items.some(isRefused)) {
        for (const item of items.filter(isRefused)) refused.set(nameOf(item), item);
        record(items.filter(isRefused));
        const error = { message: 'Not for sale here.', extensions: { code: 'USER_INPUT_ERROR' } };
        return void response.writeHead(200).end(JSON.stringify({ data: null, errors: [error] }));
      }
      record(items);
      await forward(request, text, deliveries % lostEvery === 0 ? undefined : response, () => onDelivery(deliveries));
    }

    async function forward(request: IncomingMessage, body: string, response?: ServerResponse, onEffect?: () => void) {
      const { authorization, 'content-type': type = '' } = request.headers;
      const headers = { 'content-type': type, ...(authorization === undefined ? {} : { authorization }) };
      const answer = await fetch(shop.adminApi, { method: 'POST', headers, body });
      const text = await answer.text();
      onEffect?.();
      if (!response) return void request.socket.destroy();
      const token = answer.headers.get('vendure-auth-token');
      response.writeHead(answer.status, token === null ? {} : { 'vendure-auth-token': token }).end(text);
    }

    const arrivalOf = ({ sku: productId, customFields }: Delivered): Arrival => {
      const [clientId = '', channelId = ''] = customFields.pimentoOwner.split('/');
      const order = orders.get(nameOf({ sku: productId, customFields })) ?? 0;
      return { clientId, channelId, submissionId: customFields.pimentoSubmission, productId, order };
    };

    const server = createServer((request, response) => {
      pass(request, response).catch(() => request.socket.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo; // the server listens on TCP
    return {
      address: `http://127.0.0.1:${port}`,
      canRefuse: true,
      lastChange: () => lastChange,
      // Refused products have arrived as well, so they are listed in addition to the stored variants.
      arrivals: async () => [...(await listHeld(shop.ask)), ...refused.values()].map(arrivalOf),
      async leftovers(clientId) {
        const held = (await listHeld(shop.ask)).map(arrivalOf).filter((one) => one.clientId === clientId);
        return held.map(({ productId }) => `${productId} of ${clientId} is still there`);
      },
      async stillThere(clientId, productIds) {
        const held = (await listHeld(shop.ask)).map(arrivalOf).filter((one) => one.clientId === clientId);
        return productIds.filter((id) => held.some(({ productId }) => productId === id));
      },
      recognizedRepeats: () => repeats,
      refusedProducts: () => [...refused.values()].map(arrivalOf),
      async close() {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  };
}

/** Returns the variants that a request creates or updates, except changes without a SKU. */
function deliveredIn(text: string): Delivered[] {
  const { query, variables } = JSON.parse(text);
  return /(create|update)ProductVariants\(/.test(query) ? variables.input.filter((one: object) => 'sku' in one) : [];
}
