import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { addressOf, listenFor } from './proxied-database.ts';

/** A network between Pimento and its database that can lose connections without closing them. */
export interface SwallowingProxy extends AsyncDisposable {
  /** The database, reached through the proxy. */
  connectionString: string;
  /** Makes all connections that are open at this time lose their data. Connections that are opened later work. */
  swallow(): void;
}

/**
 * Starts a proxy in front of a database.
 * @param connectionString a database that is reached over a unix socket or TCP
 */
export async function startSwallowingProxy(connectionString: string): Promise<SwallowingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ ...addressOf(connectionString), allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  return {
    connectionString: await listenFor(server, connectionString),
    swallow() {
      for (const [near, far] of pairs) {
        near.unpipe(far).resume();
        far.unpipe(near).resume();
      }
    },
    async [Symbol.asyncDispose]() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
