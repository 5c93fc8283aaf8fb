import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';

/** A network between Pimento and its database that can lose connections without closing them. */
export interface SwallowingProxy extends AsyncDisposable {
  /** The database, reached through the proxy. */
  connectionString: string;
  /** From now on, the connections that are open transport nothing. New connections do. */
  swallow(): void;
}

/** @param connectionString a database that is reached over a unix socket or TCP */
export async function startSwallowingProxy(connectionString: string): Promise<SwallowingProxy> {
  const url = new URL(connectionString);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.port === '' ? 5432 : Number(url.port);
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const pairs = new Set<readonly [Socket, Socket]>();
  const server = net.createServer({ allowHalfOpen: true }, (near) => {
    const far = net.connect({ ...target, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(connectionString);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port); // a listening server has a port
  return {
    connectionString: through.href,
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
