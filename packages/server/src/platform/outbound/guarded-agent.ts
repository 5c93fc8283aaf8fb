import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Agent } from 'undici';
import { type AllowedRanges, isAddressOpen } from './address-rules.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface AgentOptions {
  connectMs: number;
  /** Maximum time without receiving a byte of the response. */
  idleMs: number;
  connectionsPerHost: number;
  /**
   * Creates the error for a host with a refused address. The function gets only the host name, because the IP address may be internal
   * information of the operator's network.
   */
  refuse: (host: string) => Error;
  /** Replaces the system's name resolution. */
  resolve?: Resolve | undefined;
}

const resolveName: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

type LookupDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Creates an HTTP agent that connects only to addresses that `isAddressOpen` accepts. Each connection resolves the host name once and
 * checks all its addresses. It fails if one of them is refused, and otherwise connects to one of them, so a DNS change after the check has
 * no effect (DNS rebinding).
 */
export async function createGuardedAgent(allowed: AllowedRanges, options: AgentOptions): Promise<Agent> {
  const { refuse, resolve = resolveName } = options;
  // Loaded lazily, because threads that only import products never need this module.
  const { Agent, buildConnector } = await import('undici');

  async function findAddresses(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname);
    const refused = addresses.find(({ address }) => !isAddressOpen(address, allowed));
    if (refused) throw refuse(hostname);
    return addresses;
  }

  const lookup = (hostname: string, _options: LookupOptions, answer: LookupDone) => {
    void findAddresses(hostname).then(
      (addresses) => answer(null, addresses),
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
  const connect = buildConnector({
    timeout: options.connectMs,
    allowH2: false,
    autoSelectFamily: true,
    lookup,
  });
  return new Agent({
    connections: options.connectionsPerHost,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    headersTimeout: options.idleMs,
    bodyTimeout: options.idleMs,
    maxHeaderSize: 32 * 1024,
    connect(target, done) {
      const host = target.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAddressOpen(host, allowed)) {
        done(refuse(host), null);
        return;
      }
      connect(target, (...outcome) => {
        const address = outcome[1]?.remoteAddress;
        if (address === undefined || isAddressOpen(address, allowed)) {
          done(...outcome);
          return;
        }
        // The lookup above already refuses such addresses. This second check ensures that nothing is sent if the lookup is ever bypassed.
        outcome[1]?.destroy();
        done(refuse(host), null);
      });
    },
  });
}
