import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';
import { errorCode, StartRefusedError } from './platform/index.ts';

type Address = Pick<Config, 'PIMENTO_HOST' | 'PIMENTO_PORT'>;

/** Returns the error for an operator, if Pimento cannot listen on its address. Other errors are returned unchanged. */
export function listenRefusal(error: unknown, { PIMENTO_HOST: host, PIMENTO_PORT: port }: Address): unknown {
  switch (errorCode(error)) {
    case 'EADDRINUSE':
      return new StartRefusedError(`Port ${port} is already in use; choose another one with --port.`);
    case 'EACCES':
      return new StartRefusedError(`Port ${port} may not be used by this user; choose one above 1023 with --port.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartRefusedError(`This machine has no address ${host}; choose another one with --host.`);
    default:
      return error;
  }
}

/**
 * Listens on the address for a moment, so that a port in use is reported before a database is created.
 * @throws StartRefusedError
 */
export async function requireFreeAddress(address: Address): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  try {
    server.listen({ host: address.PIMENTO_HOST, port: address.PIMENTO_PORT });
    await once(server, 'listening');
  } catch (error) {
    throw listenRefusal(error, address);
  }
  server.close();
  await once(server, 'close');
}
