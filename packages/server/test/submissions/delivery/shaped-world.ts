import type { Mapping } from '@pimento/contract';
import { ask } from '../../channels/gateway-world.ts';
import type { TestCaller } from '../../test-service.ts';

const document = (standard: object) => ({ format: 'pimento-standard/1', name: 'Example Shop', ...standard });

/** Publishes a data standard as the adapter of a channel. */
export async function putStandard(adapter: TestCaller, channelId: string, standard: object): Promise<void> {
  await ask(adapter, 'PUT', `/external/channels/${channelId}/standard`, document(standard));
}

/** Publishes a data standard as an operator. */
export async function putOperatorStandard(operator: TestCaller, channelId: string, standard: object): Promise<void> {
  await ask(operator, 'PUT', `/console/channels/${channelId}/standard`, document(standard));
}

/** Replaces the draft of a client's mapping and publishes it. */
export async function publishFor(client: TestCaller, channelId: string, mapping: Partial<Mapping>): Promise<void> {
  const path = `/api/channels/v1/channels/${channelId}/mapping`;
  await ask(client, 'PUT', path, { format: 'pimento-mapping/1', ...mapping });
  await ask(client, 'POST', `${path}/publish`, {});
}
