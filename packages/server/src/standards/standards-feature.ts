import { bodyBytes } from '@pimento/contract';
import { type Clock, type Database, type Log, openDatabase, type Route } from '../platform/index.ts';
import { mappingRoutes } from './mapping-routes.ts';
import type { MappingDeps } from './mapping/check-service.ts';
import { publishingRoutes } from './publishing-routes.ts';
import { contentsRoutes } from './contents-routes.ts';
import { createStandardAnswers } from './standard-answer-service.ts';
import { readingRoutes } from './reading-routes.ts';
import { createBodyService } from './versions/body-service.ts';
import { createOutlineCache, type OutlineCache } from './versions/outline-cache.ts';
import { createStandardReader } from './versions/standard-thread-service.ts';

export interface StandardsFeature extends AsyncDisposable {
  routes: Route[];
  outlines: OutlineCache;
}

interface StandardsDeps {
  database: Database;
  connectionString: string;
  clock: Clock;
  log: Log;
  onPublished: MappingDeps['onPublished'];
}

/** Number of database connections that store documents with COPY. It equals the number of documents that are checked at the same time. */
const writers = 2;

/**
 * Opens the database connections and creates the routes of data standards and mappings.
 * @param options.faultModule URL of the module that exports `findJsonFault`
 * @param options.bodyLimit maximum bytes of a data standard
 */
export function openStandards(
  { database, connectionString, clock, log, onPublished }: StandardsDeps,
  { faultModule, bodyLimit = bodyBytes.standard }: { faultModule: URL; bodyLimit?: number | undefined },
): StandardsFeature {
  const onError = ({ message: reason }: Error) => {
    log.warn({ reason }, 'a database connection broke');
  };
  const writing = openDatabase({ connectionString, max: writers, name: 'pimento standards', copies: true, onError });
  const reader = createStandardReader(faultModule);
  const readBody = createBodyService({ database, clock, read: reader.read, maxBytes: bodyLimit });
  const answer = createStandardAnswers(database);
  const outlines = createOutlineCache(database);
  return {
    outlines,
    routes: [
      ...publishingRoutes({ database, writing: writing.kysely, clock, readBody, answer, onPublished }),
      ...readingRoutes({ database, answer }),
      ...contentsRoutes({ database }),
      ...mappingRoutes({ database, clock, outlines, onPublished }),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([reader[Symbol.asyncDispose](), writing[Symbol.asyncDispose]()]);
    },
  };
}
