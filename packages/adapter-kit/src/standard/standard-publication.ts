import type { AnyAdapter } from '../adapter.ts';
import type { Gateway } from '../gateway.ts';
import type { Hooks } from '../hooks.ts';

/**
 * Publishes the standard of each channel of the adapter. The service creates a version only if the content differs. A refusal or an error
 * of one channel is logged, and the adapter continues, because clients can use the previous version.
 * @throws errors of listing the channels, because then the adapter cannot poll either
 */
export async function publishStandards(adapter: AnyAdapter, gateway: Gateway, hooks: Hooks): Promise<void> {
  if (!adapter.standard) return;
  for (const channelId of await gateway.listChannelIds()) {
    let reason: string | undefined;
    try {
      const document = await adapter.standard(channelId);
      if (document === undefined) continue;
      const published = await gateway.publishStandard(channelId, document);
      if ('version' in published) {
        const { version, outcome } = published;
        hooks.log?.('info', 'the data standard is published', { channelId, version, outcome });
      } else reason = published.refusal;
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
    if (reason !== undefined) hooks.log?.('error', 'the data standard was not published', { channelId, reason });
  }
}
