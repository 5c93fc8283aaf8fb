import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** An authenticator with one passkey, like a phone or a security key (W3C WebAuthn, ES256, attestation "none"). */
export interface Authenticator {
  /** True if the authenticator reports that it has verified its user. */
  verifiesUser: boolean;
  /** The signature counter that the authenticator reports. */
  counter: number;
  /** Creates the passkey and returns what the browser sends. */
  create(challenge: string, origin: string): Record<string, unknown>;
  /** Signs a challenge and returns what the browser sends. */
  get(challenge: string, origin: string): Record<string, unknown>;
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');

/** Encodes a byte string in CBOR (RFC 8949). */
function cborBytes(bytes: Uint8Array): Buffer {
  const { length } = bytes;
  return Buffer.concat([
    length < 256 ? Buffer.from([0x58, length]) : Buffer.from([0x59, length >> 8, length & 255]),
    bytes,
  ]);
}
/** Encodes ASCII text of up to 23 characters in CBOR. */
const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

export function createAuthenticator(rpId: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const common = { id: base64(id), rawId: base64(id), type: 'public-key', clientExtensionResults: {} };
  const authenticator: Authenticator = {
    verifiesUser: true,
    counter: 0,
    create(challenge, origin) {
      // a COSE key: kty EC2, alg ES256, curve P-256, x, y
      const key = Buffer.concat([
        Buffer.from([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const authData = Buffer.concat([facts(0x40), attested]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      const clientDataJSON = base64(clientData('webauthn.create', challenge, origin));
      return {
        ...common,
        response: { clientDataJSON, attestationObject: base64(attestationObject), transports: ['internal'] },
      };
    },
    get(challenge, origin) {
      const authenticatorData = facts(0);
      const data = clientData('webauthn.get', challenge, origin);
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey);
      const response = {
        clientDataJSON: base64(data),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
      };
      return { ...common, response };
    },
  };
  /** Returns the hash of the site, the flags (user present, user verified if `verifiesUser`, and `more`) and the counter. */
  function facts(more: number): Buffer {
    const flags = 0x01 | (authenticator.verifiesUser ? 0x04 : 0) | more;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), uint32(authenticator.counter)]);
  }
  return authenticator;
}
