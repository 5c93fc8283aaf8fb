import { z } from 'zod';
import type { Database, SecretBox, ClientId, ChannelId } from '../platform/index.ts';
import { openSecrets } from './account-secrets.ts';
import { recordDelivered } from './account-store.ts';
import { findAccounts } from './account-views.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

/** A stored event that is returned to its adapter. */
export interface PresentedEvent {
  eventId: string;
  clientId: ClientId;
  channelId: ChannelId;
  eventType: string;
  data: unknown;
}

const storedDataSchema = z.looseObject({
  accountId: z.string(),
  properties: z.record(z.string(), z.string().nullable()),
  validation: z.number(),
});
type StoredData = z.output<typeof storedDataSchema>;

const mapKeyOf = (key: AccountKey) => [key.clientId, key.channelId, key.accountId].join('\u001f');

/**
 * Returns the properties that an adapter sees. Until the adapter has reported on the event's validation or a later one, these are the
 * newest properties with passwords. Afterwards, or if the account was deleted, they are the properties stored in the event, without
 * passwords.
 */
function shownProperties(
  box: SecretBox,
  stored: StoredData,
  account: AccountRow | undefined,
): Record<string, string | null> {
  if (!account || stored.validation <= account.reportedValidation) return stored.properties;
  return { ...account.properties, ...openSecrets(box, account) };
}

/**
 * Completes the data of events when they are polled. Passwords are stored only in the account, sealed, and never in an event. Until the
 * adapter has reported on the event's validation or a later one, a polled AUTHENTICATION_EVENT gets the account's current passwords. Even
 * an outdated event therefore leads to a report on the current passwords.
 * @returns a function that returns the data of the events in the same order
 */
export function createEventPresenter(deps: {
  database: Database;
  secretBox: SecretBox;
}): (events: readonly PresentedEvent[]) => Promise<unknown[]> {
  return async (events) => {
    const requests = new Map<PresentedEvent, StoredData & AccountKey>();
    for (const event of events) {
      if (event.eventType !== 'AUTHENTICATION_EVENT') continue;
      const { clientId, channelId } = event;
      const { data } = storedDataSchema.safeParse(event.data);
      // an event of a deleted client no longer has data
      if (data) requests.set(event, { ...data, clientId, channelId });
    }
    if (requests.size === 0) return events.map((event) => event.data);
    const accounts = await findAccounts(
      deps.database,
      [...requests.values()].map(({ clientId, channelId, accountId }) => ({ clientId, channelId, accountId })),
    );
    const byKey = new Map(accounts.map((account) => [mapKeyOf(account), account]));
    // in a fixed order, so that concurrent polls do not deadlock
    const undelivered = accounts
      .filter((account) => account.deliveredValidation < account.validation && account.state === 'Authenticating')
      .toSorted((a, b) => (mapKeyOf(a) < mapKeyOf(b) ? -1 : 1));
    if (undelivered.length > 0) {
      await recordDelivered(
        deps.database,
        undelivered.map(({ clientId, channelId, accountId, validation }) => ({
          clientId,
          channelId,
          accountId,
          validation,
        })),
      );
    }
    return events.map((event) => {
      const request = requests.get(event);
      if (!request) return event.data;
      const { validation: _validation, clientId: _client, channelId: _channel, ...shown } = request;
      return { ...shown, properties: shownProperties(deps.secretBox, request, byKey.get(mapKeyOf(request))) };
    });
  };
}
