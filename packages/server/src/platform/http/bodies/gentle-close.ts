import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The rest of a rejected body is received and discarded for at most this time. */
const lingerMs = 5_000;
/**
 * Interval between two reads. In each interval, one chunk of at most 64 KiB is read from one of the connections to be closed, which is
 * 6.5 MB a second. Without this limit, eight HTTP clients that sent 32 MB each delayed all other requests by 0.7 s. With 2 MB every 40 ms,
 * each of these reads delayed other requests by 10 ms.
 */
const readEveryMs = 10;

export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns true if a part of the body has not arrived yet. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && announcesBody(request);
}

/** Closes connections whose request was rejected before its whole body arrived. */
export interface GentleCloser {
  /**
   * Closes the connection after the response, although the rest of the body is still being sent. The connection stays open for a while. If
   * it were closed immediately, the operating system would reset it, and the caller might lose a response that it has not read yet. Bytes
   * that arrive during this time are discarded without being parsed.
   */
  close(request: IncomingMessage): void;
}

export function createGentleCloser(): GentleCloser {
  const lingering = new Set<Socket>();
  let timer: NodeJS.Timeout | undefined;

  function readNext(): void {
    const [socket] = lingering;
    if (!socket) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    lingering.delete(socket);
    lingering.add(socket);
    socket.resume();
  }

  function linger(socket: Socket): void {
    lingering.add(socket);
    // Detaches the parser of the HTTP server, which reads as many chunks as have arrived. The socket must be reading, because a paused
    // socket would not read again without the parser.
    socket.resume();
    setImmediate(() => {
      socket.removeAllListeners('data');
      socket.on('data', () => socket.pause());
    });
    timer ??= setInterval(readNext, readEveryMs);
    const end = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => {
      clearTimeout(end);
      lingering.delete(socket);
    });
  }

  return {
    close({ socket }) {
      // the HTTP server calls this when a response with `Connection: close` has been sent
      socket.destroySoon = () => {
        socket.end();
        linger(socket);
      };
    },
  };
}
