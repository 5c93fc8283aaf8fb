import type { ImportWarning, ItemProblem, JobOrigin } from '@pimento/contract';
import type { References } from '../../assets/core.ts';
import type { ProductPatch, ValueChange } from '../../catalog/core.ts';
import type { ByteArena, ClientId, ProductId } from '../../platform/core.ts';
import type { BodyPlace } from '../read/body-fault.ts';
import type { BodyFormat } from '../read/body-frame.ts';
import type { SeenBefore } from './seen-ids.ts';

export type ImportType = 'IMPORTER' | 'REPLACEMENT';

/** What the caller wants of an import; fixed when it starts. */
export interface ImportWish {
  clientId: ClientId;
  jobId: string;
  /** `key:…` or `user:…`; stands in history. */
  actor: string;
  importType: ImportType;
  origin: JobOrigin;
  atomic: boolean;
  dryRun: boolean;
  format: BodyFormat;
  /** Content-Encoding of the body, lower case; null where there is none. */
  encoding: string | null;
  /** Bytes on the wire, where the caller said so. */
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
  /** Colons outside strings: more than were kept by parsing means a duplicate key. */
  members: number;
  depth: number;
  fingerprint: string;
  /** Read off the first bytes; right or merely a miss in the comparison of fingerprints. */
  guessedId: ProductId | undefined;
  /** Where its id stood before in the same body; set when it is prepared for the first time. */
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

/** What the sender of a payload takes for stored. */
export type Expectation =
  /** No product with this id. */
  | { kind: 'absent' }
  /** A product that holds this; what is not mentioned may be anything. */
  | { kind: 'holds'; patch: ProductPatch }
  /** Something that no product can hold by the definitions of now. */
  | { kind: 'impossible'; problem: { code: string; params: Record<string, unknown> } };

export interface Accepted {
  verdict: 'accepted';
  productId: ProductId;
  patch: ProductPatch;
  expected: Expectation | undefined;
  /** Attributes that no definition has yet. */
  seen: SeenAttribute[];
  warnings: ImportWarning[];
}

/** What the payloads of one product, applied in their order, come to. */
export interface Folded {
  created: number;
  updated: number;
  unchanged: number;
  /** One list for each payload that changed an existing product. */
  history: ValueChange[][];
}

/** A product that is taken for new, with the row that it would be. */
export interface FreshProduct {
  productId: ProductId;
  /** The row, in the arena of the batch. */
  row: number;
  /** Assets that it names. */
  references: References;
  folded: Folded;
}

/** An accepted payload on its way into storage: the row of a new product, or a patch of a stored one. */
export interface PreparedProduct extends FreshProduct {
  item: ImportItem;
  packaging: ProductPatch['packaging'];
  /** What must be stored for it to be applied; undefined: whatever is. */
  expected: Expectation | undefined;
  /**
   * What the payload wants, where a look without a lock found the product, so that there is no row. Of one that is taken for new it is judged
   * again from its bytes when it is asked for, which it hardly ever is: to keep the parsed values of two batches alive cost a sixth of the rate
   * in garbage collection.
   */
  patch: ProductPatch | undefined;
}

/** The payloads of one product in one batch, in the order of the body. */
export type ProductGroup = [PreparedProduct, ...PreparedProduct[]];

export interface Rejected {
  verdict: 'rejected';
  productId: ProductId | undefined;
  problems: ItemProblem[];
}
export type Judgement = Accepted | Rejected;

/** Counts of products, and everything else that a job says about itself while it runs. */
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
