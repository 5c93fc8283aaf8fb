import rateLimit from '@fastify/rate-limit';
import { problem } from '@pimento/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PimentoError } from '../errors.ts';

/** Counts a request with a wrong credential. @throws PimentoError too-many-requests if its address sent too many of them */
export type CountWrongCredential = (request: FastifyRequest) => Promise<void>;

/**
 * Limits the requests a minute of each caller, before a body is received. Requests without a credential count by address, health checks and
 * files of the console do not count. Wrong credentials have a count of their own, so that they never use up what valid callers of the same
 * address have left.
 * @param max 0 for no limit
 */
export async function limitRate(app: FastifyInstance, max: number): Promise<CountWrongCredential> {
  if (max === 0) return () => Promise.resolve();
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    hook: 'onRequest',
    keyGenerator: (request) => request.caller?.actor ?? request.ip,
    allowList: (request) => request.routeOptions.config.isLimited !== true,
  });
  const count = app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator: (request) => `wrong ${request.ip}` });
  return async (request) => {
    const limit = await count(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    throw new PimentoError(
      problem('too-many-requests', { kind: 'credentials' }),
      {},
      { 'retry-after': String(limit.ttlInSeconds) },
    );
  };
}
