import type { Session } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { z } from 'zod';
import { type Clock, type Database, describeAct, errorCode, PimentoError } from '../../platform/index.ts';
import { hashSecret } from '../credentials/access-secrets.ts';
import { findSession } from '../people/person-views.ts';
import * as sessionStore from './session-store.ts';
import { hashToken } from './session-token-rules.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer } from './session-types.ts';
import { sessionCookie, type SignInLibrarySource } from './sign-in-service.ts';

/** An authenticator app as second factor, with recovery codes. */
export interface SecondFactor {
  /** Completes a sign-in that needs a code. @throws PimentoError sign-in-failed, too-many-requests */
  enter(
    entered: { code: string; isRecoveryCode: boolean },
    facts: RequestFacts,
  ): Promise<SessionAnswer & { session: Session }>;
  /**
   * Creates a secret and recovery codes. They take effect when a code has been confirmed.
   * @throws PimentoError sign-in-failed, not-possible-now
   */
  start(password: string, facts: RequestFacts): Promise<{ uri: string; recoveryCodes: string[] }>;
  /** @throws PimentoError sign-in-failed */
  confirm(code: string, facts: RequestFacts): Promise<SessionAnswer>;
  /** @throws PimentoError sign-in-failed, not-possible-now */
  replaceRecoveryCodes(password: string, facts: RequestFacts): Promise<string[]>;
  /** @throws PimentoError sign-in-failed */
  end(password: string, facts: RequestFacts, personId: string): Promise<SessionAnswer>;
}

type FailureKind = 'code' | 'code-too-late' | 'password' | 'no-password';
const failed = (kind: FailureKind) => () => new PimentoError(problem('sign-in-failed', { kind }));
const notPossible = (kind: 'second-factor-on' | 'second-factor-off') => () =>
  new PimentoError(problem('not-possible-now', { kind }));

/** Errors to throw, keyed by the sign-in library's error codes. */
const refusals: Record<string, () => PimentoError> = {
  INVALID_CODE: failed('code'),
  INVALID_BACKUP_CODE: failed('code'),
  TOTP_NOT_ENABLED: failed('code'),
  BACKUP_CODES_NOT_ENABLED: failed('code'),
  INVALID_TWO_FACTOR_COOKIE: failed('code-too-late'),
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: failed('code-too-late'),
  INVALID_PASSWORD: failed('password'),
  CREDENTIAL_ACCOUNT_NOT_FOUND: failed('no-password'),
  TOTP_ALREADY_ENABLED: notPossible('second-factor-on'),
  TWO_FACTOR_NOT_ENABLED: notPossible('second-factor-off'),
  ACCOUNT_TEMPORARILY_LOCKED: () =>
    new PimentoError(problem('too-many-requests', { kind: 'codes' }), {}, { 'retry-after': String(15 * 60) }),
};

const uniqueViolation = '23505';

const refusalSchema = z.object({ code: z.string() });
const setupSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const codesSchema = z.object({ backupCodes: z.array(z.string()) });
const enteredSchema = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

/**
 * Returns the body of the library's response.
 * @throws PimentoError if the library rejected the request with a code in `refusals`; Error for any other rejection
 */
async function bodyOf(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json();
  if (answer.ok) return body;
  const { data } = refusalSchema.safeParse(body);
  const refuse = data && refusals[data.code];
  if (refuse) throw refuse();
  throw new Error(`the sign-in library answered ${answer.status}: ${JSON.stringify(body)}`);
}

function withoutSession(facts: RequestFacts): RequestFacts {
  const { cookie } = facts.headers;
  if (typeof cookie !== 'string') return facts;
  const kept = cookie.split(/;\s*/).filter((one) => !one.includes(`${sessionCookie}=`));
  return { ...facts, headers: { ...facts.headers, cookie: kept.join('; ') } };
}

/**
 * Returns the token of the session that a library response starts. The library starts a new session when the second factor is turned on,
 * but the body of its response contains the token of the old session.
 * @returns undefined if the response starts no session
 */
function newTokenOf(answer: Response): string | undefined {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  const value = cookies.find((cookie) => cookie.includes(`${sessionCookie}=`))?.split('=', 2)[1];
  if (value === undefined || value === '') return undefined;
  const signed = decodeURIComponent(value);
  return signed.slice(0, signed.lastIndexOf('.'));
}

/** How long a used code is rejected. The library accepts a code for 30 seconds before and after its 30-second period. */
const codeKeptMs = 180_000;

export function createSecondFactor(
  { database, clock }: { database: Database; clock: Clock },
  library: SignInLibrarySource,
): SecondFactor {
  /** Records a used code. @returns false if the person has used it before */
  function recordCode(personId: string, code: string): Promise<boolean> {
    const now = clock.now();
    const used = hashSecret(`code of ${personId}: ${code}`);
    return sessionStore.recordTicket(database, used, new Date(now.getTime() + codeKeptMs), now);
  }
  const requestOf = (facts: RequestFacts) => ({ headers: libraryHeaders(facts), asResponse: true as const });
  return {
    async enter({ code, isRecoveryCode }, facts) {
      const { api } = await library();
      // omits the session, because the library would otherwise confirm the second factor of the session instead of completing the sign-in
      const request = { ...requestOf(withoutSession(facts)), body: { code } };
      const answer = await (isRecoveryCode ? api.verifyBackupCode(request) : api.verifyTOTP(request));
      const { user, token } = enteredSchema.parse(await bodyOf(answer));
      if (!isRecoveryCode && !(await recordCode(user.id, code))) {
        await sessionStore.deleteSessionByToken(database, hashToken(token));
        throw failed('code')();
      }
      describeAct({ actor: `user:${user.id}` });
      await sessionStore.recordSignIn(database, hashToken(token), { by: 'code' });
      const session = await findSession(database, user.id, true);
      if (!session) throw new PimentoError(problem('sign-in-failed', { kind: 'person-gone' }));
      return { session, cookies: answer.headers.getSetCookie() };
    },
    async start(password, facts) {
      const request = { ...requestOf(facts), body: { password, method: 'totp' as const } };
      const { api } = await library();
      const enable = () => api.enableTwoFactor(request);
      // the second attempt finds the secret that a concurrent request has just stored
      const answer = await enable().catch((error: unknown) => {
        if (errorCode(error) !== uniqueViolation) throw error;
        return enable();
      });
      const { totpURI, backupCodes } = setupSchema.parse(await bodyOf(answer));
      return { uri: totpURI, recoveryCodes: backupCodes };
    },
    async confirm(code, facts) {
      const answer = await (await library()).api.verifyTOTP({ ...requestOf(facts), body: { code } });
      const { user } = enteredSchema.parse(await bodyOf(answer));
      await recordCode(user.id, code); // so that the code cannot be used for a sign-in as well
      const token = newTokenOf(answer);
      if (token !== undefined) await sessionStore.recordSignIn(database, hashToken(token), { by: 'code' });
      return { cookies: answer.headers.getSetCookie() };
    },
    async replaceRecoveryCodes(password, facts) {
      const answer = await (await library()).api.generateBackupCodes({ ...requestOf(facts), body: { password } });
      return codesSchema.parse(await bodyOf(answer)).backupCodes;
    },
    async end(password, facts, personId) {
      const answer = await (await library()).api.disableTwoFactor({ ...requestOf(facts), body: { password } });
      await bodyOf(answer);
      await sessionStore.forgetCodes(database, personId);
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
