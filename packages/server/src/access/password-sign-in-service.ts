import type { Session } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { describeAct, PimentoError, transaction } from '../platform/index.ts';
import { requireStrongPassword } from './credentials/password-service.ts';
import { recordPasswordChange } from './people/person-store.ts';
import { findPerson, findSession } from './people/person-views.ts';
import { libraryHeaders, type RequestFacts, type SessionAnswer, type SessionDeps } from './sessions/session-types.ts';
import type { SignInLibrarySource } from './sessions/sign-in-service.ts';
import { createKnownDevices } from './sign-in/known-device-service.ts';
import { createSignInGuard } from './sign-in/sign-in-guard-service.ts';

export interface PasswordSignIn {
  /**
   * Signs a person in with a password. `session` is undefined if a second-factor code is still needed.
   * @throws PimentoError sign-in-failed, too-many-requests, single-sign-on-required
   */
  signIn(
    credential: { email: string; password: string },
    facts: RequestFacts,
  ): Promise<SessionAnswer & { session: Session | undefined }>;
  /**
   * Changes the password and signs the person out everywhere else. Ends the session if the current password has been wrong five times
   * within 15 minutes.
   * @throws PimentoError sign-in-failed, weak-password, too-many-requests
   */
  changePassword(
    change: { currentPassword: string; newPassword: string },
    facts: RequestFacts,
    personId: string,
  ): Promise<SessionAnswer>;
}

const refused = (kind: 'wrong' | 'person-gone' | 'old-password' | 'old-password-often') =>
  new PimentoError(problem('sign-in-failed', { kind }));

export function createPasswordSignIn(
  deps: SessionDeps,
  library: SignInLibrarySource,
  requirePassword: (email: string) => Promise<void>,
): PasswordSignIn {
  const { database, publicUrl } = deps;
  const guard = createSignInGuard(deps);
  const devices = createKnownDevices(deps, publicUrl?.startsWith('https:') ?? false);
  return {
    async signIn({ email, password }, facts) {
      const name = email.trim().toLowerCase();
      describeAct({ object: name });
      await requirePassword(name);
      const { api } = await library();
      const headers = libraryHeaders(facts);
      const answer = await guard.trySignIn(
        { email: name, address: facts.ip, deviceId: devices.find(facts.headers, name) },
        () => api.signInEmail({ body: { email: name, password }, headers, asResponse: true }),
        ({ status }) => status < 400 || status >= 500,
      );
      if (answer.status >= 500)
        throw new Error(`the sign-in library answered ${answer.status}: ${await answer.text()}`);
      if (!answer.ok) throw refused('wrong');
      const { user } = (await answer.json()) as { user?: { id: string } }; // the library documents this type
      const cookies = [...answer.headers.getSetCookie(), devices.cookie(name)];
      if (!user) {
        describeAct({ after: { needsCode: true } });
        return { session: undefined, cookies };
      }
      describeAct({ actor: `user:${user.id}` });
      const session = await findSession(database, user.id, false);
      if (!session) throw refused('person-gone');
      return { session, cookies };
    },
    async changePassword(change, facts, personId) {
      const person = await findPerson(database, personId);
      if (!person) throw refused('person-gone');
      await requireStrongPassword(change.newPassword, person);
      const { api } = await library();
      const headers = libraryHeaders(facts);
      const answer = await guard.tryPresentPassword(
        { personId, address: facts.ip },
        () => api.changePassword({ body: { ...change, revokeOtherSessions: true }, headers, asResponse: true }),
        ({ ok }) => ok,
        async () => {
          await api.signOut({ headers, asResponse: true });
          throw refused('old-password-often');
        },
      );
      if (!answer.ok) throw refused('old-password');
      await transaction(database, (opened) => recordPasswordChange(opened, personId));
      return { cookies: answer.headers.getSetCookie() };
    },
  };
}
