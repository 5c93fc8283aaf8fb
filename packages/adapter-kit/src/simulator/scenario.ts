import { type ChannelCapability, type DataStandard, dataStandardSchema, type Product } from '@pimento/contract';
import { type Chaos, readChaos } from './chaos-rules.ts';
import { FieldReader } from './field-reader.ts';

export interface ScenarioChannel {
  channelId: string;
  batchSize: number;
  capabilities?: readonly ChannelCapability[];
  /** The data standard that the channel has from the start. The adapter can publish a different one. */
  standard?: DataStandard;
}

interface EventIds {
  clientId: string;
  channelId: string;
  accountId: string;
}

export type ScenarioEvent = EventIds &
  (
    | {
        type: 'SUBMIT_EVENT';
        products: Product[];
        comment: string | null;
        isCancelled: boolean;
        /** True if the event withdraws the products from the channel. The products then have only `__ID` and `externalId`. */
        isWithdrawal?: boolean;
      }
    | { type: 'AUTHENTICATION_EVENT'; properties: Record<string, string> }
    | { type: 'CLIENT_CHANNEL_DELETED_EVENT' }
  );

export interface Scenario {
  channels: ScenarioChannel[];
  /** Events in stream order. */
  events: ScenarioEvent[];
  chaos: Chaos;
}

/** Thrown if the scenario is invalid. The message lists all problems. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
}

/**
 * Reads a scenario file: `{channels?, events, chaos?}`.
 * - A channel is `{channelId, batchSize?, withdraw?, standard?}`. With `withdraw: true`, its products can be withdrawn. `standard` is its
 * data standard.
 * - Every event has `{type, clientId, channelId?, accountId?, times?}`. It occurs `times` times, and `{n}` in `clientId` becomes the number
 * of the repetition.
 * - A SUBMIT_EVENT also has `products` (a list, or a number of products to generate), `comment?`, `cancelled?` and `operation?` (`submit`
 * or `withdraw`). An AUTHENTICATION_EVENT also has `properties`.
 * @throws ScenarioError
 */
export function readScenario(value: unknown): Scenario {
  const problems: string[] = [];
  const root = new FieldReader(value, '', problems);
  const channels = root.list('channels').map((channel): ScenarioChannel => ({
    channelId: channel.text('channelId'),
    batchSize: channel.count('batchSize', 100),
    capabilities: channel.flag('withdraw') ? (['withdraw'] as const) : [],
    ...readChannelStandard(channel),
  }));
  const events = root.list('events').flatMap((event) => readEvents(event, channels[0]?.channelId ?? 'shop'));
  const chaos = readChaos(root.object('chaos'));
  if (problems.length > 0) throw new ScenarioError(`The scenario is invalid:\n${problems.join('\n')}`);
  for (const { channelId } of events) {
    if (!channels.some((channel) => channel.channelId === channelId))
      channels.push({ channelId, batchSize: 100, capabilities: [] });
  }
  return { channels, events, chaos };
}

function readChannelStandard(channel: FieldReader): Pick<ScenarioChannel, 'standard'> {
  const value = channel.raw('standard');
  if (value === undefined) return {};
  const read = dataStandardSchema.safeParse(value);
  if (read.success) return { standard: read.data };
  const [issue] = read.error.issues;
  channel.refuse('standard', `is not a data standard: ${issue?.path.map(String).join('/')} ${issue?.message}`);
  return {};
}

function readEvents(event: FieldReader, usualChannel: string): ScenarioEvent[] {
  const times = event.count('times', 1);
  return Array.from({ length: times }, (_one, index) => readEvent(event, usualChannel, index + 1));
}

function readEvent(event: FieldReader, usualChannel: string, number: number): ScenarioEvent {
  const ids = {
    clientId: event.text('clientId').replaceAll('{n}', String(number)),
    channelId: event.text('channelId', usualChannel),
    accountId: event.text('accountId', 'account-1'),
  };
  const type = event.text('type');
  switch (type) {
    case 'SUBMIT_EVENT': {
      const isWithdrawal = readOperation(event) === 'withdraw';
      const products = readProducts(event);
      return {
        ...ids,
        type,
        products: isWithdrawal ? products.map(withdrawnProduct) : products,
        comment: event.text('comment', '') || null,
        isCancelled: event.flag('cancelled'),
        isWithdrawal,
      };
    }
    case 'AUTHENTICATION_EVENT':
      return { ...ids, type, properties: event.texts('properties') };
    case 'CLIENT_CHANNEL_DELETED_EVENT':
      return { ...ids, type };
    default:
      event.refuse('type', 'must be SUBMIT_EVENT, AUTHENTICATION_EVENT or CLIENT_CHANNEL_DELETED_EVENT');
      return { ...ids, type: 'CLIENT_CHANNEL_DELETED_EVENT' };
  }
}

function readOperation(event: FieldReader): string {
  const operation = event.text('operation', 'submit');
  if (!['submit', 'withdraw'].includes(operation)) event.refuse('operation', 'must be submit or withdraw');
  return operation;
}

const withdrawnProduct = ({ __ID, externalId }: Product): Product => ({
  __ID,
  externalId: typeof externalId === 'string' ? externalId : null,
});

function readProducts(event: FieldReader): Product[] {
  if (typeof event.raw('products') === 'number') return makeProducts(event.count('products', 0));
  return event.list('products').map((product) => ({ ...product.members, __ID: product.text('__ID') }));
}

/** Generates products with ascending ids, and with values that are difficult to encode as CSV. */
function makeProducts(count: number): Product[] {
  return Array.from({ length: count }, (_one, index) => ({
    __ID: `P-${String(index + 1).padStart(6, '0')}`,
    __NAME: `Product ${index + 1}`,
    description: `Says "yes", ${index + 1} times\nover two lines; ü, 商, 🫙`,
    price: [{ amount: '10.50', currency: 'EUR' }],
  }));
}
