import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The responses that are being streamed to callers with a key. They can be aborted when the key becomes invalid. */
export interface RunningAnswers {
  /** Returns the ids of the callers' keys. */
  keyIds(): string[];
  /** Aborts all responses to callers with these keys. The callers notice that their response is incomplete. */
  breakOff(keyIds: readonly string[]): void;
  /** Called when the body of a response begins. */
  add(keyId: string, reply: FastifyReply): void;
}

export function createRunningAnswers(): RunningAnswers {
  const running = new Map<string, Set<FastifyReply>>();
  return {
    keyIds: () => [...running.keys()],
    breakOff(keyIds) {
      for (const keyId of keyIds) {
        for (const reply of running.get(keyId) ?? []) reply.raw.destroy();
      }
    },
    add(keyId, reply) {
      const ofKey = running.get(keyId) ?? new Set();
      running.set(keyId, ofKey.add(reply));
      reply.raw.once('close', () => {
        ofKey.delete(reply);
        if (ofKey.size === 0 && running.get(keyId) === ofKey) running.delete(keyId);
      });
    },
  };
}

/** Tracks every streamed response to a caller with a key, such as an export or a file. */
export function trackAnswers(app: FastifyInstance, answers: RunningAnswers): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { caller } = request;
    const keyId = caller && 'keyId' in caller ? caller.keyId : null;
    if (keyId !== null && payload instanceof Readable) answers.add(keyId, reply);
    done();
  });
}
