import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

/** The host name in the examples of docs/examples. */
export const proxyHost = 'pim.example.com';

/** A reverse proxy that runs with an example of the guides. */
export interface Proxy extends AsyncDisposable {
  httpsPort: number;
  httpPort: number;
  /** Certificate of the authority that signed the certificate of the proxy, as PEM. */
  authority: string;
}

export interface ProxyPorts {
  http: number;
  https: number;
  service: number;
}

/**
 * Finds a program in the folders of PATH, or in /usr/sbin, which is often only in root's PATH. Returns undefined if the program is not
 * found.
 */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a listening server has a port
  server.close();
  await once(server, 'close');
  return port;
}

/** Returns two free ports for a proxy in front of a service. */
export const chooseProxyPorts = async (service: number): Promise<ProxyPorts> => ({
  http: await freePort(),
  https: await freePort(),
  service,
});

export async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Returns true if a proxy answers on this port with a certificate. Caddy listens before it has created its certificate. */
async function hasCertificate(port: number): Promise<boolean> {
  // the certificate is only checked by the tests themselves, because its authority may not exist yet
  const socket = tls.connect({ port, host: '127.0.0.1', servername: proxyHost, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

interface ProxyOptions {
  ports: ProxyPorts;
  logFile: string;
  environment?: Record<string, string>;
  /** Maximum number of seconds until the proxy answers, 30 by default. */
  maxSeconds?: number;
}

/**
 * Starts the program of a proxy and waits until it answers with a certificate.
 * @throws Error with the log if the program ends instead, or does not answer in time
 */
export async function runProxy(
  [program, ...parameters]: readonly [string, ...string[]],
  { ports, logFile, environment, maxSeconds = 30 }: ProxyOptions,
): Promise<AsyncDisposable> {
  const child = spawn(program, parameters, { stdio: 'inherit', env: { ...process.env, ...environment } });
  const exited = once(child, 'exit');
  const deadline = performance.now() + maxSeconds * 1_000;
  while (!(await hasCertificate(ports.https))) {
    const isLate = performance.now() > deadline;
    if (isLate) child.kill('SIGKILL');
    if (isLate || child.exitCode !== null || child.signalCode !== null) {
      await exited;
      const reason = isLate ? `does not answer within ${maxSeconds} s` : 'has ended';
      throw new Error(`${program} ${reason}: ${await readFile(logFile, 'utf8')}`);
    }
    await sleep(50);
  }
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
