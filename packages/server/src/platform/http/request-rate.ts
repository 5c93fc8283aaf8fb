import rateLimit from '@fastify/rate-limit';
import { problem } from '@pimento/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PimentoError } from '../errors.ts';
import { senderOf } from './caller.ts';

/**
 * Counts a request with a wrong credential.
 * @throws PimentoError too-many-requests if too many such requests came from its sender (see `senderOf`)
 */
export type CountWrongCredential = (request: FastifyRequest) => Promise<void>;

/**
 * Limits the requests per minute of each caller, before a body is received. Requests without a credential are counted by sender (see
 * `senderOf`). Only requests for operations are counted, except health checks. Requests with wrong credentials are counted separately, so
 * that they never reduce the limit of valid callers at the same address.
 * @param max 0 for no limit
 */
export async function limitRate(app: FastifyInstance, max: number): Promise<CountWrongCredential> {
  if (max === 0) return () => Promise.resolve();
  await app.register(rateLimit, {
    max,
    timeWindow: '1 minute',
    hook: 'onRequest',
    keyGenerator: (request) => request.caller?.actor ?? senderOf(request.ip),
    allowList: (request) => request.routeOptions.config.isLimited !== true,
  });
  const count = app.createRateLimit({
    max,
    timeWindow: '1 minute',
    keyGenerator: (request) => `wrong ${senderOf(request.ip)}`,
  });
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
