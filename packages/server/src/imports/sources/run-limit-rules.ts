import { type ClientId, poolSize, shareOf } from '../../platform/index.ts';

/**
 * A source that this process runs. `host` includes the port. It is empty for watched folders. They count as one host, because all are below
 * one folder or bucket, which may be as unresponsive as a host.
 */
export interface RunningAt {
  clientId: ClientId;
  host: string;
}

/** A host at which no further source of a client may run. If `clientId` is null, no further source of any client may run there. */
export interface BusyHost {
  clientId: ClientId | null;
  host: string;
}

/** Determines which sources may run in addition to the running sources. */
export interface RunCapacity {
  /** Clients that already run as many sources as they may. Their other sources are skipped. */
  passedOver: ClientId[];
  busyHosts: BusyHost[];
  /** Number of running sources by client. A client with fewer comes first. */
  running: Record<string, number>;
}

/**
 * Number of sources that a process usually runs at the same time. Most of the time, they wait for the network. A source that is receiving a
 * file takes 2 MB of memory.
 */
const usual = 16;
/**
 * Up to this number of running sources, a client without a running source may still run one, so that slow hosts of other clients do not
 * delay it.
 */
const max = 40;
/** Maximum number of sources of one client at one host, so that an unresponsive host does not delay the client's other hosts. */
const ofClientAtHost = 2;
/** Maximum number of sources of all clients at one host. */
export const maxAtHost = 8;

/** Decides which sources may run in addition to the running sources. @returns undefined if none may run */
export function judgeCapacity(running: readonly RunningAt[]): RunCapacity | undefined {
  if (running.length >= max) return undefined;
  const share = running.length < usual ? shareOf(poolSize(usual), true) : 1;
  const byClient = Map.groupBy(running, ({ clientId }) => clientId);
  const byHost = Map.groupBy(running, ({ host }) => host);
  const ownHosts = [...byClient].flatMap(([clientId, own]) =>
    [...Map.groupBy(own, ({ host }) => host)].flatMap(([host, there]): BusyHost[] =>
      there.length >= ofClientAtHost ? [{ clientId, host }] : [],
    ),
  );
  const hosts = [...byHost].flatMap(([host, there]): BusyHost[] =>
    there.length >= maxAtHost ? [{ clientId: null, host }] : [],
  );
  return {
    passedOver: [...byClient].flatMap(([clientId, own]) => (own.length >= share ? [clientId] : [])),
    busyHosts: [...ownHosts, ...hosts],
    running: Object.fromEntries([...byClient].map(([clientId, own]) => [clientId, own.length])),
  };
}
