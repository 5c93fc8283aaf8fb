import { randomBytes } from 'node:crypto';
import { issueToken } from '@pimento/contract';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';

const acceptedForms =
  'Send "Authorization: Bearer <secret or token>", "Authorization: Basic base64(keyId:secret)", or the bare secret as "Authorization: <secret>".';
const challenge = { 'www-authenticate': 'Bearer realm="pimento", Basic realm="pimento", charset="UTF-8"' };

/** The key of the adapter and its tokens. */
export class SimulatedAccess {
  readonly keyId = 'key-simulated';
  readonly secret = `pimento_${randomBytes(32).toString('base64url')}`;
  readonly #tokens = new Set<string>();

  /** Returns an error response, or undefined if the Authorization header is valid. */
  refuse(authorization: string | undefined): SimulatedAnswer | undefined {
    const [, scheme = '', rest = ''] = /^\s*(?:(bearer|basic)\s+)?(.*?)\s*$/is.exec(authorization ?? '') ?? [];
    const isGood = scheme.toLowerCase() === 'basic' ? this.#isPair(decode(rest)) : this.#isSecret(rest);
    if (isGood) return undefined;
    const sentence = rest === '' ? 'A credential is needed.' : 'The credential is wrong, revoked or expired.';
    return problem('unauthorized', `${sentence} ${acceptedForms}`, {}, challenge);
  }

  /** Issues a token for OAuth 2.0 client credentials. */
  issueToken(form: URLSearchParams, authorization: string | undefined): SimulatedAnswer {
    const parsed = issueToken.body?.safeParse(Object.fromEntries(form));
    if (!parsed?.success) return problem('invalid-body', 'grant_type is missing.');
    if (parsed.data.grant_type !== 'client_credentials')
      return problem('unsupported-grant-type', 'grant_type must be client_credentials.', {
        error: 'unsupported_grant_type',
      });
    const { client_id: id = '', client_secret: secret } = parsed.data;
    const isGood = secret === undefined ? this.refuse(authorization) === undefined : this.#isPair(`${id}:${secret}`);
    if (!isGood) return problem('invalid-client', 'client_id or client_secret is wrong.', { error: 'invalid_client' });
    const token = `pimento_token_${randomBytes(24).toString('base64url')}`;
    this.#tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3600 } };
  }

  #isSecret(text: string): boolean {
    return text === this.secret || this.#tokens.has(text);
  }

  #isPair(text: string): boolean {
    return text === `${this.keyId}:${this.secret}`;
  }
}

const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');
