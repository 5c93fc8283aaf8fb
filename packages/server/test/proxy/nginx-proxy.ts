import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { chooseProxyPorts, type Proxy, proxyHost, type ProxyPorts, runProxy } from './example-proxy.ts';

const run = promisify(execFile);

async function makeCertificate(folder: string): Promise<string> {
  const names = ['-subj', `/CN=${proxyHost}`, '-addext', `subjectAltName=DNS:${proxyHost}`];
  const file = join(folder, 'certificate.pem');
  const files = ['-keyout', join(folder, 'key.pem'), '-out', file];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]);
  return readFile(file, 'utf8');
}

/** Returns the example with different ports and files, as one file with which nginx can start. */
function configure(example: string, folder: string, ports: ProxyPorts): string {
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

/** Starts nginx with docs/examples/nginx.conf in front of a service. */
export async function startNginx(program: string, servicePort: number): Promise<Proxy> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const authority = await makeCertificate(folder.path);
  await mkdir(join(folder.path, 'temporary'));
  const example = await readFile(new URL('../../../../docs/examples/nginx.conf', import.meta.url), 'utf8');
  const ports = await chooseProxyPorts(servicePort);
  const file = join(folder.path, 'nginx.conf');
  await writeFile(file, configure(example, folder.path, ports));
  const logFile = join(folder.path, 'error.log');
  opened.use(await runProxy([program, '-c', file, '-p', folder.path, '-e', logFile], { ports, logFile }));
  const resources = opened.move();
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    authority,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
