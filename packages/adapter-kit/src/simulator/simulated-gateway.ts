import { randomUUID } from 'node:crypto';
import { authenticationEventData, type ChannelCapability, type Event } from '@pimento/contract';
import type { Scenario, ScenarioEvent } from './scenario.ts';
import { type AccountIds, SimulatedAccount } from './simulated-account.ts';
import { SimulatedStandard } from './simulated-standard.ts';
import { SimulatedStream } from './simulated-stream.ts';
import { SimulatedSubmission } from './simulated-submission.ts';

/** The state of one adapter in the simulated service. */
export class SimulatedGateway {
  readonly stream: SimulatedStream;
  readonly submissions = new Map<string, SimulatedSubmission>();
  readonly scenario: Scenario;
  readonly #standards: Map<string, SimulatedStandard>;
  readonly #capabilities: Map<string, readonly ChannelCapability[]>;
  readonly #accounts = new Map<string, SimulatedAccount>();

  constructor(scenario: Scenario, chance: () => number, now: () => number = Date.now) {
    this.scenario = scenario;
    this.#capabilities = new Map(scenario.channels.map((channel) => [channel.channelId, channel.capabilities ?? []]));
    this.#standards = new Map(
      scenario.channels.map(({ channelId, standard }) => [channelId, new SimulatedStandard(standard)]),
    );
    const { lateAcknowledgeMs, duplicateRate } = scenario.chaos;
    const present = (event: Omit<Event, 'acknowledged'>) => this.#present(event);
    this.stream = new SimulatedStream({ lateAcknowledgeMs, duplicateRate, chance, now, present });
    for (const event of scenario.events) this.add(event);
  }

  /** Appends an event to the stream, and creates or updates its account, or creates its submission. A deletion only appends the event. */
  add(event: ScenarioEvent): void {
    const { clientId, channelId, accountId } = event;
    const ids = { clientId, channelId };
    if (event.type === 'CLIENT_CHANNEL_DELETED_EVENT') {
      this.stream.append({ ...ids, eventType: event.type, data: { accountIds: [accountId] } });
    } else if (event.type === 'AUTHENTICATION_EVENT') {
      const data = { accountId, accountName: accountId, properties: event.properties };
      const eventId = this.stream.append({ ...ids, eventType: event.type, data });
      const known = this.findAccount(event);
      if (known) known.askAgain(event.properties, eventId);
      else this.#accounts.set(keyOf(event), new SimulatedAccount({ ...ids, accountId }, event.properties, eventId));
    } else {
      this.#submit(event);
    }
  }

  findAccount(ids: AccountIds): SimulatedAccount | undefined {
    return this.#accounts.get(keyOf(ids));
  }

  /** Returns the capabilities that the adapter or the scenario declared for a channel, or undefined if the channel does not exist. */
  capabilities(channelId: string): readonly ChannelCapability[] | undefined {
    return this.#capabilities.get(channelId);
  }

  /** Returns the data standard of a channel, or undefined if the channel does not exist. */
  standard(channelId: string): SimulatedStandard | undefined {
    return this.#standards.get(channelId);
  }

  declare(channelId: string, capabilities: readonly ChannelCapability[]): void {
    this.#capabilities.set(channelId, capabilities);
  }

  accounts(): SimulatedAccount[] {
    return [...this.#accounts.values()];
  }

  #present(event: Omit<Event, 'acknowledged'>): Event['data'] {
    if (event.eventType !== 'AUTHENTICATION_EVENT') return event.data;
    const data = authenticationEventData.parse(event.data);
    const account = this.findAccount({ ...event, accountId: data.accountId });
    return account ? { ...data, properties: account.shown() } : data;
  }

  #submit(event: ScenarioEvent & { type: 'SUBMIT_EVENT' }): void {
    const { clientId, channelId, accountId, products, comment, isCancelled, isWithdrawal } = event;
    const submissionId = randomUUID();
    const batchSize = this.scenario.channels.find((channel) => channel.channelId === channelId)?.batchSize ?? 100;
    const created = new Date().toISOString();
    const operation = isWithdrawal ? { operation: 'withdraw' as const } : {};
    const head = { submissionId, clientId, channelId, accountId, created, comment, batchSize, ...operation };
    this.submissions.set(submissionId, new SimulatedSubmission(head, products, isCancelled));
    const data = { submissionId, accountId, productCount: products.length, comment, ...operation };
    this.stream.append({ clientId, channelId, eventType: event.type, data });
  }
}

function keyOf({ clientId, channelId, accountId }: AccountIds): string {
  return JSON.stringify([clientId, channelId, accountId]);
}
