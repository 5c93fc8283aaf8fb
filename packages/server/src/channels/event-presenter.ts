import { z } from 'zod';
import type { Database, SecretBox, ClientId, ChannelId } from '../platform/index.ts';
import { openSecrets } from './account-secrets.ts';
import { noteDelivered } from './account-store.ts';
import { findAccounts } from './account-views.ts';
import type { AccountKey, AccountRow } from './channel-types.ts';

/** An event as it is stored and about to be shown to its adapter. */
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

const textOf = (key: AccountKey) => [key.clientId, key.channelId, key.accountId].join('\u001f');

/** What an adapter may see now: the newest properties with passwords until it has reported, afterwards what was asked then, without them. */
function shownProperties(
  box: SecretBox,
  stored: StoredData,
  account: AccountRow | undefined,
): Record<string, string | null> {
  if (!account || stored.validation <= account.reportedValidation) return stored.properties;
  return { ...account.properties, ...openSecrets(box, account) };
}

/**
 * Completes the data of events as they are polled. Passwords live in the account alone, sealed, and never in an event: an
 * AUTHENTICATION_EVENT shows those that the account has now, so that also an event that was overtaken leads to a result for the newest.
 * @returns the data, in the order of the events
 */
export function createEventPresenter(deps: {
  database: Database;
  secretBox: SecretBox;
}): (events: readonly PresentedEvent[]) => Promise<unknown[]> {
  return async (events) => {
    const questions = new Map<PresentedEvent, StoredData & AccountKey>();
    for (const event of events) {
      if (event.eventType !== 'AUTHENTICATION_EVENT') continue;
      const { clientId, channelId } = event;
      questions.set(event, { ...storedDataSchema.parse(event.data), clientId, channelId });
    }
    if (questions.size === 0) return events.map((event) => event.data);
    const accounts = await findAccounts(
      deps.database,
      [...questions.values()].map(({ clientId, channelId, accountId }) => ({ clientId, channelId, accountId })),
    );
    const byKey = new Map(accounts.map((account) => [textOf(account), account]));
    // in one order, so that two polls at once do not wait for each other in a circle
    const news = accounts
      .filter((account) => account.deliveredValidation < account.validation && account.state === 'Authenticating')
      .toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
    if (news.length > 0) {
      await noteDelivered(
        deps.database,
        news.map(({ clientId, channelId, accountId, validation }) => ({ clientId, channelId, accountId, validation })),
      );
    }
    return events.map((event) => {
      const question = questions.get(event);
      if (!question) return event.data;
      const { validation: _validation, clientId: _client, channelId: _channel, ...shown } = question;
      return { ...shown, properties: shownProperties(deps.secretBox, question, byKey.get(textOf(question))) };
    });
  };
}
