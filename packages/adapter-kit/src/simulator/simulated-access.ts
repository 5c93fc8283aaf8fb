import { randomBytes } from 'node:crypto';
import { issueToken, type ProblemCode } from '@pimento/contract';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';

const acceptedForms =
  'Send "Authorization: Bearer <secret or token>", "Authorization: Basic base64(keyId:secret)", or the bare secret as "Authorization: <secret>".';
const challenge = { 'www-authenticate': ['Basic realm="pimento", charset="UTF-8"', 'Bearer realm="pimento"'] };

/** The adapter's key, and the tokens that were issued for it. */
export class SimulatedAccess {
  readonly keyId = 'key-simulated';
  readonly secret = `pimento_${randomBytes(32).toString('base64url')}`;
  readonly #tokens = new Set<string>();

  /** Returns an error response, or undefined if the Authorization header is valid. */
  refuse(authorization: string | undefined): SimulatedAnswer | undefined {
    const [, scheme = '', rest = ''] = /^\s*(?:(bearer|basic)\s+)?(.*?)\s*$/is.exec(authorization ?? '') ?? [];
    const isGood = scheme.toLowerCase() === 'basic' ? this.#isPair(decode(rest)) : this.#isSecret(rest);
    if (isGood) return undefined;
    const sentence = rest === '' ? 'A credential is required.' : 'The credential is wrong, revoked or expired.';
    return problem('unauthorized', `${sentence} ${acceptedForms}`, {}, challenge);
  }

  /** Issues a token for OAuth 2.0 client credentials. */
  issueToken(form: URLSearchParams, authorization: string | undefined): SimulatedAnswer {
    const parsed = issueToken.body?.safeParse(Object.fromEntries(form));
    if (!parsed?.success) return tokenProblem('invalid-body', 'invalid_request', 'grant_type is missing.');
    if (parsed.data.grant_type !== 'client_credentials')
      return tokenProblem('unsupported-grant-type', 'unsupported_grant_type', 'grant_type must be client_credentials.');
    const { client_id: id = '', client_secret: secret } = parsed.data;
    const isGood = secret === undefined ? this.refuse(authorization) === undefined : this.#isPair(`${id}:${secret}`);
    if (!isGood) return tokenProblem('invalid-client', 'invalid_client', 'client_id or client_secret is wrong.');
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

/** Creates an RFC 6749 error response in the format of the service. */
const tokenProblem = (code: ProblemCode, error: string, detail: string): SimulatedAnswer =>
  problem(code, detail, { error, error_description: detail }, { 'content-type': 'application/json; charset=utf-8' });

const decode = (text: string) => Buffer.from(text, 'base64').toString('utf8');
