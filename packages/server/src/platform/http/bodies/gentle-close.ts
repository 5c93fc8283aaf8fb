import type { IncomingMessage } from 'node:http';

/** Time for which the rest of a refused body is received and discarded. */
const lingerMs = 5_000;

/** Checks whether a request announces a body. */
export function announcesBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Checks whether a part of the body has not arrived yet. */
export function hasUnreadBody(request: IncomingMessage): boolean {
  return !request.complete && announcesBody(request);
}

/**
 * Lets the connection end after the answer, while the rest of the body is still being sent. Closed at once, the system would reset the
 * connection, and the caller would lose the answer that it has not read yet. What arrives meanwhile is discarded without being parsed.
 */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  // the HTTP server calls this when an answer with `Connection: close` has been sent
  socket.destroySoon = () => {
    request.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => {
      clearTimeout(timer);
    });
  };
}
