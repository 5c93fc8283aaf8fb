import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net, { type Socket } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { addressOf, listenFor } from './proxied-database.ts';

const run = promisify(execFile);

export interface Certificate {
  /** Path of the certificate, which is also the certificate of its authority. */
  file: string;
  certificate: string;
  key: string;
}

/** Creates a self-signed certificate for a host name. Needs openssl. */
export async function makeCertificate(folder: string, host: string): Promise<Certificate> {
  const [file, keyFile] = [join(folder, `${host}.pem`), join(folder, `${host}.key`)];
  const names = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
  const files = ['-keyout', keyFile, '-out', file];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...names, ...files]);
  return { file, certificate: await readFile(file, 'utf8'), key: await readFile(keyFile, 'utf8') };
}

/** A database that accepts encrypted connections only. */
export interface TlsProxy extends AsyncDisposable {
  /** The database, reached through the proxy as `localhost`. */
  connectionString: string;
  /** Number of connections that were encrypted. */
  encrypted(): number;
  /** Number of connections that were refused, because they did not ask for encryption. */
  plain(): number;
}

/**
 * The first message of a client that asks for encryption: its length, and the code that the PostgreSQL protocol defines for such a request.
 */
const encryptionRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/**
 * Starts a proxy in front of a database. The proxy encrypts connections as PostgreSQL does with `ssl = on`, because the database of the
 * tests has no certificate.
 * @param connectionString a database that is reached over a unix socket or TCP
 */
export async function startTlsProxy(connectionString: string, { certificate, key }: Certificate): Promise<TlsProxy> {
  const sockets = new Set<Socket>();
  const counts = { encrypted: 0, plain: 0 };
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = net.createServer((near) => {
    keep(near).once('data', (first: Buffer) => {
      if (!first.equals(encryptionRequest)) {
        counts.plain += 1;
        near.destroy();
        return;
      }
      near.write('S');
      const secure = new tls.TLSSocket(near, { isServer: true, cert: certificate, key });
      keep(secure).once('secure', () => {
        counts.encrypted += 1;
        const far = keep(net.connect(addressOf(connectionString)));
        secure.pipe(far).pipe(secure);
      });
    });
  });
  const through = new URL(await listenFor(server, connectionString));
  through.hostname = 'localhost'; // the name in a certificate
  return {
    connectionString: through.href,
    encrypted: () => counts.encrypted,
    plain: () => counts.plain,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
