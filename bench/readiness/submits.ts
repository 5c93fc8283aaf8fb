import type pg from 'pg';
import type { BenchServer } from '../import/bench-server.ts';
import { median } from '../report.ts';

const rounds = 3;
const pages = 40;

export interface SubmittedChannel {
  server: BenchServer;
  database: pg.Client;
  clientId: string;
  channelId: string;
  adapterSecret: string;
  count: number;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** Submits all products. Returns the id of the submission. */
async function submit({ server, channelId, count }: SubmittedChannel): Promise<string> {
  const path = `/api/submit/v1/channels/${channelId}/products`;
  const answer = await server.call('POST', path, server.clientSecret, { filter: {} });
  const { submissionId, submitted } = answer as { submissionId: string; submitted: number }; // the contract declares this type
  if (submitted !== count) throw new Error(`${submitted} products were submitted`);
  return submissionId;
}

/**
 * Measures submits of all products, alternating between gated and ungated, and a page of 100 products in both shapes.
 * @returns milliseconds
 */
export async function measureSubmits(
  channel: SubmittedChannel,
): Promise<{ gated: number; ungated: number; channelPage: number; importPage: number }> {
  const { database, clientId, channelId } = channel;
  // Uses SQL, because no request can remove the gate of a connection.
  const setGate = (isGated: boolean) =>
    database.query('update connection set is_gated = $3 where client_id = $1 and channel_id = $2', [
      clientId,
      channelId,
      isGated,
    ]);
  // The first submit adds the products to the channel.
  let submissionId = await submit(channel);
  const times: { gated: number[]; ungated: number[] } = { gated: [], ungated: [] };
  for (let round = 0; round < rounds; round += 1) {
    await setGate(false);
    times.ungated.push(await milliseconds(() => submit(channel)));
    await setGate(true);
    times.gated.push(
      await milliseconds(async () => {
        submissionId = await submit(channel);
      }),
    );
  }
  return { gated: median(times.gated), ungated: median(times.ungated), ...(await measurePages(channel, submissionId)) };
}

async function measurePages(
  { server, adapterSecret }: SubmittedChannel,
  submissionId: string,
): Promise<{ channelPage: number; importPage: number }> {
  const page = (shape: 'channel' | 'import') =>
    milliseconds(() =>
      server.call('GET', `/external/submissions/${submissionId}/products?limit=100&shape=${shape}`, adapterSecret),
    );
  const times: { channelPage: number[]; importPage: number[] } = { channelPage: [], importPage: [] };
  for (let index = 0; index < pages; index += 1) {
    times.channelPage.push(await page('channel'));
    times.importPage.push(await page('import'));
  }
  return { channelPage: median(times.channelPage), importPage: median(times.importPage) };
}
