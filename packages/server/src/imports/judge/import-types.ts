import type { ImportWarning, ItemProblem, JobOrigin } from '@pimento/contract';
import type { FileFormat, Mapping } from '@pimento/files';
import type { References } from '../../assets/core.ts';
import type { ProductPatch, ProductWrite, ValueChange } from '../../catalog/core.ts';
import type { ByteArena, ClientId, ProductId } from '../../platform/core.ts';
import type { BodyPlace } from '../read/body-fault.ts';
import type { BodyFormat } from '../read/body-frame.ts';
import type { SeenBefore } from './seen-ids.ts';

export type ImportType = 'IMPORTER' | 'REPLACEMENT';

/** Determines how an uploaded file is converted to products. A plan is created when the import starts and does not change afterwards. */
export interface FilePlan {
  fileId: string;
  name: string;
  /** Size of the file. */
  bytes: number;
  format: FileFormat;
  /** Null for JSON, NDJSON and feeds. */
  mapping: Mapping | null;
  /**
   * True if the import may create the composites that a feed needs, because its user or key may define attributes. Absent in plans of
   * tables.
   */
  definesComposites?: boolean | undefined;
}

/** The part of a plan that is stored as JSON with its job. */
export type StoredFilePlan = Pick<FilePlan, 'format' | 'mapping' | 'definesComposites'>;

/** The origin of each product of an import, for example its rows in an uploaded table. */
export interface ProductOrigins {
  /** Returns the problems of a product's rows that cause the rejection of the product. @returns undefined if there are none */
  problemsOf(index: number): ItemProblem[] | undefined;
  /** Returns the problem with its cell in the table. The problem is unchanged if the cell is not known. */
  located(problem: ItemProblem): ItemProblem;
  /** Returns the row or line in which a product begins. @returns undefined if the product has not been read yet */
  rowOf(index: number): number | undefined;
  /** Forgets the products before an index. Called when they have been stored. */
  release(before: number): void;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
  /** Products read so far, including rejected ones. Undefined if they are not counted. */
  readonly readCount: number | undefined;
}

/** The body of an import, which can be read only once. `origins` is undefined if the products have no origin other than the body. */
export interface OpenedBody {
  bytes: AsyncIterable<Uint8Array>;
  origins?: ProductOrigins | undefined;
}

/** The options of an import request, which are fixed for the whole import. */
export interface ImportRequest {
  clientId: ClientId;
  jobId: string;
  /** `key:…`, `user:…` or `system:…`, as recorded in history. */
  actor: string;
  importType: ImportType;
  origin: JobOrigin;
  atomic: boolean;
  dryRun: boolean;
  format: BodyFormat;
  /** Content-Encoding of the body, lower case. Null if there is none. */
  encoding: string | null;
  /** Size of the encoded body in bytes. Null if the request has no Content-Length. */
  bytesTotal: number | null;
  /** True if the body is stored and the request was answered before the import. */
  isStored: boolean;
  /** True if the decoded body is hashed, so that it can be compared with the body of a repeated request. */
  hashesContent: boolean;
  /** The uploaded file whose products are imported. Undefined if the products are in the body of the request. */
  file: FilePlan | undefined;
}

export interface ImportLimits {
  /** Maximum number of decoded bytes of a body. */
  bodyBytes: number;
  productBytes: number;
  /** Maximum number of products of one atomic request. */
  atomicProducts: number;
}

/** A product that exceeds the maximum size of a product. */
export interface LargeProduct {
  /** Undefined if the beginning of the product, which is all that was kept, does not contain a valid id. */
  productId: ProductId | undefined;
}

/** One product of a body, kept as bytes until its batch is stored, so that it can be judged again. */
export interface ImportItem extends BodyPlace {
  index: number;
  /** The product's bytes in the arena of its batch. */
  piece: number;
  /** Number of colons outside strings. If the parsed product has fewer properties, the product has a duplicate key. */
  members: number;
  depth: number;
  fingerprint: string;
  /** Set if the product exceeds the maximum size, otherwise undefined. If it is set, `piece` is empty. */
  large: LargeProduct | undefined;
  /**
   * The id, guessed from the bytes without parsing. Undefined if no id was found. A wrong guess only means that no stored fingerprint
   * matches.
   */
  guessedId: ProductId | undefined;
  /** Earlier products of the body with the same or a similar id. Undefined until the product is prepared for the first time. */
  before: SeenBefore | undefined;
}

