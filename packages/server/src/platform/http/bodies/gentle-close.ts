import type { IncomingMessage } from 'node:http';

/** The rest of a rejected body is received and discarded for this long. */
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
 * Closes the connection after the response, although the rest of the body is still being sent. The connection is not closed immediately:
 * the operating system would reset it, and the caller would lose the response if it has not read it yet. Bytes that arrive meanwhile are
 * discarded without being parsed.
 */
export function closeGently(request: IncomingMessage): void {
  const { socket } = request;
  // the HTTP server calls this when a response with `Connection: close` has been sent
  socket.destroySoon = () => {
    request.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), lingerMs);
    socket.once('close', () => {
      clearTimeout(timer);
    });
  };
}
