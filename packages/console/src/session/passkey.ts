import type { Client } from '@pimento/client';
import {
  createPasskey,
  type Passkey,
  type Session,
  signInWithPasskey,
  startPasskey,
  startPasskeySignIn,
} from '@pimento/contract/wire';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

type Json = Record<string, unknown>;

/** Thrown if no passkey was created or used, for example because the user closed the browser's dialog or has no passkey. */
export class PasskeyRefusedError extends Error {
  override readonly name = 'PasskeyRefusedError';
}

/** Asks the browser to create or use a passkey. @throws PasskeyRefusedError */
async function ask<Answer extends object>(question: () => Promise<Answer>): Promise<Json> {
  try {
    return Object.fromEntries(Object.entries(await question()));
  } catch (cause) {
    throw new PasskeyRefusedError('no passkey was used', { cause });
  }
}

/** True if this browser can use passkeys. Passkeys require HTTPS or localhost. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** Creates a passkey in the browser and registers it for the signed-in user. */
export async function addPasskey(api: Client, name: string): Promise<Passkey> {
  const { options } = await api.call(startPasskey);
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON; // the same library made the options on the server
  const response = await ask(() => startRegistration({ optionsJSON }));
  return api.call(createPasskey, { body: { name, response } });
}

export async function signInByPasskey(api: Client): Promise<Session> {
  const { options } = await api.call(startPasskeySignIn);
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON; // the same library made the options on the server
  const response = await ask(() => startAuthentication({ optionsJSON }));
  return api.call(signInWithPasskey, { body: { response } });
}
