import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';

const run = promisify(execFile);
/** The host name in docs/examples/nginx.conf. */
export const proxyHost = 'pim.example.com';

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

export async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function makeCertificate(folder: string): Promise<void> {
  const names = ['-subj', `/CN=${proxyHost}`, '-addext', `subjectAltName=DNS:${proxyHost}`];
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]);
}

/** Returns the example with different ports and files, as one file with which nginx can start. */
function configure(example: string, folder: string, ports: { http: number; https: number; service: number }): string {
  const server = example
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('listen 443 ', `listen 127.0.0.1:${ports.https} `)
    .replace('server 127.0.0.1:8480;', `server 127.0.0.1:${ports.service};`)
    .replace('/etc/ssl/pim.example.com.pem', join(folder, 'certificate.pem'))
    .replace('/etc/ssl/pim.example.com.key', join(folder, 'key.pem'));
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = places.map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`).join('\n');
  const log = join(folder, 'error.log');
  return `daemon off;\npid ${join(folder, 'pid')};\nerror_log ${log};\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${server}}\n`;
}

export interface Proxy extends AsyncDisposable {
  httpsPort: number;
  httpPort: number;
}

/** Starts nginx with docs/examples/nginx.conf in front of a service. */
export async function startNginx(program: string, servicePort: number): Promise<Proxy> {
  const folder = await makeTemporaryFolder();
  await makeCertificate(folder.path);
  await mkdir(join(folder.path, 'temporary'));
  const example = await readFile(new URL('../../../../docs/examples/nginx.conf', import.meta.url), 'utf8');
  const ports = { http: await freePort(), https: await freePort(), service: servicePort };
  const file = join(folder.path, 'nginx.conf');
  await writeFile(file, configure(example, folder.path, ports));
  const child = spawn(program, ['-c', file, '-p', folder.path, '-e', join(folder.path, 'error.log')], {
    stdio: 'inherit',
  });
  const exited = once(child, 'exit');
  while (!(await isOpen(ports.https))) {
    if (child.exitCode !== null) throw new Error(await readFile(join(folder.path, 'error.log'), 'utf8'));
    await sleep(50);
  }
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await folder[Symbol.asyncDispose]();
    },
  };
}
