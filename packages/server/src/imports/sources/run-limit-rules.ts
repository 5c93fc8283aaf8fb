import { type ClientId, poolSize, shareOf } from '../../platform/index.ts';

/** A source that this process runs. `host` is its host with port; empty for watched folders. */
export interface RunningAt {
  clientId: ClientId;
  host: string;
}

/** A host at which no further source of a client may run; of any client if `clientId` is null. */
export interface BusyHost {
  clientId: ClientId | null;
  host: string;
}

/** Which sources may run beside those that are running. */
export interface RunCapacity {
  /** Clients that have their share of the running sources. */
  passedOver: ClientId[];
  busyHosts: BusyHost[];
  /** Number of running sources by client. A client with fewer comes first. */
  running: Record<string, number>;
}

/** Number of sources that a process runs at once. They wait for the network most of the time; each that receives a file takes 2 MB. */
const usual = 16;
/** Beyond that number, each client without a running source may run one, so that slow hosts of others do not hold it up. */
const max = 40;
/** Maximum number of sources of one client at one host, so that a host that hangs does not hold up the client's other hosts. */
const ofClientAtHost = 2;
/** Maximum number of sources of all clients at one host. */
export const maxAtHost = 8;

/** Decides which sources may run beside those that are running; undefined if none. */
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
