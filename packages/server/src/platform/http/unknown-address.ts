import { problem } from '@pimento/contract/problem';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PimentoError } from '../errors.ts';
import type { Route } from './routes.ts';

/**
 * Rejects requests for paths without an operation before their body is received. Responds with 405 and Allow if the path exists with
 * another method, and otherwise with 404.
 */
export function refuseUnknown(app: FastifyInstance, routes: readonly Route[]): void {
  const patterns = routes.map(({ operation }) => ({
    method: operation.method,
    pattern: new RegExp(`^${operation.path.replaceAll(/[.]/g, '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  function refuse(request: FastifyRequest): never {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = [...new Set(patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))];
    if (methods.length === 0)
      throw new PimentoError(problem('not-found', { kind: 'address', method: request.method, path }));
    throw new PimentoError(
      problem('method-not-allowed', { path, method: request.method, allowed: methods }),
      {},
      { allow: methods.join(', ') },
    );
  }
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404) refuse(request);
    done();
  });
  // Called by routes whose own handler finds that the resource does not exist.
  app.setNotFoundHandler(refuse);
}
