import { problem } from '@pimento/contract/problem';
import { type Clock, type Database, PimentoError } from '../platform/index.ts';
import { countFailures, recordFailures } from './sign-in-store.ts';

interface FailureDeps {
  database: Database;
  clock: Clock;
}

/** The two names by which sign-in failures are counted: the e-mail address and the IP address. */
export type SignInNames = readonly [email: string, address: string];

const windowMs = 15 * 60_000;
const maxPerEmail = 10;
const maxPerAddress = 50;

/** Throws if the e-mail address or the IP address had too many failures in the last 15 minutes. @throws PimentoError too-many-requests */
export async function requireFewFailures({ database, clock }: FailureDeps, names: SignInNames): Promise<void> {
  const failures = await countFailures(database, names, new Date(clock.now().getTime() - windowMs));
  const [email, address] = names.map((name) => failures.get(name) ?? 0);
  if ((email ?? 0) < maxPerEmail && (address ?? 0) < maxPerAddress) return;
  throw new PimentoError(
    problem('too-many-requests', { kind: 'sign-ins' }),
    {},
    { 'retry-after': String(windowMs / 1000) },
  );
}

export async function recordFailure({ database, clock }: FailureDeps, names: SignInNames): Promise<void> {
  const now = clock.now();
  const failures = names.map((name) => ({ failureId: clock.newId(), tried: name }));
  await recordFailures(database, failures, now, new Date(now.getTime() - windowMs));
}
