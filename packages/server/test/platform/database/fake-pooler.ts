import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import { addressOf, listenFor } from './proxied-database.ts';

/** A connection pooler that handles the PostgreSQL protocol like PgBouncer with its default settings. */
export interface FakePooler extends AsyncDisposable {
  /** The database, reached through the pooler. */
  connectionString: string;
}

/**
 * Startup parameters that the pooler accepts. PgBouncer refuses a connection with any other parameter, unless it is configured to ignore
 * it.
 */
const allowed = new Set(['user', 'database', 'application_name', 'client_encoding']);

/** Returns the names of the parameters of a startup message, which has its length, the version, and null-terminated names and values. */
function parametersOf(startup: Buffer): string[] {
  const texts = startup.subarray(8, startup.readInt32BE(0)).toString().split('\0');
  return texts.filter((text, index) => index % 2 === 0 && text !== '');
}

function refusalOf(parameter: string): Buffer {
  const fields = `SFATAL\0C08P01\0Munsupported startup parameter: ${parameter}\0\0`;
  const head = Buffer.alloc(5);
  head.write('E');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, Buffer.from(fields)]);
}

/** Returns a function that reads the messages of a session and returns true when the session is free for another transaction. */
function readinessReader(): (bytes: Buffer) => boolean {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    let isFree = false;
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length > rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      isFree = rest.subarray(0, end).toString('latin1') === 'Z\0\0\0\x05I';
      rest = rest.subarray(end);
    }
    return isFree;
  };
}

/**
 * Shares a session among all connections, one transaction at a time. Returns a function that forwards a message of a connection to the
 * session.
 */
function shareSession(session: Socket): (near: Socket, bytes: Buffer) => void {
  const isFree = readinessReader();
  let holder: Socket | undefined;
  let waiting: { near: Socket; bytes: Buffer }[] = [];
  const send = (near: Socket, bytes: Buffer) => {
    holder ??= near;
    if (holder === near) session.write(bytes);
    else waiting.push({ near, bytes });
  };
  session.on('data', (bytes) => {
    holder?.write(bytes);
    if (!isFree(bytes)) return;
    holder = undefined;
    const queued = waiting;
    waiting = [];
    for (const { near, bytes: sent } of queued) send(near, sent);
  });
  return send;
}

/**
 * Starts the pooler.
 * @param mode with `transaction`, all connections share one session, which only one transaction uses at a time
 */
export async function startFakePooler(connectionString: string, mode: 'session' | 'transaction'): Promise<FakePooler> {
  const sockets = new Set<Socket>();
  let sendShared: ((near: Socket, bytes: Buffer) => void) | undefined;

  /** Lets each connection authenticate in its own session, and use the shared session afterwards. */
  function shareAfterStart(near: Socket, far: Socket): void {
    const isFree = readinessReader();
    let isStarted = false;
    near.on('data', (bytes) => {
      if (!isStarted) far.write(bytes);
      else if (bytes.toString('latin1', 0, 1) !== 'X') sendShared?.(near, bytes);
    });
    far.on('data', function start(bytes) {
      near.write(bytes);
      isStarted = isFree(bytes);
      if (!isStarted) return;
      far.off('data', start);
      sendShared ??= shareSession(far);
    });
  }

  const server = net.createServer((near) => {
    near.once('data', (startup) => {
      const parameter = parametersOf(startup).find((name) => !allowed.has(name));
      if (parameter !== undefined) {
        near.end(refusalOf(parameter));
        return;
      }
      const far = net.connect(addressOf(connectionString));
      for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
      far.write(startup);
      if (mode === 'transaction') shareAfterStart(near, far);
      else near.pipe(far).pipe(near);
    });
  });
  return {
    connectionString: await listenFor(server, connectionString),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
