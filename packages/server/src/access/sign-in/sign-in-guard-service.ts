import { setTimeout as sleep } from 'node:timers/promises';
import { problem } from '@pimento/contract/problem';
import { type Clock, createFairTurns, type Database, PimentoError, senderOf } from '../../platform/index.ts';
import { judgeAttempt } from './sign-in-attempt-rules.ts';
import { type AttemptCount, countAttempts, takeBackAttempt } from './sign-in-attempt-store.ts';

const windowMs = 15 * 60_000;
/**
 * The maximum number of concurrent hashes. A hash takes 32 MB and 50 ms of a core, and file access and DNS lookups use the same threads.
 */
const maxHashes = 2;
const maxPresentPasswords = 5;

const tooMany = (kind: 'sign-ins' | 'passwords', seconds: number) =>
  new PimentoError(problem('too-many-requests', { kind }), {}, { 'retry-after': String(seconds) });

/** Returns the number of seconds until the end of a time window that began at `since`. */
function secondsLeft(since: Date | undefined, now: Date): number {
  const endsAt = (since ?? now).getTime() + windowMs;
  return Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
}

/** The sender of an attempt. `deviceId` is undefined for a device that has not signed in with the e-mail address before. */
export interface Sender {
  email: string;
  address: string;
  deviceId: string | undefined;
}

export interface SignInGuard {
  /**
   * Counts an attempt and then tries the password. The count is reduced again if the password is correct or could not be tried.
   * @param isRight returns false if the result means that the password was wrong
   * @throws PimentoError too-many-requests; errors of `tryPassword`
   */
  trySignIn<T>(sender: Sender, tryPassword: () => Promise<T>, isRight: (result: T) => boolean): Promise<T>;
  /**
   * Counts a signed-in person's attempt to enter their current password, then tries the password.
   * @param onTooMany called if the password has been wrong too often
   * @throws PimentoError too-many-requests; errors of `tryPassword` and `onTooMany`
   */
  tryPresentPassword<T>(
    person: { personId: string; address: string },
    tryPassword: () => Promise<T>,
    isRight: (result: T) => boolean,
    onTooMany: () => Promise<never>,
  ): Promise<T>;
}

/**
 * Waits for a password check. If the check fails with an error, subtracts the attempt from the count, because the password may be right.
 */
async function orTakeBack<T>(database: Database, name: string, tried: Promise<T>): Promise<T> {
  try {
    return await tried;
  } catch (error) {
    await takeBackAttempt(database, [name], []).catch(() => undefined);
    throw error;
  }
}

const createPasswordTurns = () => ({
  hashes: createFairTurns(
    { max: maxHashes, alone: maxHashes },
    { waiting: 8, ms: 5_000, refusal: () => tooMany('passwords', 1) },
  ),
  /**
   * Limits the number of delayed attempts, in total and per sender. `slowDown` rejects an attempt of a sender that has reached its limit.
   * If only the total is reached, one attempt of each sender waits for up to 8 s, and all others are rejected.
   */
  slowed: createFairTurns({ max: 64, alone: 4 }, { waiting: 1, ms: 8_000, refusal: () => tooMany('passwords', 8) }),
});

export function createSignInGuard({ database, clock }: { database: Database; clock: Clock }): SignInGuard {
  const { hashes, slowed } = createPasswordTurns();

  function count(names: readonly string[]): Promise<Map<string, AttemptCount>> {
    const now = clock.now();
    return countAttempts(database, names, now, new Date(now.getTime() - windowMs));
  }

  async function slowDown(address: string, delayMs: number): Promise<void> {
    if (delayMs === 0) return;
    if (slowed.running(address) >= 4) throw tooMany('passwords', 8);
    using _turn = await slowed.enter(address);
    await sleep(delayMs, undefined, { ref: false });
  }

  async function hash<T>(address: string, tryPassword: () => Promise<T>): Promise<T> {
    using _turn = await hashes.enter(address);
    return await tryPassword();
  }

  return {
    async trySignIn({ email, address: ip, deviceId }, tryPassword, isRight) {
      const address = senderOf(ip);
      const pair = `pair:${address} ${email}`;
      const device = deviceId === undefined ? undefined : `device:${deviceId}`;
      const names = [pair, `email:${email}`, `address:${address}`, ...(device === undefined ? [] : [device])];
      const counts = await count(names);
      const [ofPair = 0, ofEmail = 0, ofAddress = 0, ofDevice] = names.map((name) => counts.get(name)?.attempts ?? 0);
      const verdict = judgeAttempt({ pair: ofPair, email: ofEmail, address: ofAddress, device: ofDevice });
      if (verdict.kind === 'refused') {
        // Only passwords that were checked count. Otherwise the rejected attempts of an attacker would slow down the owner of the e-mail
        // address.
        await takeBackAttempt(database, names, []);
        throw tooMany('sign-ins', secondsLeft(counts.get(pair)?.since, clock.now()));
      }
      let isGuess = true;
      try {
        await slowDown(address, verdict.delayMs);
        const result = await hash(address, tryPassword);
        isGuess = !isRight(result);
        const ended = verdict.by === 'device' ? (device ?? pair) : pair;
        if (!isGuess) await takeBackAttempt(database, names, [ended]);
        return result;
      } catch (error) {
        if (isGuess) await takeBackAttempt(database, names, []).catch(() => undefined);
        throw error;
      }
    },
    async tryPresentPassword({ personId, address: ip }, tryPassword, isRight, onTooMany) {
      const address = senderOf(ip);
      const name = `present:${personId}`;
      const attempts = (await count([name])).get(name)?.attempts ?? 0;
      if (attempts > maxPresentPasswords) return onTooMany();
      const result = await orTakeBack(database, name, hash(address, tryPassword));
      if (isRight(result)) await takeBackAttempt(database, [], [name]);
      else if (attempts === maxPresentPasswords) return onTooMany();
      return result;
    },
  };
}
