import { type Publisher, type StandardDeps, versionView } from './versions/version-service.ts';
import { withdrawStandard } from './versions/withdrawal-service.ts';
import * as contract from '@pimento/contract';
import { findChannel, unknownChannel } from '../channels/index.ts';
import {
  adapterRoute,
  type AdapterCaller,
  type ChannelId,
  type Connection,
  type OperatorCaller,
  operatorRoute,
  type Reply,
  type Route,
} from '../platform/index.ts';
import { type StandardAnswers, type StandardQuery, versionPage, type VersionQuery } from './standard-answer-service.ts';
import type { BodyRequest, BodyService } from './versions/body-service.ts';
import { type PutOptions, putStandard } from './versions/standard-service.ts';
import type { StandardKey } from './versions/standard-types.ts';

export interface PublishingDeps extends StandardDeps {
  readBody: BodyService;
  answer: StandardAnswers;
  /** A database that was opened with `copies`, so that rows can be sent with COPY. */
  writing: StandardDeps['database'];
  /** Called after a version has been published or withdrawn, so that products are evaluated again immediately. */
  onPublished: () => void;
}

type Caller = AdapterCaller | OperatorCaller;

/** Returns the key of a channel's data standard. An adapter can find only its own channels. @throws PimentoError unknown-channel */
async function requireKey(connection: Connection, caller: Caller, channelId: ChannelId): Promise<StandardKey> {
  const channel = await findChannel(connection, channelId);
  if (!channel || (caller.kind === 'adapter' && channel.adapterId !== caller.adapterId))
    throw unknownChannel(channelId);
  return { adapterId: channel.adapterId, channelId };
}

/** Returns the name under which the caller takes turns. All API keys of an adapter have the same name. */
const shareOf = (caller: Caller): string => (caller.kind === 'adapter' ? `adapter ${caller.adapterId}` : caller.actor);

const publisherOf = ({ kind, actor }: Caller): Publisher => ({ kind, actor });

/** Creates the routes that adapters and operators use to publish data standards. */
export function publishingRoutes(deps: PublishingDeps): Route[] {
  const { database, writing, clock, readBody, answer, onPublished } = deps;
  const put = async (caller: Caller, channelId: ChannelId, options: PutOptions, body: BodyRequest): Promise<Reply> => {
    const key = await requireKey(database, caller, channelId);
    const prepared = await readBody(shareOf(caller), body, key);
    const published = await putStandard({ database: writing, clock }, key, publisherOf(caller), prepared, options);
    onPublished();
    return { status: 200, body: published };
  };
  const get = async (caller: Caller, channelId: ChannelId, query: StandardQuery): Promise<Reply> =>
    answer(shareOf(caller), await requireKey(database, caller, channelId), query);
  const list = async (caller: Caller, channelId: ChannelId, query: VersionQuery): Promise<Reply> => ({
    status: 200,
    body: await versionPage(database, await requireKey(database, caller, channelId), query),
  });
  const withdraw = async (caller: Caller, channelId: ChannelId, version: number): Promise<Reply> => {
    const key = await requireKey(database, caller, channelId);
    const row = await withdrawStandard({ database: writing, clock }, key, publisherOf(caller), version);
    onPublished();
    return { status: 200, body: versionView(row) };
  };
  return [
    adapterRoute(contract.putAdapterStandard, ({ caller, params, query, request, signal, pace }) =>
      put(caller, params.channelId, query, { request: request.raw, signal, pace }),
    ),
    adapterRoute(contract.getAdapterStandard, ({ caller, params, query }) => get(caller, params.channelId, query)),
    adapterRoute(contract.listAdapterStandardVersions, ({ caller, params, query }) =>
      list(caller, params.channelId, query),
    ),
    adapterRoute(contract.withdrawAdapterStandard, ({ caller, params }) =>
      withdraw(caller, params.channelId, params.version),
    ),
    operatorRoute(contract.putChannelStandard, ({ caller, params, query, request, signal, pace }) =>
      put(caller, params.channelId, query, { request: request.raw, signal, pace }),
    ),
    operatorRoute(contract.getChannelStandard, ({ caller, params, query }) => get(caller, params.channelId, query)),
    operatorRoute(contract.listChannelStandardVersions, ({ caller, params, query }) =>
      list(caller, params.channelId, query),
    ),
    operatorRoute(contract.withdrawChannelStandard, ({ caller, params }) =>
      withdraw(caller, params.channelId, params.version),
    ),
  ];
}
