import type { Client } from '@pimento/client';
import { listClients } from '@pimento/contract';
import { UsageError } from './usage-error.ts';

/**
 * The client that an operator's command is about: the one that is named, else the only one that there is.
 * @throws UsageError where there are several
 */
export async function chooseClient(service: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return named;
  const { clients } = await service.call(listClients);
  const [only, ...others] = clients;
  if (only !== undefined && others.length === 0) return only.clientId;
  const ids = clients.slice(0, 10).map(({ clientId }) => clientId);
  const which = ids.length === 0 ? 'there is none' : `there are ${ids.join(', ')}${clients.length > 10 ? ', …' : ''}`;
  throw new UsageError(`Say whose attribute it is with --client <clientId>; ${which}.`);
}
