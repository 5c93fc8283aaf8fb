import {
  type Attribute,
  isFeedFormat,
  type MissingComposites,
  prepareFeed,
  type ReadPlan,
  type Spool,
} from '@pimento/files';
import { type Connection, type Database, type Transaction, transaction } from '../../platform/core.ts';
import { addDefinitions, attributesOf, type CompiledStructure, loadStructure } from '../../structure/core.ts';
import { recordDefined } from '../jobs/file-job-store.ts';
import type { FilePlan, ImportRequest } from '../judge/import-types.ts';
import { refusalOfFile } from './file-fault.ts';
import { openStoredFile } from './stored-file.ts';

/** The facts about a file that are determined before its first product is imported. */
export interface PreparedFile {
  /** How a feed is read. Undefined for tables and JSON. */
  feed: ReadPlan | undefined;
  /** Composites that were created for a feed, or that a dry run would create. */
  defined: string[];
  /**
   * Returns the definitions that a dry run adds to its copy of the definitions, so that it judges values as the import would. Undefined if
   * nothing is added.
   */
  tried?: ((structure: CompiledStructure) => readonly unknown[]) | undefined;
}

interface Preparation {
  database: Database;
  /** Id of the process that runs the job. */
  owner: string;
  request: ImportRequest;
  /** Attributes that an earlier run of the job has recorded. */
  recorded: readonly string[];
  /** @throws PimentoError unauthorized, unknown-client if the key of the import can no longer be used */
  requireUsable: (opened: Transaction) => Promise<void>;
}

const listAttributes = async (connection: Connection, { clientId }: ImportRequest): Promise<Attribute[]> =>
  attributesOf(await loadStructure(connection, clientId));

/** Decides what happens to composites without a definition. Appends the ids of created top-level composites to `names`. */
function missingOf(
  { database, owner, request, requireUsable }: Preparation,
  plan: FilePlan,
  names: string[],
): MissingComposites {
  const { clientId } = request;
  if (plan.definesComposites !== true) return { kind: 'reject' };
  if (request.dryRun) return { kind: 'pretend' };
  return {
    kind: 'define',
    define: (missing) =>
      addDefinitions(
        database,
        clientId,
        (structure) => {
          const added = missing(attributesOf(structure));
          names.push(...added.filter(({ compositeAttribute }) => compositeAttribute === null).map(({ id }) => id));
          return added;
        },
        async (opened) => {
          await requireUsable(opened);
          await recordDefined(opened, request, owner, names);
        },
      ),
  };
}

/**
 * Prepares the import of a file. For a feed, reads the whole file once to find the composites that it needs. If the import may define
 * composites, creates the missing ones in a separate transaction. A dry run only records them.
 * @throws PimentoError invalid-file, unknown-file, invalid-definitions, not-possible-now; unauthorized or unknown-client if the key can no
 * longer be used
 */
export async function prepareFile(preparation: Preparation, plan: FilePlan, spool: Spool): Promise<PreparedFile> {
  const { database, owner, request, recorded } = preparation;
  const { format, fileId, bytes } = plan;
  if (!isFeedFormat(format)) return { feed: undefined, defined: [] };
  const names: string[] = [];
  try {
    const prepared = await prepareFeed(
      openStoredFile(database, { clientId: request.clientId, fileId }, bytes),
      format,
      spool,
      {
        listAttributes: () => listAttributes(database, request),
        missing: missingOf(preparation, plan, names),
      },
    );
    if (!request.dryRun || plan.definesComposites !== true) return { feed: prepared.plan, defined: names };
    const defined = prepared.composites.filter((name) => !recorded.includes(name));
    if (defined.length > 0) await transaction(database, (opened) => recordDefined(opened, request, owner, defined));
    const { pretended } = prepared;
    const tried = pretended && ((structure: CompiledStructure) => pretended(attributesOf(structure)));
    return { feed: prepared.plan, defined, tried };
  } catch (error) {
    throw refusalOfFile(error);
  }
}
