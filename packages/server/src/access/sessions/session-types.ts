import type { Clock, Database, SecretBox } from '../../platform/index.ts';

export interface SessionDeps {
  database: Database;
  clock: Clock;
  /** The URL at which users reach Pimento. Undefined if not configured. */
  publicUrl: string | undefined;
  /** Signs the cookies of sessions and known devices, and encrypts sign-in tickets. */
  secretBox: SecretBox;
  /** Milliseconds without a request after which a session ends, a day by default. */
  idleMs?: number | undefined;
}

/** The parts of a request that identify its sender. */
export interface RequestFacts {
  headers: Record<string, string | string[] | undefined>;
  ip: string;
}

export interface SessionAnswer {
  /** `Set-Cookie` headers. */
  cookies: string[];
}

/** Returns the headers that the sign-in library reads. */
export function libraryHeaders({ headers, ip }: Partial<RequestFacts> & Pick<RequestFacts, 'headers'>): Headers {
  const given = new Headers();
  for (const name of ['cookie', 'user-agent']) {
    const value = headers[name];
    if (typeof value === 'string') given.set(name, value);
  }
  if (ip !== undefined) given.set('x-forwarded-for', ip);
  return given;
}
