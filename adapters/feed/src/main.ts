import { logToStderr, runAdapterProgram } from '@pimento/adapter-kit';
import { ConfigurationError, loadConfiguration } from './configuration.ts';
import { createFeedAdapter } from './feed-adapter.ts';
import { createFolderTarget } from './targets/folder-target.ts';
import type { FeedTarget } from './targets/target.ts';
import { Feeds } from './writing/feeds.ts';

async function openTarget(address: string | undefined): Promise<FeedTarget> {
  if (!address) throw new ConfigurationError('Name a folder or a bucket in "target" or in PIMENTO_TARGET.');
  if (!address.startsWith('s3:')) return createFolderTarget(address);
  const url = URL.parse(address);
  if (!url?.hostname)
    throw new ConfigurationError('The address of a bucket is like s3://bucket/prefix?region=eu-central-1.');
  // The module is loaded on demand, because a folder target does not need it.
  const { createBucketTarget } = await import('./targets/bucket-target.ts');
  return createBucketTarget(url);
}

try {
  const read = await loadConfiguration(process.env['FEED_CONFIG'] || 'feed.json');
  const configuration = { ...read, address: process.env['FEED_ADDRESS'] || read.address };
  const target = await openTarget(process.env['PIMENTO_TARGET'] || configuration.target);
  const state = process.env['PIMENTO_STATE'] || 'state';
  const feeds = await Feeds.open({ configuration, target, state: `${state}/feeds`, log: logToStderr });
  await runAdapterProgram(createFeedAdapter({ configuration, feeds, target, state }));
  if (process.argv.includes('--once')) await feeds.writeAll();
  await feeds.close();
} catch (error) {
  logToStderr('error', error instanceof Error ? error.message : String(error), {});
  process.exitCode = 2;
}
