import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { Agent } from 'undici';
import { type AllowedRanges, isAddressOpen } from './address-rules.ts';
import { DownloadError } from './download-error.ts';

/** Resolves a host name to all its addresses. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

export interface AgentLimits {
  connectMs: number;
  /** Maximum time without receiving a byte of the response. */
  idleMs: number;
  connectionsPerHost: number;
}

export const resolveName: Resolve = (hostname) => systemLookup(hostname, { all: true, verbatim: true });

/** The error contains only the host name, because the IP address may be internal information of the operator's network. */
function forbidden(host: string): DownloadError {
  return new DownloadError('forbidden-address', `${host} is not an address on the public internet.`, {
    isFinal: true,
  });
}

type LookupDone = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void;

/**
 * Creates an HTTP agent that connects only to allowed addresses. Each connection resolves the host name once, checks all its addresses and
 * connects to one of them, so a DNS change after the check has no effect (DNS rebinding).
 */
export async function createGuardedAgent(
  allowed: AllowedRanges,
  limits: AgentLimits,
  resolve: Resolve,
): Promise<Agent> {
  // Loaded lazily: threads that only import products never need this module.
  const { Agent, buildConnector } = await import('undici');

  async function findAddresses(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname);
    const refused = addresses.find(({ address }) => !isAddressOpen(address, allowed));
    if (refused) throw forbidden(hostname);
    return addresses;
  }

  const lookup = (hostname: string, _options: LookupOptions, answer: LookupDone) => {
    void findAddresses(hostname).then(
      (addresses) => answer(null, addresses),
      (error: unknown) => answer(error instanceof Error ? error : new Error(String(error)), []),
    );
  };
  const connect = buildConnector({
    timeout: limits.connectMs,
    allowH2: false,
    autoSelectFamily: true,
    lookup,
  });
  return new Agent({
    connections: limits.connectionsPerHost,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 4_000,
    headersTimeout: limits.idleMs,
    bodyTimeout: limits.idleMs,
    maxHeaderSize: 32 * 1024,
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, '');
      if (isIP(host) !== 0 && !isAddressOpen(host, allowed)) {
        done(forbidden(host), null);
        return;
      }
      connect(options, (...outcome) => {
        const address = outcome[1]?.remoteAddress;
        if (address === undefined || isAddressOpen(address, allowed)) {
          done(...outcome);
          return;
        }
        // A safeguard in case the lookup above, which already refuses such addresses, is ever bypassed: nothing is sent.
        outcome[1]?.destroy();
        done(forbidden(host), null);
      });
    },
  });
}
