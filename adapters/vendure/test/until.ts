import { setTimeout as delay } from 'node:timers/promises';

/** Polls until the condition is satisfied. @throws Error with the message `what` after the timeout */
export async function until<Answer>(
  what: string | (() => string),
  ask: () => Promise<Answer | undefined | false>,
  maxMs = 120_000,
): Promise<Answer> {
  const end = Date.now() + maxMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > end) throw new Error(`timed out: ${typeof what === 'string' ? what : what()}`);
    await delay(100);
  }
}
