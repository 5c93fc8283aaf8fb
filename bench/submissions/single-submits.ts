import type { BenchServer } from '../import/bench-server.ts';
import { percentile } from '../import/small-gets.ts';
import { type BenchResult, median, result } from '../report.ts';

const clients = 8;
const turns = 5;

interface Submitter {
  secret: string;
  /** The channel of the adapter that all clients share, and a channel whose adapter belongs to this client alone. */
  channels: { shared: string; own: string };
}

async function addChannel(server: BenchServer, channelId: string): Promise<string> {
  const operator = server.operatorSecret;
  await server.call('POST', '/console/adapters', operator, { adapterId: channelId, name: channelId });
  const channel = { channelId, adapterId: channelId, name: channelId, accountFields: [] };
  await server.call('POST', '/console/channels', operator, channel);
  const key = await server.call('POST', '/console/keys', operator, {
    kind: 'adapter',
    name: channelId,
    adapterId: channelId,
  });
  return (key as { secret: string }).secret; // the contract declares this type
}

async function connect(server: BenchServer, clientId: string, channelId: string, secrets: [string, string]) {
  const [client, adapter] = secrets;
  const accounts = `/api/channels/v1/channels/${channelId}/accounts`;
  const { accountId } = (await server.call('POST', accounts, client, { name: 'Shop', properties: {} })) as {
    accountId: string; // the contract declares this type
  };
  const report = { clientId, channelId, accountId, status: 'SUCCESS' };
  await server.call('POST', '/external/authentication', adapter, report);
}

/** Creates clients with one product, each connected to a shared channel and to a separate channel. */
async function prepare(server: BenchServer): Promise<Submitter[]> {
  const shared = await addChannel(server, 'single-shared');
  const submitters: Submitter[] = [];
  for (let place = 0; place < clients; place += 1) {
    const clientId = `single-${place}`;
    const own = `single-own-${place}`;
    const adapter = await addChannel(server, own);
    await server.call('POST', '/console/clients', server.operatorSecret, { clientId, name: clientId });
    const key = await server.call('POST', '/console/keys', server.operatorSecret, {
      kind: 'client',
      name: clientId,
      clientId,
    });
    const { secret } = key as { secret: string }; // the contract declares this type
    await server.call('POST', '/api/import/v1/feeds/master', secret, { products: [{ __ID: 'P', __Name: 'Product' }] });
    await connect(server, clientId, 'single-shared', [secret, shared]);
    await connect(server, clientId, own, [secret, adapter]);
    submitters.push({ secret, channels: { shared: 'single-shared', own } });
  }
  return submitters;
}

async function run(server: BenchServer, submitters: readonly Submitter[], which: 'shared' | 'own', submits: number) {
  const ms: number[] = [];
  const started = performance.now();
  const submitAll = async ({ secret, channels }: Submitter) => {
    for (let count = 0; count < submits; count += 1) {
      const sent = performance.now();
      await server.call('POST', `/api/submit/v1/channels/${channels[which]}/products`, secret, ['P']);
      ms.push(performance.now() - sent);
    }
  };
  await Promise.all(submitters.map(submitAll));
  return { rate: ms.length / ((performance.now() - started) / 1000), ms };
}

/**
 * Measures 8 clients that submit single products to one adapter. For the floor, each client submits to a separate adapter. The difference
 * is the time that clients of one adapter wait for each other.
 */
export async function measureSingleSubmits(server: BenchServer, submits: number): Promise<BenchResult[]> {
  const submitters = await prepare(server);
  const runs: Record<'shared' | 'own', { rate: number; ms: number[] }[]> = { shared: [], own: [] };
  for (let turn = 0; turn <= turns; turn += 1) {
    for (const which of ['own', 'shared'] as const) {
      const measured = await run(server, submitters, which, submits);
      // the first turn warms up the server
      if (turn > 0) runs[which].push(measured);
    }
  }
  const rate = (which: 'shared' | 'own') => median(runs[which].map((one) => one.rate));
  const time = (which: 'shared' | 'own', share: number) =>
    percentile(
      runs[which].flatMap(({ ms }) => ms),
      share,
    );
  return [
    result('single-8', rate('shared'), 'submits/s', rate('own')),
    ...[0.5, 0.99].map((share) => result(`single-8-p${share * 100}`, time('shared', share), 'ms', time('own', share))),
  ];
}
