import { getSecurityContact } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { Clock } from '../clock.ts';
import { PimentoError } from '../errors.ts';
import { openRoute, type Route } from './routes.ts';

const dayMs = 86_400_000;
/** The contact expires after this many days. RFC 9116 recommends less than a year, so that readers do not use stale contacts. */
const validDays = 180;

/**
 * Creates the route that returns the contact for vulnerabilities.
 * @param contact a mailto: or https: address; if undefined, the route responds with 404
 */
export function securityContactRoutes(deps: {
  clock: Clock;
  contact: string | undefined;
  publicUrl: string | undefined;
}): Route[] {
  const { clock, contact, publicUrl } = deps;
  return [
    openRoute(getSecurityContact, ({ request }) => {
      const { path } = getSecurityContact;
      if (contact === undefined)
        throw new PimentoError(problem('not-found', { kind: 'address', method: request.method, path }));
      const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
      const lines = [
        `Contact: ${contact}`,
        `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
        ...(publicUrl === undefined ? [] : [`Canonical: ${publicUrl}${path}`]),
      ];
      return { status: 200, body: `${lines.join('\n')}\n` };
    }),
  ];
}
