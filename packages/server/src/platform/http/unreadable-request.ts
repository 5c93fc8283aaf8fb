import type { Socket } from 'node:net';
import { problem } from '@pimento/contract/problem';
import { systemClock } from '../clock.ts';
import { errorCode, PimentoError } from '../errors.ts';
import type { Log } from '../log.ts';
import { problemDocument } from './problem-answers.ts';

function refusalOf(error: Error): PimentoError {
  switch (errorCode(error)) {
    case 'HPE_HEADER_OVERFLOW':
      return new PimentoError(problem('headers-too-large', {}));
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new PimentoError(problem('request-timeout', { kind: 'headers' }));
    default:
      return new PimentoError(problem('malformed-request', {}));
  }
}

/** Responds with a problem to bytes that are not a valid HTTP request, and closes the connection. */
export function answerUnreadable(error: Error, socket: Socket, log: Log): void {
  if (errorCode(error) === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error);
  const requestId = systemClock.randomId();
  log.info({ err: error.message, requestId, status: refusal.status }, 'unreadable request');
  const body = JSON.stringify(problemDocument(refusal, requestId));
  const lines = [
    `HTTP/1.1 ${refusal.status} ${refusal.code}`,
    'content-type: application/problem+json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
  ];
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
}
