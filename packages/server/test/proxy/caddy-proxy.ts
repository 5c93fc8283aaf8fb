import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemporaryFolder } from '../platform/temporary-folder.ts';
import { chooseProxyPorts, type Proxy, proxyHost, type ProxyPorts, runProxy } from './example-proxy.ts';

/** The files that Caddy is tested with: the example of the hardening guide, and the file of the containers. */
export const caddyFiles = {
  guide: new URL('../../../../docs/examples/Caddyfile', import.meta.url),
  containers: new URL('../../../../deploy/Caddyfile', import.meta.url),
};

/** Replaces text. Throws if the text is missing, so that a changed example is noticed. */
function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`the example does not contain ${from}`);
  return text.replace(from, to);
}

/**
 * Returns the example with the port of the tested service, and with global options for other ports and for certificates of Caddy's own
 * authority. Everything else is what operators use.
 */
function configure(name: keyof typeof caddyFiles, example: string, folder: string, ports: ProxyPorts): string {
  const server =
    name === 'guide'
      ? replaced(example, 'reverse_proxy 127.0.0.1:8480', `reverse_proxy 127.0.0.1:${ports.service}`)
      : replaced(example, 'dynamic a pimento 8480', `dynamic a localhost ${ports.service}`);
  const options = [
    'admin off',
    'local_certs',
    'skip_install_trust',
    'default_bind 127.0.0.1',
    `http_port ${ports.http}`,
    `https_port ${ports.https}`,
    `storage file_system ${join(folder, 'storage')}`,
    `log {\n\t\toutput file ${join(folder, 'caddy.log')}\n\t}`,
  ];
  return `{\n${options.map((option) => `\t${option}\n`).join('')}}\n${server}`;
}

/** Starts Caddy with one of its examples in front of a service. */
export async function startCaddy(program: string, name: keyof typeof caddyFiles, servicePort: number): Promise<Proxy> {
  await using opened = new AsyncDisposableStack();
  const folder = opened.use(await makeTemporaryFolder());
  const ports = await chooseProxyPorts(servicePort);
  const file = join(folder.path, 'Caddyfile');
  await writeFile(file, configure(name, await readFile(caddyFiles[name], 'utf8'), folder.path, ports));
  const environment = { PIMENTO_DOMAIN: proxyHost, HOME: folder.path, XDG_CONFIG_HOME: folder.path };
  const logFile = join(folder.path, 'caddy.log');
  const command = [program, 'run', '--config', file, '--adapter', 'caddyfile'] as const;
  opened.use(await runProxy(command, { ports, logFile, environment }));
  const authority = await readFile(join(folder.path, 'storage/pki/authorities/local/root.crt'), 'utf8');
  const resources = opened.move();
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    authority,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
