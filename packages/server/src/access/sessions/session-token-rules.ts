import { hashSecret } from '../credentials/access-secrets.ts';

/** Returns the SHA-256 of a session token in hex. The database stores only this hash. */
export const hashToken = (token: string): string => hashSecret(token).toString('hex');
