import type { Attribute } from '../columns/attribute-tree.ts';
import {
  type NewDefinition,
  missingDefinitions,
  undefinedNames,
  withDefinitions,
} from '../feed-items/feed-definitions.ts';
import { scanFeed } from '../feed-items/feed-shape.ts';
import type { FeedFormat } from '../format/feed-choice.ts';
import type { FileBytes, Spool } from '../source/file-bytes.ts';
import type { ReadPlan } from './open-products.ts';
import { readFeed } from './read-feed.ts';

/** What an import does if a feed needs composites that are not defined. */
export type MissingComposites =
  /** Creates the composites. `missingOf` returns the definitions that a client with these attributes lacks. */
  | { kind: 'define'; define: (missingOf: (attributes: readonly Attribute[]) => NewDefinition[]) => Promise<void> }
  /** Omits the values of these composites. */
  | { kind: 'leave-out' }
  /** Reads the feed as if these composites were defined. This is for a dry run, which stores no definitions. */
  | { kind: 'pretend' }
  /** Sends the values of these composites, so that the import rejects their products. */
  | { kind: 'reject' };

/** A feed that can be read as products, and the composites that were missing. */
export interface PreparedFeed {
  plan: ReadPlan;
  composites: string[];
  /** Returns the definitions that the plan assumes and that a client with these attributes lacks. Undefined if the plan assumes none. */
  pretended?: (attributes: readonly Attribute[]) => NewDefinition[];
}

/**
 * Prepares the import of a feed. Reads the whole feed once to find out which values are lists or rows.
 * @param listAttributes reads the definitions of the client
 * @throws FileError if the file cannot be read to its end
 */
export async function prepareFeed(
  file: FileBytes,
  format: FeedFormat,
  spool: Spool,
  { listAttributes, missing }: { listAttributes: () => Promise<readonly Attribute[]>; missing: MissingComposites },
): Promise<PreparedFeed> {
  const shape = await scanFeed(readFeed(file, format, spool, null));
  const attributes = await listAttributes();
  const composites = undefinedNames(shape, attributes);
  if (composites.length === 0 || missing.kind === 'reject') return { plan: { shape, attributes }, composites };
  if (missing.kind === 'leave-out') return { plan: { shape, attributes, without: composites }, composites };
  if (missing.kind === 'pretend') {
    const pretended = (known: readonly Attribute[]) => missingDefinitions(shape, known);
    return { plan: { shape, attributes: withDefinitions(attributes, pretended(attributes)) }, composites, pretended };
  }
  await missing.define((known) => missingDefinitions(shape, known));
  return { plan: { shape, attributes: await listAttributes() }, composites };
}
