import {
  type Client,
  ConnectionError,
  createClient,
  type Credential,
  ProblemError,
  UnexpectedAnswerError,
} from '@pimento/client';
import {
  acknowledgeEvent,
  type AnswerOf,
  type BodyOf,
  type DataStandard,
  declareCapabilities,
  getSubmissionHead,
  listAdapterChannels,
  listSubmittedProducts,
  pollEvents,
  putAdapterStandard,
  type PutStandardAnswer,
  reportAuthentication,
  reportSubmission,
  type SubmissionHead,
} from '@pimento/contract';
import { listAllChannels, type ListedChannel } from './channel-pages.ts';
import { createPace, type PaceOptions } from './pace.ts';
import { asksForPatience } from './wait-rules.ts';

export type EventPage = AnswerOf<typeof pollEvents>;
export type PolledEvent = EventPage['events'][number];
export type ProductPage = AnswerOf<typeof listSubmittedProducts>;
export type AuthenticationReport = BodyOf<typeof reportAuthentication>;
export type SubmissionReport = BodyOf<typeof reportSubmission>;

export interface PageQuery {
  limit: number;
  startingAfter: string | undefined;
  shape: 'import' | 'channel' | 'both' | undefined;
}

export interface GatewayOptions extends PaceOptions {
  baseUrl: string;
  credential: Credential;
  /** Maximum number of attempts per call before the error is thrown. Infinity means no limit. */
  maxTries: number;
  signal: AbortSignal;
}

/**
 * The API calls of an adapter. All are safe to repeat. After a temporary error, a call is retried with back-off, up to `maxTries` attempts.
 * @throws the last temporary error, or any other error without a retry
 */
export interface Gateway {
  poll(startingAfter: string | undefined): Promise<EventPage>;
  acknowledge(eventId: string): Promise<void>;
  reportAuthentication(report: AuthenticationReport): Promise<void>;
  /** Declares the capability `withdraw` for all channels of the adapter. Does nothing if the service does not support withdrawals yet. */
  declareWithdraw(): Promise<void>;
  /** Returns undefined if the submission was deleted together with its client or channel. */
  findHead(submissionId: string): Promise<SubmissionHead | undefined>;
  /**
   * @param page.shape undefined for the shape that the service chooses
   * @throws ProblemError not-possible-now if the products were never available in the shape, or no longer are
   */
  listProducts(submissionId: string, page: PageQuery): Promise<ProductPage>;
  listChannelIds(): Promise<string[]>;
  /** Publishes a data standard. Returns the reason if the service refuses it. */
  publishStandard(channelId: string, standard: DataStandard): Promise<PutStandardAnswer | { refusal: string }>;
  /** @throws Error even if the service refuses only the result of a single product */
  reportSubmission(submissionId: string, report: SubmissionReport): Promise<void>;
}

/** Returns true for a temporary error: no response, a response from a different server, or a status that asks for back-off. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof UnexpectedAnswerError) return true;
  return error instanceof ProblemError && asksForPatience(error.status);
}

/** Returns the reason and the first problem of a refused document. */
function refusalOf({ message, problem: { errors } }: ProblemError): string {
  const [first] = errors ?? [];
  return first === undefined ? message : `${message} ${first.path} ${first.message}`;
}

const isUnknown = (error: unknown, ...codes: string[]) => error instanceof ProblemError && codes.includes(error.code);

export function createGateway(options: GatewayOptions): Gateway {
  const { baseUrl, credential, maxTries, signal } = options;
  // The client's own retries are turned off, because they apply to a single call. Back-off must apply to the whole adapter.
  const pace = createPace(options);
  const client: Client = createClient({ baseUrl, credential, retries: 0, fetch: pace.fetch });

  async function insist<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    for (let tries = 1; ; tries += 1) {
      const failuresBefore = pace.failures;
      try {
        const answer = await call();
        pace.succeed();
        return answer;
      } catch (error) {
        signal.throwIfAborted();
        if (!isPassing(error)) {
          pace.succeed(); // the service is reachable, because it refused the call
          throw error;
        }
        if (pace.failures === failuresBefore) pace.fail('an unreadable answer');
        if (tries >= maxTries) throw error;
      }
    }
  }

  async function unless<Answer>(code: string, call: () => Promise<Answer>): Promise<Answer | undefined> {
    return insist(call).catch((error: unknown) => {
      if (!isUnknown(error, code)) throw error;
      return undefined;
    });
  }

  const listChannels = () =>
    listAllChannels((query = {}) => insist(() => client.call(listAdapterChannels, { query, signal })));

  async function declareFor({ channelId, capabilities = [] }: Partial<ListedChannel> & { channelId: string }) {
    if (capabilities.includes('withdraw')) return;
    const body = { capabilities: [...capabilities, 'withdraw' as const] };
    await insist(() => client.call(declareCapabilities, { params: { channelId }, body, signal })).catch(
      (error: unknown) => {
        // Ignored, because an older service does not support withdrawals, and the channel may have been deleted since.
        if (!isUnknown(error, 'not-found', 'unknown-channel')) throw error;
      },
    );
  }

  return {
    poll: (startingAfter) =>
      insist(() => client.call(pollEvents, { query: { autoAck: false, limit: 100, startingAfter }, signal })),
    async acknowledge(eventId) {
      // An event that is older than the retention period needs no acknowledgement.
      await unless('unknown-event', () => client.call(acknowledgeEvent, { params: { eventId }, signal }));
    },
    async reportAuthentication(body) {
      // Ignored, because the account may have been deleted since.
      await unless('unknown-account', () => client.call(reportAuthentication, { body, signal }));
    },
    async declareWithdraw() {
      for (const channel of await listChannels()) await declareFor(channel);
    },
    findHead: (submissionId) =>
      insist(() => client.call(getSubmissionHead, { params: { submissionId }, signal })).catch((error: unknown) => {
        if (isUnknown(error, 'unknown-submission')) return undefined;
        throw error;
      }),
    listProducts: (submissionId, query) =>
      insist(() => client.call(listSubmittedProducts, { params: { submissionId }, query, signal })),
    async listChannelIds() {
      return (await listChannels()).map(({ channelId }) => channelId);
    },
    async publishStandard(channelId, standard) {
      const raw = { content: JSON.stringify(standard), contentType: 'application/json' };
      try {
        const answer = await insist(() => client.open(putAdapterStandard, { params: { channelId }, raw, signal }));
        return (await answer.json()) as PutStandardAnswer; // the contract declares this type
      } catch (error) {
        if (error instanceof ProblemError) return { refusal: refusalOf(error) };
        throw error;
      }
    },
    async reportSubmission(submissionId, body) {
      const answer = await unless('unknown-submission', () =>
        client.call(reportSubmission, { params: { submissionId }, body, signal }),
      );
      const [refused] = answer?.refusedItems ?? [];
      if (refused) throw new Error(`The service refused a result: ${refused.path} ${refused.message}`);
    },
  };
}
