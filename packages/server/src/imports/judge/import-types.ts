import type { ImportWarning, ItemProblem, JobOrigin } from '@pimento/contract';
import type { References } from '../../assets/core.ts';
import type { ProductPatch, ProductWrite, ValueChange } from '../../catalog/core.ts';
import type { ByteArena, ClientId, ProductId } from '../../platform/core.ts';
import type { BodyPlace } from '../read/body-fault.ts';
import type { BodyFormat } from '../read/body-frame.ts';
import type { SeenBefore } from './seen-ids.ts';

export type ImportType = 'IMPORTER' | 'REPLACEMENT';

/** What the caller asked for; fixed when the import starts. */
export interface ImportRequest {
  clientId: ClientId;
  jobId: string;
  /** `key:…` or `user:…`; recorded in history. */
  actor: string;
  importType: ImportType;
  origin: JobOrigin;
  atomic: boolean;
  dryRun: boolean;
  format: BodyFormat;
  /** Content-Encoding of the body, lower case; null if there is none. */
  encoding: string | null;
  /** Bytes on the wire, if the request has a Content-Length. */
  bytesTotal: number | null;
}

export interface ImportLimits {
  /** Decoded bytes of a whole body. */
  bodyBytes: number;
  productBytes: number;
  /** Products of one atomic request. */
  atomicProducts: number;
}

/** One product of a body, kept as bytes until its batch is stored, so that it can be judged again. */
export interface ImportItem extends BodyPlace {
  index: number;
  /** Its bytes in the arena of its batch. */
  piece: number;
  /** Colons outside strings. If parsing keeps fewer members, a key is duplicated. */
  members: number;
  depth: number;
  fingerprint: string;
  /** Read from the bytes without parsing. A wrong guess is only a miss in the comparison of fingerprints. */
  guessedId: ProductId | undefined;
  /** Earlier index of its id in the same body; set when it is prepared for the first time. */
  before: SeenBefore | undefined;
}

/** Products of a body that are stored together. */
export interface ImportBatch {
  items: readonly ImportItem[];
  /** Holds the bytes of the products and of the rows that they become. */
  arena: ByteArena;
}

export interface SeenAttribute {
  id: string;
  multiValue: boolean;
}

/** What the sender of a payload assumes to be stored. */
export type Expectation =
  /** No product with this id. */
  | { kind: 'absent' }
  /** A product with these values; fields that are not mentioned may have any. */
  | { kind: 'holds'; patch: ProductPatch }
  /** Something that no product can hold under the current definitions. */
  | { kind: 'impossible'; problem: { code: string; params: Record<string, unknown> } };

/** What one product of a body asks for, or every reason why it cannot be stored. */
export type Judgement =
  | {
      verdict: 'accepted';
      productId: ProductId;
      patch: ProductPatch;
      expected: Expectation | undefined;
      /** Attributes that have no definition yet. */
      seen: SeenAttribute[];
      warnings: ImportWarning[];
    }
  | { verdict: 'rejected'; productId: ProductId | undefined; problems: ItemProblem[] };

/** An accepted payload on its way into storage: as the row of a new product, or as a patch. */
export interface PreparedProduct {
  item: ImportItem;
  productId: ProductId;
  packaging: ProductPatch['packaging'];
  /** What must be stored for the payload to be applied; undefined: anything. */
  expected: Expectation | undefined;
  /** The product was not found stored, has no earlier payload in the body, and none of its payloads expects anything. */
  isNew: boolean;
  /** The row to be copied for a new product, in the arena of the batch; otherwise `noRow`. */
  row: number;
  /** Assets that the row names. */
  references: References;
  /**
   * What the payload changes, if there is no row. With a row, the product is judged again from its bytes in the rare case that its patch is
   * needed: keeping the parsed values of two batches cost a sixth of the rate in garbage collection.
   */
  patch: ProductPatch | undefined;
}

export const noRow = -1;

/** All payloads of one product in one batch, in the order of the body. */
export type ProductGroup = [PreparedProduct, ...PreparedProduct[]];

/** What the payloads of one product lead to, applied one after the other. */
export interface FoldedProduct {
  created: number;
  updated: number;
  unchanged: number;
  /** One list for each payload that changed an existing product. */
  history: ValueChange[][];
  write: ProductWrite;
}

/** Counts that a job reports while it runs. */
export interface ImportTally {
  handled: number;
  created: number;
  updated: number;
  unchanged: number;
  rejected: number;
  errors: number;
  warnings: number;
}

export const emptyTally: ImportTally = {
  handled: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  errors: 0,
  warnings: 0,
};

export function addTally(a: ImportTally, b: ImportTally): ImportTally {
  return {
    handled: a.handled + b.handled,
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    rejected: a.rejected + b.rejected,
    errors: a.errors + b.errors,
    warnings: a.warnings + b.warnings,
  };
}

/** A batch that is stored. */
export interface StoredBatch {
  tally: ImportTally;
  /** All problems of the batch in the order of the body, also those that showed only against stored products. */
  problems: ItemProblem[];
  warnings: readonly ImportWarning[];
  createdAttributes: string[];
  /** Categories that are stored now. */
  categories: string[];
  /** Some products existed that were expected to be new: comparing fingerprints first would have saved work. */
  foundStored: boolean;
}
