import { sql } from 'kysely';
import { channelIdOf, clientIdOf, systemClock, transaction, type Transaction } from '../../src/platform/index.ts';
import { submitProducts, type SubmitRequest } from '../../src/submissions/submit/submit-service.ts';
import { ask, type GatewayWorld, startGatewayWorld } from '../channels/gateway-world.ts';
import { publishStandard } from '../readiness/readiness-world.ts';
import type { TestCaller } from '../test-service.ts';

const text = { id: 'string' as const };

/** A data standard with a required title of at most ten characters and an optional note of at most five. */
export const gatedStandard = {
  attributes: [
    {
      id: 'title',
      name: 'Title',
      type: text,
      requirement: 'required' as const,
      restriction: { parameters: { maxLength: 10 } },
    },
    { id: 'note', name: 'Note', type: text, restriction: { parameters: { maxLength: 5 } } },
  ],
};
export const gatedMapping = {
  format: 'pimento-mapping/1',
  targets: [
    { target: 'title', value: 'title' },
    { target: 'note', value: 'note' },
  ],
};

export const channelPath = '/api/channels/v1/channels/shop';

/** Publishes a mapping through the API, as a user does. */
export async function publishOver(client: TestCaller, mapping: object = gatedMapping): Promise<void> {
  await ask(client, 'PUT', `${channelPath}/mapping`, mapping);
  await ask(client, 'POST', `${channelPath}/mapping/publish`, {});
}

export const submit = (client: TestCaller, body: object, status = 202) =>
  ask(client, 'POST', '/api/submit/v1/channels/shop/products', body, status);

/** Creates a connected client with the attributes that the mapping reads, and the attribute `unread`, which no formula reads. */
export async function gatedClient(world: GatewayWorld, adapter: TestCaller, clientId: string): Promise<TestCaller> {
  const client = await world.service.client(clientId);
  await client.define(['title', 'note', 'unread'].map((id) => ({ id, name: id, type: text })));
  await world.connect(client, adapter, 'shop');
  return client;
}

/** Submits in one transaction, without evaluating products first. */
export function submitAtOnce(
  { service }: GatewayWorld,
  { clientId }: TestCaller,
  choice: SubmitRequest['choice'],
  watch: (opened: Transaction) => Transaction = (opened) => opened,
  channelId = 'shop',
): ReturnType<typeof submitProducts> {
  const key = { clientId: clientIdOf(clientId), channelId: channelIdOf(channelId) };
  const request = { key, choice, accountId: null, comment: null, origin: 'schedule', actor: 'test' } as const;
  return transaction(service.database, (opened) =>
    submitProducts({ database: service.database, clock: systemClock }, watch(opened), request),
  );
}

/** Returns the ids of a submission's products, sorted. */
export async function submittedIds({ service }: GatewayWorld, submissionId: string | null): Promise<string[]> {
  const { rows } = await sql<{ productId: string }>`
    select product_id as "productId"
    from submission_product
    where submission_id = ${submissionId}::uuid
    order by product_id`.execute(service.database);
  return rows.map(({ productId }) => productId);
}

interface GatedScene extends AsyncDisposable {
  world: GatewayWorld;
  /** The adapter `shop`, which has published the standard. */
  adapter: TestCaller;
  client: TestCaller;
}

/** Starts a service with a gated channel and a client that has published a mapping for it. */
export async function startGatedScene(
  clientId: string,
  overrides: Parameters<typeof startGatewayWorld>[0] = {},
): Promise<GatedScene> {
  const world = await startGatewayWorld(overrides);
  const adapter = await world.adapter('shop');
  await publishStandard(adapter, 'shop', gatedStandard);
  const client = await gatedClient(world, adapter, clientId);
  await publishOver(client);
  return { world, adapter, client, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}
