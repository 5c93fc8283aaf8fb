import {
  acknowledgeEvent,
  type AnswerOf,
  declareCapabilities,
  getAdapterStandard,
  getSubmissionHead,
  listAdapterChannels,
  listSubmittedProducts,
  type ItemProblem,
  type Operation,
  pollEvents,
  putAdapterStandard,
  type ReportedItem,
  reportAuthentication,
  reportSubmission,
} from '@pimento/contract';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';
import { headOf, pageOf } from './simulated-pages.ts';
import type { SimulatedGateway } from './simulated-gateway.ts';

type Output<Schema> = Schema extends { _zod: { output: infer Value } } ? Value : undefined;

interface Input<O extends Operation> {
  params: Output<O['params']>;
  query: Output<O['query']>;
  body: Output<NonNullable<O['body']>>;
}

export interface SimulatedRoute {
  operation: Operation;
  answer(gateway: SimulatedGateway, input: { params: unknown; query: unknown; body: unknown }): SimulatedAnswer;
}

function route<O extends Operation>(
  operation: O,
  answer: (gateway: SimulatedGateway, input: Input<O>) => SimulatedAnswer | AnswerOf<O>,
): SimulatedRoute {
  return {
    operation,
    answer(gateway, input) {
      // the server has validated the input against the schemas of this operation
      const value = answer(gateway, input as Input<O>);
      return isAnswer(value) ? value : { status: 200, body: value };
    },
  };
}

const isAnswer = (value: unknown): value is SimulatedAnswer =>
  typeof value === 'object' && value !== null && 'body' in value && 'status' in value;

const unknownSubmission = (id: string) =>
  problem('unknown-submission', `There is no submission ${JSON.stringify(id)}.`);

const unknownChannel = (channelId: string) => problem('unknown-channel', `There is no channel ${channelId}.`);

export const simulatedRoutes: readonly SimulatedRoute[] = [
  route(pollEvents, (gateway, { query }) => {
    const page = gateway.stream.poll(query);
    return page ?? problem('unknown-cursor', 'startingAfter is not an eventId that this adapter has ever received.');
  }),
  route(acknowledgeEvent, (gateway, { params: { eventId } }) => {
    const event = gateway.stream.acknowledge(eventId);
    return event ?? problem('unknown-event', `There is no event ${JSON.stringify(eventId)}.`);
  }),
  route(reportAuthentication, (gateway, { body }) => {
    const account = gateway.findAccount(body);
    if (!account) return problem('unknown-account', `There is no account ${JSON.stringify(body.accountId)}.`);
    if (!account.hasAsked(body)) return problem('unknown-event', 'This account has no such AUTHENTICATION_EVENT.');
    return account.report(body);
  }),
  route(getSubmissionHead, (gateway, { params: { submissionId } }) => {
    const submission = gateway.submissions.get(submissionId);
    return submission ? headOf(gateway, submission) : unknownSubmission(submissionId);
  }),
  route(listSubmittedProducts, (gateway, { params: { submissionId }, query }) => {
    const submission = gateway.submissions.get(submissionId);
    return submission ? pageOf(gateway, submission, query) : unknownSubmission(submissionId);
  }),
  route(reportSubmission, (gateway, { params: { submissionId }, body }) => {
    const submission = gateway.submissions.get(submissionId);
    if (!submission) return unknownSubmission(submissionId);
    const given = body.items ?? [];
    const items = given.filter((item): item is ReportedItem => !('unreadable' in item));
    const refused = given.flatMap((item, index): ItemProblem[] => {
      if ('unreadable' in item)
        return [{ code: 'invalid-body', path: `/items/${index}`, message: 'The item cannot be read.', index }];
      const { productId } = item;
      if (submission.submittedIds.includes(productId)) return [];
      const message = `The submission does not contain the product ${JSON.stringify(productId)}.`;
      return [{ code: 'unknown-product', path: `/items/${index}/productId`, message, productId, index }];
    });
    if (refused.length > 0 && refused.length === given.length)
      return problem('invalid-values', `Nothing was stored: ${refused.length} item(s) were refused.`, {
        errors: refused,
      });
    submission.report({ ...body, items });
    const head = headOf(gateway, submission);
    return refused.length === 0 ? head : { ...head, refusedItems: refused };
  }),
  route(listAdapterChannels, (gateway, { query: { limit, startingAfter } }) => ({
    // all connections are on the first page
    ...(limit === undefined && startingAfter === undefined ? {} : { hasMore: false, next: null }),
    channels: gateway.scenario.channels.map(({ channelId, batchSize }) => ({
      channelId,
      name: channelId,
      batchSize,
      accountFields: [],
      capabilities: [...(gateway.capabilities(channelId) ?? [])],
      connections: connectionsOf(gateway, channelId),
    })),
  })),
  route(declareCapabilities, (gateway, { params: { channelId }, body: { capabilities } }) => {
    if (!gateway.capabilities(channelId)) return unknownChannel(channelId);
    gateway.declare(channelId, capabilities);
    return { channelId, capabilities };
  }),
  route(putAdapterStandard, (gateway, { params: { channelId }, body }) => {
    return gateway.standard(channelId)?.put(channelId, body) ?? unknownChannel(channelId);
  }),
  route(getAdapterStandard, (gateway, { params: { channelId } }) => {
    const standard = gateway.standard(channelId);
    if (!standard) return unknownChannel(channelId);
    return standard.current?.document ?? problem('unknown-standard', `Channel ${channelId} has no data standard.`);
  }),
];

type ChannelList = AnswerOf<typeof listAdapterChannels>['channels'];

function connectionsOf(gateway: SimulatedGateway, channelId: string): ChannelList[number]['connections'] {
  const accounts = gateway.accounts().filter((account) => account.ids.channelId === channelId);
  const byClient = Map.groupBy(accounts, (account) => account.ids.clientId);
  return [...byClient].map(([clientId, own]) => ({
    clientId,
    created: new Date(0).toISOString(),
    accounts: own.map((account) => ({
      accountId: account.ids.accountId,
      name: account.ids.accountId,
      state: account.state,
      properties: Object.fromEntries(Object.keys(account.shown()).map((id) => [id, null])),
    })),
  }));
}
