import type { ClaimedDownload } from './download-store.ts';
import { createDownloadShares } from './download-shares.ts';
import { createHostSlots } from './host-slots.ts';

type Queued = readonly Pick<ClaimedDownload, 'host' | 'clientId'>[];

/** Counts running downloads by host and by client. */
export interface TransferSlots {
  /** Returns the number of running downloads. */
  count(): number;
  /** Returns true if the host and the client of a download are both below their limits of running downloads. */
  canStart(claim: Queued[number], queued: Queued): boolean;
  /** Counts a started download. @returns a function to call when the download ends; the function returns false if it was called before */
  take(claim: Queued[number]): () => boolean;
  /** Counts running and queued downloads, keyed by host without port and by client. */
  busyHosts(queued: Queued): Map<string, number>;
  busyClients(queued: Queued): Map<string, number>;
}

export function createTransferSlots(limits: { perHost: number; concurrency: number }): TransferSlots {
  const hosts = createHostSlots(limits.perHost);
  const clients = createDownloadShares(limits.concurrency);
  return {
    count: () => hosts.count(),
    canStart: ({ host, clientId }, queued) => hosts.hasFree(host) && clients.hasFree(clientId, queued),
    take({ host, clientId }) {
      const freeHost = hosts.take(host);
      const freeClient = clients.take(clientId);
      return () => {
        freeClient();
        return freeHost();
      };
    },
    busyHosts: (queued) => hosts.busyHosts(queued),
    busyClients: (queued) => clients.busyClients(queued),
  };
}
