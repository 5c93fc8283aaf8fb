import { setTimeout as delay } from 'node:timers/promises';

/** Asks again and again until the answer is there. @throws with `what` when that takes too long */
export async function until<Answer>(
  what: string | (() => string),
  ask: () => Promise<Answer | undefined | false>,
  mostMs = 120_000,
): Promise<Answer> {
  const end = Date.now() + mostMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`waited in vain: ${typeof what === 'string' ? what : what()}`);
    await delay(100);
  }
}
