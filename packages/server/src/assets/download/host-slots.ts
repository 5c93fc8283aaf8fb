/** Returns a host without its port, because the ports of one machine share its limit. */
const hostName = (host: string) => host.replace(/:\d+$/, '');

/** Counts running downloads, in total and by host. */
export interface HostSlots {
  /** Returns the number of running downloads. */
  count(): number;
  hasFree(host: string): boolean;
  /** Takes a slot. @returns a function that frees the slot; the function returns false if the slot was already free */
  take(host: string): () => boolean;
  /** Counts running and queued downloads, keyed by host without port. */
  busyHosts(queued: readonly { host: string }[]): Map<string, number>;
}

export function createHostSlots(perHost: number): HostSlots {
  const active = new Map<string, number>();
  let count = 0;

  function change(host: string, by: 1 | -1): void {
    const changed = (active.get(host) ?? 0) + by;
    if (changed === 0) active.delete(host);
    else active.set(host, changed);
    count += by;
  }

  return {
    count: () => count,
    hasFree: (host) => (active.get(hostName(host)) ?? 0) < perHost,
    take(given) {
      const host = hostName(given);
      change(host, 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return false;
        isTaken = false;
        change(host, -1);
        return true;
      };
    },
    busyHosts(queued) {
      const busy = new Map(active);
      for (const host of queued.map((one) => hostName(one.host))) busy.set(host, (busy.get(host) ?? 0) + 1);
      return busy;
    },
  };
}
