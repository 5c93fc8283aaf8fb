import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import type { Arrival, DeliveredShape } from './evidence.ts';
import { poisonPrefix, refusedPrefix, type Target } from './target.ts';

interface Delivery {
  clientId: string;
  channelId: string;
  submissionId: string;
  products: { __ID: string; values?: unknown }[];
}

interface Reply {
  status: number;
  body?: unknown;
}

/** Faults of the target. Every 11th delivery gets a 503 response. Every 7th delivery takes effect, but then its connection breaks. */
const refusedEvery = 11;
const lostEvery = 7;

/**
 * Starts a minimal shop as the target: `POST /login`, `POST /deliveries` with an optional Idempotency-Key, `POST /withdrawals`,
 * `DELETE /clients/{clientId}/channels/{channelId}`.
 * @param goodPassword the only valid password
 * @param onDelivery called after a delivery took effect and before its response
 */
export async function startTargetServer(goodPassword: string, onDelivery: (count: number) => void): Promise<Target> {
  const arrivals: Arrival[] = [];
  const shapes: DeliveredShape[] = [];
  const replies = new Map<string, Reply>();
  const removed = new Map<string, number>();
  /** The value of `order` at the last withdrawal of each product. */
  const withdrawn = new Map<string, number>();
  const refused: { submissionId: string; productId: string }[] = [];
  let deliveries = 0;
  let repeats = 0;
  let order = 0;
  let lastChange = Date.now();

  function deliver(delivery: Delivery, key: string | undefined): Reply {
    const known = key === undefined ? undefined : replies.get(key);
    if (known) {
      repeats += 1;
      return known;
    }
    const { clientId, channelId, submissionId, products } = delivery;
    if (products.some(({ __ID }) => __ID.startsWith(poisonPrefix)))
      return { status: 422, body: { error: 'This shop does not take such products.' } };
    const rejected = products.map(({ __ID }) => __ID).filter((id) => id.startsWith(refusedPrefix));
    shapes.push(...shapesOf(products));
    for (const { __ID: productId } of products) {
      order += 1;
      arrivals.push({ clientId, channelId, submissionId, productId, order });
    }
    refused.push(...rejected.map((productId) => ({ submissionId, productId })));
    const refusals = rejected.map((productId) => ({ productId, message: 'Not for sale here.' }));
    const reply = { status: 200, body: { rejected: refusals } };
    if (key !== undefined) replies.set(key, reply);
    return reply;
  }

  function answer(request: IncomingMessage, text: string): Reply | undefined {
    const path = request.url ?? '/';
    if (request.method === 'DELETE') {
      const [, clientId = ''] = /^\/clients\/([^/]+)\/channels\/[^/]+$/.exec(path) ?? [];
      removed.set(decodeURIComponent(clientId), order);
      return { status: 204 };
    }
    const body: unknown = JSON.parse(text);
    if (path === '/login') return { status: passwordOf(body) === goodPassword ? 204 : 401 };
    if (path === '/withdrawals' && isDelivery(body)) {
      for (const { __ID } of body.products) withdrawn.set(nameOf(body.clientId, __ID), order);
      return { status: 204 };
    }
    if (path !== '/deliveries' || !isDelivery(body)) return { status: 400, body: { error: 'not understood' } };
    deliveries += 1;
    if (deliveries % refusedEvery === 0) return { status: 503 };
    const key = request.headers['idempotency-key'];
    const reply = deliver(body, typeof key === 'string' ? key : undefined);
    onDelivery(deliveries);
    return deliveries % lostEvery === 0 ? undefined : reply;
  }

  const server = createServer((request, response) => {
    lastChange = Date.now();
    readText(request)
      .then((text) => send(request, response, answer(request, text)))
      .catch(() => send(request, response, { status: 400 }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // the server listens on TCP
  return {
    address: `http://127.0.0.1:${port}`,
    canRefuse: true,
    lastChange: () => lastChange,
    arrivals: () => Promise.resolve(arrivals),
    leftovers: (clientId) => Promise.resolve(describeLeft(arrivals, clientId, removed.get(clientId) ?? -1)),
    stillThere: (clientId, productIds) => Promise.resolve(listRemaining(arrivals, withdrawn, clientId, productIds)),
    shapes: () => Promise.resolve(shapes),
    recognizedRepeats: () => repeats,
    refusedProducts: () => refused,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const shapesOf = (products: Delivery['products']): DeliveredShape[] =>
  products.flatMap(({ __ID: productId, values }) => (values === undefined ? [] : [{ productId, values }]));

const nameOf = (clientId: string, productId: string) => JSON.stringify([clientId, productId]);

/**
 * Describes the products of a client that arrived after it was removed, which was at the arrival number `since`, or -1 if it was not
 * removed.
 */
function describeLeft(arrivals: readonly Arrival[], clientId: string, since: number): string[] {
  const left = arrivals.filter((one) => one.clientId === clientId && one.order > since).length;
  return left === 0 ? [] : [`${left} products of ${clientId} remain`];
}

/** Returns the given products of a client that arrived and were not withdrawn afterwards. */
function listRemaining(
  arrivals: readonly Arrival[],
  withdrawn: ReadonlyMap<string, number>,
  clientId: string,
  productIds: readonly string[],
): string[] {
  return productIds.filter((productId) => {
    const since = withdrawn.get(nameOf(clientId, productId)) ?? -1;
    return arrivals.some((one) => one.clientId === clientId && one.productId === productId && one.order > since);
  });
}

/** Sends a reply, or breaks the connection if the reply is undefined. */
function send(request: IncomingMessage, response: ServerResponse, reply: Reply | undefined): void {
  if (!reply) {
    request.socket.destroy();
    return;
  }
  response.writeHead(reply.status, { 'content-type': 'application/json' });
  response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body));
}

function passwordOf(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('properties' in body)) return undefined;
  const { properties } = body;
  return typeof properties === 'object' && properties !== null && 'password' in properties
    ? properties.password
    : undefined;
}

function isDelivery(body: unknown): body is Delivery {
  if (typeof body !== 'object' || body === null) return false;
  const { clientId, channelId, submissionId, products }: Record<string, unknown> = { ...body };
  if (![clientId, channelId, submissionId].every((id) => typeof id === 'string') || !Array.isArray(products))
    return false;
  return products.every(
    (one: unknown) => typeof one === 'object' && one !== null && '__ID' in one && typeof one.__ID === 'string',
  );
}
