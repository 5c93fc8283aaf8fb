import { calm, type Chaos, type Scenario, type ScenarioEvent } from '../simulator/index.ts';
import { poisonPrefix, refusedPrefix } from './target.ts';

export const goneClient = 'dee';
const clients = ['ada', 'bo', 'cy'];
export const channelId = 'shop';

type Submit = ScenarioEvent & { type: 'SUBMIT_EVENT' };

function submit(clientId: string, label: string, count: number, more: Partial<Submit> = {}): Submit {
  const products = Array.from({ length: count }, (_one, index) => ({
    __ID: `${label}-${String(index + 1).padStart(3, '0')}`,
    __NAME: `Product "${label}", ${index + 1}`,
  }));
  const ids = { clientId, channelId, accountId: 'account-1' };
  return { ...ids, type: 'SUBMIT_EVENT', products, comment: label, isCancelled: false, ...more };
}

const chaos: Chaos = {
  ...calm,
  errorRate: 0.02,
  slowRate: 0.02,
  slowMs: 200,
  dropRate: 0.03,
  duplicateRate: 0.15,
  lateAcknowledgeMs: 150,
};

/**
 * Creates a scenario with the events before the outage. They include valid and invalid credentials, interleaved events of several clients,
 * submissions of several pages, a cancelled submission, products and whole submissions that the target refuses, and a client that
 * disconnects.
 */
export function verifyScenario(seed: number, passwords: { good: string; bad: string }): Scenario {
  const login = (clientId: string, password: string): ScenarioEvent => {
    const ids = { clientId, channelId, accountId: 'account-1' };
    return { ...ids, type: 'AUTHENTICATION_EVENT', properties: { user: `user-of-${clientId}`, password } };
  };
  const events: ScenarioEvent[] = [
    login('ada', passwords.good),
    login('bo', passwords.bad),
    ...['first', 'second', 'third'].flatMap((label) => clients.map((clientId) => submit(clientId, label, 8))),
    submit(goneClient, 'gone', 3),
    { type: 'CLIENT_CHANNEL_DELETED_EVENT', clientId: goneClient, channelId, accountId: 'account-1' },
    submit('ada', 'cancelled', 2, { isCancelled: true }),
    submit('bo', poisonPrefix.slice(0, -1), 1),
    submit('bo', 'after-poison', 2),
    submit('cy', refusedPrefix.slice(0, -1), 1),
  ];
  return { channels: [{ channelId, batchSize: 4 }], events, chaos: { ...chaos, seed } };
}

/** The products that are withdrawn if the adapter declares the capability. */
export const withdrawn = { clientId: 'cy', productIds: ['first-001', 'first-002', 'second-008'] };

/** Returns the withdrawal that is added before the outage. */
export function withdrawalEvent(): ScenarioEvent {
  const products = withdrawn.productIds.map((__ID) => ({ __ID, externalId: null }));
  return submit(withdrawn.clientId, 'withdrawal', 0, { products, isWithdrawal: true });
}

/** Returns the events that are added during the outage. */
export function lateEvents(): ScenarioEvent[] {
  return clients.map((clientId) => submit(clientId, 'late', 2));
}
