import { versionView } from './versions/version-service.ts';
import type { z } from 'zod';
import type { getDataStandard } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import {
  type ChannelId,
  type Connection,
  createFairTurns,
  type Database,
  pageOf,
  PimentoError,
  poolSize,
  type Reply,
} from '../platform/index.ts';
import { documentChunks, lineChunks, openDocument } from './versions/document-service.ts';

import type { StandardKey, StandardVersionRow } from './versions/standard-types.ts';
import { findJsonSchema, findVersion, listVersions } from './versions/standard-views.ts';

export type StandardQuery = z.output<(typeof getDataStandard)['query']>;

/**
 * Returns a version of a data standard, or the current one if `version` is undefined.
 * @throws PimentoError unknown-standard
 */
export async function requireVersion(
  connection: Connection,
  key: StandardKey,
  version: number | undefined,
): Promise<StandardVersionRow> {
  const row = await findVersion(connection, key, version);
  if (row === undefined) throw unknownStandard(key.channelId, version);
  return row;
}

/** Maximum number of concurrent streams. A stream holds a database connection and a snapshot until it is closed. */
const maxStreams = 3;

/** Sends a data standard as the response. Callers take turns by their `share`. */
export type StandardAnswers = (share: string, key: StandardKey, query: StandardQuery) => Promise<Reply>;

/** Creates the function that sends whole data standards as responses. The number of concurrent streams is limited. */
export function createStandardAnswers(database: Database): StandardAnswers {
  const turns = createFairTurns(poolSize(maxStreams), { waiting: maxStreams, ms: 10_000 });
  return async (share, key, { version: asked, format }) => {
    const { version } = await requireVersion(database, key, asked);
    if (format === 'jsonschema') {
      const body = await findJsonSchema(database, key, version);
      return { status: 200, body, headers: { 'content-type': 'application/schema+json' } };
    }
    const isLines = format === 'ndjson';
    const turn = await turns.enter(share);
    const stream = openDocument(database, { key, version }, isLines ? lineChunks : documentChunks);
    stream.once('close', () => turn[Symbol.dispose]());
    const contentType = isLines ? 'application/x-ndjson' : 'application/json; charset=utf-8';
    return { status: 200, body: stream, headers: { 'content-type': contentType } };
  };
}

export interface VersionQuery {
  limit: number;
  startingAfter?: number | undefined;
}

/** Returns a page of versions, newest first. */
export async function versionPage(connection: Connection, key: StandardKey, { limit, startingAfter }: VersionQuery) {
  const found = await listVersions(connection, key, { limit: limit + 1, before: startingAfter });
  const { rows, hasMore } = pageOf(found, limit);
  const last = rows.at(-1);
  return { versions: rows.map(versionView), hasMore, next: hasMore && last ? String(last.version) : null };
}

export const unknownStandard = (channelId: ChannelId, version?: number) =>
  new PimentoError(
    problem(
      'unknown-standard',
      version === undefined ? { kind: 'none', channelId } : { kind: 'version', channelId, version },
    ),
  );
