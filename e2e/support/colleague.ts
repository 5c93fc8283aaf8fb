import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Login } from './console-visit.ts';

interface Colleague {
  email: string;
  name: string;
  role: 'owner' | 'editor' | 'viewer';
}

/** The password of every colleague. */
const password = 'velvet-otter-canyon-42';

async function post(address: URL, path: string, body: unknown, cookie = ''): Promise<Response> {
  return fetch(new URL(path, address), {
    method: 'POST',
    headers: { origin: address.origin, 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

/** Accepts an invitation as a user who already has a login. */
async function join(address: URL, email: string, secret: string): Promise<void> {
  const signedIn = await post(address, '/console/session', { email, password });
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const joined = await post(address, '/console/invitation/join', { secret }, cookie);
  assert.equal(joined.status, 200, await joined.text());
}

/**
 * Invites a colleague with the session of an owner or operator, then accepts the invitation as the colleague. Returns the colleague's
 * login.
 */
export async function inviteColleague(owner: Page, colleague: Colleague, clientId = 'demo'): Promise<Login> {
  const { link } = await owner.evaluate(
    async ([client, body]) => {
      const answer = await fetch('/console/invitations', {
        method: 'POST',
        headers: { 'pimento-client': client, 'content-type': 'application/json' },
        body,
      });
      return (await answer.json()) as { link: string }; // the operation declares this type
    },
    [clientId, JSON.stringify(colleague)] as const,
  );
  const { email, name } = colleague;
  const address = new URL(link);
  const secret = address.hash.slice(1);
  const accepted = await post(address, '/console/invitation/accept', { secret, name, password });
  if (accepted.status === 409) await join(address, email, secret);
  else assert.equal(accepted.status, 200, await accepted.text());
  return { email, password };
}
