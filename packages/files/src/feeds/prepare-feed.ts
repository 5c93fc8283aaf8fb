import type { Attribute } from '../columns/attribute-tree.ts';
import { type NewDefinition, missingDefinitions, undefinedNames } from '../feed-items/feed-definitions.ts';
import { scanFeed } from '../feed-items/feed-shape.ts';
import type { FeedFormat } from '../format/feed-choice.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import type { ReadPlan } from './open-products.ts';
import { readFeed } from './read-feed.ts';

/** What an import does if a feed needs composites that are not defined. */
export type MissingComposites =
  /** Creates the composites. `missingOf` returns the definitions that a client with these attributes lacks. */
  | { kind: 'define'; define: (missingOf: (attributes: readonly Attribute[]) => NewDefinition[]) => Promise<void> }
  /** Omits the values of these composites, as a dry run does. */
  | { kind: 'leave-out' }
  /** Sends the values of these composites, so that the import rejects their products. */
  | { kind: 'reject' };

/** A feed that can be read as products, and the composites that were missing. */
export interface PreparedFeed {
  plan: ReadPlan;
  composites: string[];
}

/**
 * Prepares the import of a feed: reads the whole feed once to find out which values are lists or rows.
 * @param listAttributes reads the definitions of the client
 * @throws FileError if the file cannot be read to its end
 */
export async function prepareFeed(
  file: FileBytes,
  format: FeedFormat,
  spool: Spool,
  { listAttributes, missing }: { listAttributes: () => Promise<readonly Attribute[]>; missing: MissingComposites },
): Promise<PreparedFeed> {
  const shape = await scanFeed(readFeed(file, format, spool));
  const attributes = await listAttributes();
  const composites = undefinedNames(shape, attributes);
  if (composites.length === 0 || missing.kind === 'reject') return { plan: { shape, attributes }, composites };
  if (missing.kind === 'leave-out') return { plan: { shape, attributes, without: composites }, composites };
  await missing.define((known) => missingDefinitions(shape, known));
  return { plan: { shape, attributes: await listAttributes() }, composites };
}