/** Products of a body that are stored together. */
export interface ImportBatch {
  items: readonly ImportItem[];
  /** Bytes of the products and of the rows built from them. */
  arena: ByteArena;
}

export interface SeenAttribute {
  id: string;
  multiValue: boolean;
}

/** The stored state that the sender of a payload expects. */
export type Expectation =
  /** Expects no product with this id. */
  | { kind: 'absent' }
  /** Expects a product with these values. Other fields can have any value. */
  | { kind: 'holds'; patch: ProductPatch }
  /** Expects values that no product can have under the current definitions. */
  | { kind: 'impossible'; problem: { code: string; params: Record<string, unknown> } };

/** The verdict on one product of a body. It consists of the requested changes, or of every reason why the product cannot be stored. */
export type Judgement =
  | {
      verdict: 'accepted';
      productId: ProductId;
      patch: ProductPatch;
      expected: Expectation | undefined;
      /** Attributes that have no definition yet. */
      seen: SeenAttribute[];
      warnings: ImportWarning[];
      /** Product ids that would be cleaned or rejected, as sent but in NFC. Such an id is kept if a product is stored under it. */
      sentIds: string[];
    }
  | {
      verdict: 'rejected';
      productId: ProductId | undefined;
      problems: ItemProblem[];
      /** Number of problems that are not in `problems`, keyed by code. */
      unlisted: ReadonlyMap<string, number>;
      sentIds: string[];
    };

export const noneUnlisted: ReadonlyMap<string, number> = new Map();

/** An accepted payload that is ready to be stored, as the row of a new product or as a patch. */
export interface PreparedProduct {
  item: ImportItem;
  productId: ProductId;
  packaging: ProductPatch['packaging'];
  /** The stored state that is required to apply the payload. Undefined if any state is accepted. */
  expected: Expectation | undefined;
  /** True if the product was not found in the database and has no earlier payload in the body, and this payload has no expectation. */
  isNew: boolean;
  /** The row to be copied for a new product, in the arena of the batch, otherwise `noRow`. */
  row: number;
  /** Assets that are referenced by the row. */
  references: References;
  /**
   * The changes of the payload. Undefined if there is a row. In the rare case that a patch is needed although there is a row, the product
   * is judged again from its bytes. Keeping the parsed values of two batches instead reduced throughput by 1/6, because of garbage
   * collection.
   */
  patch: ProductPatch | undefined;
}

export const noRow = -1;

/** All payloads of one product in one batch, in the order of the body. */
export type ProductGroup = [PreparedProduct, ...PreparedProduct[]];

/** The result of applying the payloads of one product in sequence. */
export interface FoldedProduct {
  created: number;
  updated: number;
  unchanged: number;
  /** Contains one list of changes for each payload that changed an existing product. */
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

export function addCounts(counts: Map<string, number>, added: ReadonlyMap<string, number>): void {
  for (const [code, count] of added) counts.set(code, (counts.get(code) ?? 0) + count);
}

/** Adds all problems of a stored batch, listed or not, to counts by code. */
export function countProblems(counts: Map<string, number>, { problems, unlisted }: StoredBatch): void {
  for (const { code } of problems) counts.set(code, (counts.get(code) ?? 0) + 1);
  addCounts(counts, unlisted);
}

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

export interface StoredBatch {
  tally: ImportTally;
  /**
   * The problems of the batch that are listed, in the order of the body. Includes problems that only the comparison with stored products
   * can find.
   */
  problems: ItemProblem[];
  /** Number of problems that are not in `problems`, keyed by code. */
  unlisted: ReadonlyMap<string, number>;
  warnings: readonly ImportWarning[];
  createdAttributes: string[];
  /** Categories that are known to be in the database after this batch. */
  categories: string[];
  /** True if some products that were expected to be new already existed. If so, comparing fingerprints first would have saved work. */
  foundStored: boolean;
}
