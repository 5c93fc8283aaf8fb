import { type ClientId, poolSize, shareOf } from '../../platform/index.ts';

type OfClient = Readonly<{ clientId: ClientId }>;

/** Counts the running downloads of each client, so that one client cannot occupy all slots. */
export interface DownloadShares {
  /** Returns true if another download of a client may start. @param queued the waiting downloads */
  hasFree(clientId: ClientId, queued: readonly OfClient[]): boolean;
  /** Counts a started download. @returns a function to call when the download ends; calling it again does nothing */
  take(clientId: ClientId): () => void;
  /** Counts running and queued downloads, keyed by client. */
  busyClients(queued: readonly OfClient[]): Map<string, number>;
}

export function createDownloadShares(concurrency: number): DownloadShares {
  const size = poolSize(concurrency);
  const active = new Map<ClientId, number>();
  return {
    hasFree(clientId, queued) {
      const doOthersWait = queued.some((other) => other.clientId !== clientId);
      return (active.get(clientId) ?? 0) < shareOf(size, doOthersWait);
    },
    take(clientId) {
      active.set(clientId, (active.get(clientId) ?? 0) + 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        const left = (active.get(clientId) ?? 1) - 1;
        if (left === 0) active.delete(clientId);
        else active.set(clientId, left);
      };
    },
    busyClients(queued) {
      const busy = new Map<string, number>(active);
      for (const { clientId } of queued) busy.set(clientId, (busy.get(clientId) ?? 0) + 1);
      return busy;
    },
  };
}
