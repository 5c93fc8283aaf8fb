import type { MessagePort } from 'node:worker_threads';
import { errorCode, PimentoError, releaseChunk, shortageOf } from '../../platform/index.ts';
import type { BodyAbort, BodyChannel, BodyMessage } from './thread-messages.ts';

/**
 * Maximum number of bytes of a body in transfer to a thread. The limit is large enough to keep the thread busy, and small enough for many
 * concurrent imports.
 */
export const ringBytes = 1 << 20;

/** Flow control of a body by the number of bytes that were sent but not yet read. */
interface Flow {
  bytesAhead: number;
  wake: (() => void) | undefined;
  isOver: boolean;
}

/** A body in transfer to a thread. */
export interface BodyRelay {
  /** Records that the reader has read this many bytes. */
  advance(bytes: number): void;
  /** Ends the transfer, because the reader needs no more bytes. */
  end(): void;
}

async function waitForReader(flow: Flow): Promise<void> {
  await new Promise<void>((resolve) => {
    flow.wake = resolve;
  });
}

/** Sends one chunk through the ring. Splits it into parts that fit the free space. @returns the offset in the ring after the chunk */
async function sendChunk(
  chunk: Uint8Array,
  start: number,
  flow: Flow,
  { port, space }: { port: MessagePort; space: Uint8Array },
): Promise<number> {
  let at = start;
  for (let sent = 0; sent < chunk.byteLength && !flow.isOver;) {
    const free = Math.min(ringBytes - flow.bytesAhead, ringBytes - at);
    const part = chunk.subarray(sent, sent + free);
    if (part.byteLength === 0) {
      await waitForReader(flow);
      continue;
    }
    space.set(part, at);
    port.postMessage({ at, length: part.byteLength } satisfies BodyMessage);
    flow.bytesAhead += part.byteLength;
    at = (at + part.byteLength) % ringBytes;
    sent += part.byteLength;
  }
  return at;
}

function abortOf(error: unknown): BodyAbort {
  if (error instanceof PimentoError) {
    const { code, message, params } = error;
    return { reason: message, refusal: { code, message, ...(params === undefined ? {} : { params }) } };
  }
  const reason = error instanceof Error ? error.message : String(error);
  const shortage = shortageOf(error) === undefined ? undefined : errorCode(error);
  return { reason, ...(shortage === undefined ? {} : { shortage }) };
}

async function sendBody(body: AsyncIterable<Uint8Array>, { port, ring }: BodyChannel, flow: Flow): Promise<void> {
  const space = new Uint8Array(ring);
  let at = 0;
  try {
    for await (const chunk of body) {
      at = await sendChunk(chunk, at, flow, { port, space });
      releaseChunk(chunk);
    }
    port.postMessage({ end: true } satisfies BodyMessage);
  } catch (error) {
    port.postMessage({ abort: abortOf(error) } satisfies BodyMessage);
  }
}

/**
 * Sends a body to a thread through a shared ring buffer, because chunks sent as messages were copied three times and had to be
 * garbage-collected. After `end`, the rest of the body is read and discarded. Many senders read the response only after they have sent the
 * whole body, and the next request on the HTTP connection has to wait for the rest.
 */
export function relayBody(body: AsyncIterable<Uint8Array>, channel: BodyChannel): BodyRelay {
  const flow: Flow = { bytesAhead: 0, wake: undefined, isOver: false };
  void sendBody(body, channel, flow);
  return {
    advance(bytes) {
      flow.bytesAhead -= bytes;
      flow.wake?.();
    },
    end() {
      flow.isOver = true;
      flow.wake?.();
    },
  };
}
