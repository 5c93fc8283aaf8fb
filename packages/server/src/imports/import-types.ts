import type { ImportWarning, ItemProblem } from '@pimento/contract';
import type { References } from '../assets/core.ts';
import type { ProductPatch, ProductRow } from '../catalog/core.ts';
import type { ByteArena } from '../platform/core.ts';
import type { BodyPlace } from './body-fault.ts';
import type { BodyFormat } from './body-frame.ts';
import type { SeenBefore } from './seen-ids.ts';

export type ImportType = 'IMPORTER' | 'REPLACEMENT';

/** What the caller wants of an import; fixed when it starts. */
export interface ImportWish {
  clientId: string;
  jobId: string;
  /** `key:…` or `user:…`; stands in history. */
  actor: string;
  importType: ImportType;
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
  bytes: Buffer;
  /** Colons outside strings: more than were kept by parsing means a duplicate key. */
  members: number;
  depth: number;
  fingerprint: string;
  /** Read off the first bytes; right or merely a miss in the comparison of fingerprints. */
  guessedId: string | undefined;
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

export interface Accepted {
  verdict: 'accepted';
  productId: string;
  patch: ProductPatch;
  /** Attributes that no definition has yet. */
  seen: SeenAttribute[];
  warnings: ImportWarning[];
}
/** An accepted payload on its way into storage. */
export interface PreparedProduct {
  productId: string;
  index: number;
  fingerprint: string;
  category: ProductPatch['category'];
  packaging: ProductPatch['packaging'];
  /** Assets that it names, where it is taken for new. */
  references: References;
  /** The row that it would be as a new product; undefined where a look without a lock found the product, so that none is inserted. */
  row: ProductRow | undefined;
  /**
   * What the payload wants. Of a product that is taken for new it is judged again from its bytes when it is asked for, which it hardly
   * ever is: to keep the parsed values of two batches alive cost a sixth of the rate in garbage collection.
   */
  patch: () => ProductPatch;
}

export interface Rejected {
  verdict: 'rejected';
  productId: string | undefined;
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
