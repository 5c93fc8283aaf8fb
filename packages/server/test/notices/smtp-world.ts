import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that the server received. `text` contains its headers and its decoded content. */
export interface ArrivedMail {
  to: string[];
  text: string;
}

export interface MailServer extends AsyncDisposable {
  port: number;
  arrived: ArrivedMail[];
}

/** Decodes quoted-printable text, which nodemailer uses for long lines and umlauts. */
function decoded(raw: string): string {
  const joined = raw.replaceAll('=\r\n', '');
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}

/**
 * Starts an SMTP server.
 * @param refuses text in the addresses of recipients that the server refuses
 */
export async function startMailServer({
  port = 0,
  refuses,
}: { port?: number; refuses?: string } = {}): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const isRefused = refuses !== undefined && address.includes(refuses);
      done(isRefused ? Object.assign(new Error('no such person'), { responseCode: 550 }) : undefined);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        arrived.push({ to, text: decoded(Buffer.concat(chunks).toString()) });
        done();
      });
    },
  });
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port, // a listening server has a port
    arrived,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a server that accepts connections and never sends anything. */
export async function startSilentServer(port: number): Promise<AsyncDisposable> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
