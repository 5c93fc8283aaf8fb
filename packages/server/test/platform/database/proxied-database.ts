import { once } from 'node:events';
import type { AddressInfo, NetConnectOpts, Server } from 'node:net';

/** Returns the options for connecting to a database over its Unix socket or TCP. */
export function addressOf(connectionString: string): NetConnectOpts {
  const url = new URL(connectionString);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = url.port === '' ? 5432 : Number(url.port);
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** Listens on a free port. @returns the connection string of the same database at that port */
export async function listenFor(server: Server, connectionString: string): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(connectionString);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port); // a listening server has a port
  return through.href;
}
