import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchServer } from '../import/bench-server.ts';
import { percentile } from '../import/small-gets.ts';
import { type BenchResult, result } from '../report.ts';

const secrets: string[] = [];

async function addAdapter(server: BenchServer, adapterId: string): Promise<string> {
  const operator = server.operatorSecret;
  await server.call('POST', '/console/adapters', operator, { adapterId, name: adapterId });
  const key = await server.call('POST', '/console/keys', operator, { kind: 'adapter', name: adapterId, adapterId });
  return (key as { secret: string }).secret; // the contract declares this type
}

/** Creates an adapter with a channel, and connects the example client to it. */
export async function joinChannel(server: BenchServer): Promise<{ adapterSecret: string; channelId: string }> {
  const channelId = 'bench-shop';
  const adapterSecret = await addAdapter(server, 'bench');
  const channel = { channelId, adapterId: 'bench', name: 'Bench', accountFields: [] };
  await server.call('POST', '/console/channels', server.operatorSecret, channel);
  const accounts = `/api/channels/v1/channels/${channelId}/accounts`;
  const account = await server.call('POST', accounts, server.clientSecret, { name: 'Shop', properties: {} });
  const { accountId } = account as { accountId: string }; // the contract declares this type
  const connected = { clientId: 'demo', channelId, accountId, status: 'SUCCESS' };
  await server.call('POST', '/external/authentication', adapterSecret, connected);
  return { adapterSecret, channelId };
}

/** Adds adapters without channels, from number `from` to number `to`. */
export async function addAdapters(server: BenchServer, from: number, to: number): Promise<void> {
  for (let n = from; n <= to; n++) secrets.push(await addAdapter(server, `adapter-${n}`));
}

/**
 * Lets each added adapter poll every 5 seconds for `forMs`, after a round of 5 seconds that is not measured. The floor is the time of one
 * poll alone.
 */
export async function pollAll(server: BenchServer, forMs: number): Promise<BenchResult[]> {
  const poll = async (secret: string) => {
    const began = performance.now();
    await server.call('GET', '/external/events?limit=100', secret);
    return performance.now() - began;
  };
  const alone: number[] = [];
  for (const secret of secrets.slice(0, 100)) alone.push(await poll(secret));
  const times: number[] = [];
  await Promise.all(
    secrets.map(async (secret, at) => {
      await sleep((at / secrets.length) * 5_000);
      await poll(secret);
      for (let waited = 0; waited < forMs; waited += 5_000) {
        await sleep(5_000);
        times.push(await poll(secret));
      }
    }),
  );
  return [0.5, 0.95].map((share) =>
    result(`polls-${secrets.length}-p${share * 100}`, percentile(times, share), 'ms', percentile(alone, share)),
  );
}
