import type { MessagePort } from 'node:worker_threads';
import { PimentoError } from '../platform/index.ts';
import type { BodyMessage, ThreadAnswer } from './thread-messages.ts';

/**
 * The body that arrives through a port, piece by piece; each piece is acknowledged when it is asked for, so that the sender never is far ahead.
 * @throws PimentoError request-aborted where the sender broke off
 */
export async function* relayedBody(port: MessagePort): AsyncGenerator<Uint8Array> {
  const arrived: BodyMessage[] = [];
  let wake: (() => void) | undefined;
  port.on('message', (message: BodyMessage) => {
    arrived.push(message);
    wake?.();
  });
  for (;;) {
    const message = arrived.shift();
    if (message === undefined) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
      continue;
    }
    if (message instanceof Uint8Array) {
      port.postMessage({ taken: message.byteLength } satisfies ThreadAnswer);
      yield message;
    } else if ('abort' in message) {
      throw new PimentoError('request-aborted', message.abort);
    } else return;
  }
}
