import type { GatewayWorld } from '../../channels/gateway-world.ts';
import { ask } from '../../channels/gateway-world.ts';
import { formOf } from '../../assets/asset-server.ts';
import type { TestCaller } from '../../test-service.ts';

/** One answer of the gateway. The parts that differ between runs are replaced. */
export interface RecordedAnswer {
  request: string;
  status: number;
  contentType: string | null;
  body: string;
}

const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g;

/**
 * Returns a function that replaces ids with numbers in the order of their first occurrence, and replaces times, addresses, and the
 * signatures, keys and expiry times of links with placeholders.
 */
function createMask(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) =>
    text
      .replaceAll(uuid, (id) => {
        const name = known.get(id) ?? `<id ${known.size + 1}>`;
        known.set(id, name);
        return name;
      })
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '<time>')
      .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '<address>')
      .replaceAll(/(expires|signature|key)=[\w%-]+/g, '$1=<$1>');
}

const definition = (id: string, parent: string | null, typeId: string) => ({
  id,
  name: id,
  compositeAttribute: parent,
  type: { id: typeId, multiValue: typeId === 'composite' },
});

/** Creates a client with products and files, and connects an account of the client to the channel `shop`. */
export async function createRecordedClient(world: GatewayWorld, adapter: TestCaller): Promise<TestCaller> {
  const client = await world.service.client('acme');
  await client.define([
    definition('title', null, 'string'),
    definition('weight', null, 'decimal'),
    definition('papers', null, 'composite'),
    definition('paper', 'papers', 'asset'),
  ]);
  await client.importProducts([
    { __ID: 'a', __NAME: 'Äpfel "grün"', title: 'one', weight: '1.50', PRIMARY_ASSET: 'picture' },
    { __ID: 'b', __FAMILY: 'f', __CATEGORY: 'c', title: 'two', papers: [{ paper: 'terms' }, { paper: 'later' }] },
    { __ID: 'c', title: 'three', PACKAGING: [{ __ID: 'a', QUANTITY: '2' }] },
  ]);
  for (const name of ['picture', 'terms']) {
    const { type, body } = formOf([{ bytes: new TextEncoder().encode(name), name: `${name}.txt` }]);
    await client.call('POST', `/api/asset/v1/assets/upload?assetId=${name}`, {
      headers: { 'content-type': type },
      body,
    });
  }
  await world.connect(client, adapter, 'shop');
  return client;
}

/**
 * Performs the requests of an adapter and its client from the first event to the disconnection, and records every answer that the adapter
 * gets. The scenario is the same for every version of the service.
 */
export async function recordAdapter(adapter: TestCaller, client: TestCaller): Promise<RecordedAnswer[]> {
  const mask = createMask();
  const answers: RecordedAnswer[] = [];
  const record = async (method: string, path: string, body?: unknown) => {
    const request =
      body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await adapter.call(method, path, request);
    const contentType = answer.headers.get('content-type');
    answers.push({ request: mask(`${method} ${path}`), status: answer.status, contentType, body: mask(answer.text) });
    return answer;
  };
  const submit = async (body: unknown): Promise<string> =>
    (await ask(client, 'POST', '/api/submit/v1/channels/shop/products', body, 202)).submissionId;

  await record('PUT', '/external/channels/shop/capabilities', { capabilities: ['withdraw'] });
  await record('GET', '/external/channels');
  const first = await submit({ productIds: ['a', 'b', 'c'], comment: 'First' });
  const { events } = (await record('GET', '/external/events?autoAck=false')).body;
  const ofFirst = `/external/submissions/${first}`;
  await record('HEAD', ofFirst);
  await record('GET', ofFirst);
  const page = (await record('GET', `${ofFirst}/products?limit=2`)).body;
  await record('GET', `${ofFirst}/products?limit=2&startingAfter=${page.next}`);
  await record('GET', `${ofFirst}/products`);
  await record('GET', `${ofFirst}/products?limit=0`);
  await record('POST', `${ofFirst}/status`, {
    status: 'Success',
    items: [
      { productId: 'a', status: 'Accepted', externalId: 'x-a' },
      { productId: 'b', status: 'Rejected', message: 'No.', errors: [{ attributeId: 'title', message: 'Too short.' }] },
      { productId: 'nowhere', status: 'Accepted' },
    ],
  });
  await record('POST', `${ofFirst}/status`, { status: 'Success', items: [{ productId: 'c', status: 'Accepted' }] });
  await record('PUT', `/external/events/${events[0].eventId}`);
  const again = await ask(client, 'POST', `/api/submit/v1/submissions/${first}/resubmit`, {}, 202);
  await record('GET', `/external/submissions/${again.submissionId}/products`);
  const { submissionId } = await ask(
    client,
    'POST',
    '/api/submit/v1/channels/shop/withdrawals',
    { productIds: ['a'] },
    202,
  );
  await record('GET', `/external/submissions/${submissionId}`);
  await record('GET', `/external/submissions/${submissionId}/products`);
  const cancelled = await submit({ productIds: ['c'] });
  await ask(client, 'POST', `/api/submit/v1/submissions/${cancelled}/cancel`);
  await record('GET', `/external/submissions/${cancelled}`);
  await record('GET', `/external/submissions/${cancelled}/products`);
  await record('GET', '/external/events');
  await ask(client, 'DELETE', '/api/channels/v1/channels/shop', undefined, 204);
  await record('GET', '/external/events');
  await record('GET', '/external/channels');
  await record('GET', '/external/submissions/unknown/products');
  return answers;
}
