import { isIP } from 'node:net';
import { problem } from '@pimento/contract/problem';
import type * as OpenId from 'openid-client';
import {
  type AllowedRanges,
  type Clock,
  createGuardedFetch,
  ForbiddenAddressError,
  isAddressOpen,
  type Log,
  PimentoError,
} from '../../platform/index.ts';
import type { ProviderRow } from './provider-types.ts';

/** The OpenID Connect library, with the configuration of one provider. */
export interface OpenIssuer {
  library: typeof OpenId;
  configuration: OpenId.Configuration;
}

export interface Issuers {
  /**
   * Reads the configuration that a provider publishes. Results are cached for ten minutes, failures for five seconds.
   * @param options.fresh true to ignore a cached result
   * @throws PimentoError provider-unusable
   */
  open(provider: ProviderRow, secret: string, options?: { fresh?: boolean }): Promise<OpenIssuer>;
  /** @throws PimentoError provider-unusable (the address is neither HTTPS nor an allowed private address) */
  requireIssuerAddress(provider: { name: string; issuer: string }): void;
}

const keptMs = 600_000;
/** A failure is cached for this time, so that requests do not wait for a provider that does not answer. */
const failureKeptMs = 5_000;
const timeoutSeconds = 10;
/** Maximum number of cached results. No installation has this many providers. The cache is cleared when it is full. */
const maxKept = 1_000;

type Fault = 'address' | 'unreachable' | 'answer';

const unusable = (provider: { name: string; issuer: string }, kind: Fault) =>
  new PimentoError(problem('provider-unusable', { kind, provider: provider.name, issuer: provider.issuer }));

/** Yields an error and its causes, at most ten errors. */
function* causesOf(error: unknown): Generator<Error> {
  let current = error;
  for (let depth = 0; depth < 10 && current instanceof Error; depth += 1) {
    yield current;
    current = current.cause;
  }
}

function faultOf(error: unknown): Fault {
  const causes = [...causesOf(error)];
  if (causes.some((cause) => cause instanceof ForbiddenAddressError)) return 'address';
  const isOfConnection = ({ name, message }: Error) =>
    name === 'TimeoutError' || name === 'AbortError' || message === 'fetch failed';
  return causes.some(isOfConnection) ? 'unreachable' : 'answer';
}

/** Converts an error to the problem that callers get, and logs the error, because the problem states only its kind. */
function refusalOf(log: Log, provider: ProviderRow, error: unknown): PimentoError {
  if (error instanceof PimentoError) return error;
  const { providerId, issuer } = provider;
  log.warn({ err: error, provider: providerId, issuer }, 'the configuration of an identity provider could not be read');
  return Object.assign(unusable(provider, faultOf(error)), { cause: error });
}

/**
 * Returns true if the URL of an issuer is allowed. Allows HTTPS and, if private addresses are allowed, HTTP on `localhost` or an allowed
 * private IP address.
 */
function isIssuerAddress(issuer: string, allowed: AllowedRanges): boolean {
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:') return true;
  if (protocol !== 'http:' || allowed.length === 0) return false;
  const host = hostname.replaceAll(/[[\]]/g, '');
  return hostname === 'localhost' || (isIP(host) !== 0 && !isAddressOpen(host, []) && isAddressOpen(host, allowed));
}

/** Adapts the guarded fetch to the type that the library requires. */
function formFetch(guarded: ReturnType<typeof createGuardedFetch>): OpenId.CustomFetch {
  return (url, { method, headers, body, signal }) => {
    if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof URLSearchParams))
      throw new Error('the library for OpenID Connect sends forms only');
    return guarded.fetch(url, { method, headers, body, signal });
  };
}

/**
 * Returns a function that authenticates Pimento to a provider, in a header or, if the provider does not support this, in the request body.
 */
function authenticateWith(library: typeof OpenId, secret: string): OpenId.ClientAuth {
  const [inHeader, inForm] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = server;
    return (methods.includes('client_secret_basic') ? inHeader : inForm)(server, client, body, headers);
  };
}

/** @param allowed private address ranges in which providers may be located */
export function createIssuers(
  { clock, log }: { clock: Clock; log: Log },
  allowed: AllowedRanges,
): Issuers & AsyncDisposable {
  const guarded = createGuardedFetch(allowed);
  const kept = new Map<string, { until: number; opening: Promise<OpenIssuer> }>();

  function requireIssuerAddress(provider: { name: string; issuer: string }): void {
    if (!isIssuerAddress(provider.issuer, allowed)) throw unusable(provider, 'address');
  }

  async function discover(provider: ProviderRow, secret: string): Promise<OpenIssuer> {
    const library = await import('openid-client');
    const issuer = new URL(provider.issuer);
    try {
      const configuration = await library.discovery(
        issuer,
        provider.oidcClientId,
        secret,
        authenticateWith(library, secret),
        {
          [library.customFetch]: formFetch(guarded),
          timeout: timeoutSeconds,
          execute: [
            // checks the signatures of ID tokens, even of those received over TLS
            library.enableNonRepudiationChecks,
            ...(issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []),
          ],
        },
      );
      const { authorization_endpoint: address = '' } = configuration.serverMetadata();
      // browsers are redirected to this URL, so it must not be a `javascript:` URL
      if (!URL.canParse(address) || !isIssuerAddress(address, allowed)) throw unusable(provider, 'answer');
      return { library, configuration };
    } catch (error) {
      throw refusalOf(log, provider, error);
    }
  }

  return {
    requireIssuerAddress,
    async open(provider, secret, { fresh = false } = {}) {
      requireIssuerAddress(provider);
      const now = clock.now().getTime();
      const key = `${provider.providerId} ${provider.updatedAt.getTime()}`;
      const found = kept.get(key);
      if (found && !fresh && now < found.until) return found.opening;
      const entry = { until: now + keptMs, opening: discover(provider, secret) };
      if (kept.size >= maxKept) kept.clear();
      kept.set(key, entry);
      try {
        return await entry.opening;
      } catch (error) {
        entry.until = clock.now().getTime() + failureKeptMs;
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => guarded[Symbol.asyncDispose](),
  };
}
