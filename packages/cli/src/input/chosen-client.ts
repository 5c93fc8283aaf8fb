import type { Client } from '@pimento/client';
import { listClients } from '@pimento/contract/wire';
import { UsageError } from './usage-error.ts';

/**
 * Returns the client for an operator's command, which is the given client or the only client of the installation.
 * @throws UsageError if no client is given and the installation does not have exactly one
 */
export async function chooseClient(service: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { clients } = await service.call(listClients);
  const [only, ...others] = clients;
  if (only !== undefined && others.length === 0) return only.clientId;
  const ids = clients.slice(0, 10).map(({ clientId }) => clientId);
  const which =
    ids.length === 0 ? 'there are no clients' : `there are ${ids.join(', ')}${clients.length > 10 ? ', …' : ''}`;
  throw new UsageError(`Name the client of the attribute with --client <clientId>; ${which}.`);
}
