import { type DataStandard, dataStandardSchema, type PutStandardAnswer, type ShapedProduct } from '@pimento/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Product } from '@pimento/contract';
import { sampleValues } from '../standard/sample-values.ts';
import { problem, type SimulatedAnswer } from './simulated-answer.ts';

/** The data standard of one channel, and the number of its current version. */
export class SimulatedStandard {
  #document: DataStandard | undefined;
  #version = 0;
  /** The shape of each requested product in the current version, so that repeated pages have the same values. */
  readonly #shapes = new Map<Product, ShapedProduct>();

  constructor(document: DataStandard | undefined) {
    if (document !== undefined) this.#replace(document);
  }

  get current(): { document: DataStandard; version: number } | undefined {
    return this.#document && { document: this.#document, version: this.#version };
  }

  /** Stores a document if it has the form of a data standard. Equal content creates no version. */
  put(channelId: string, body: unknown): PutStandardAnswer | SimulatedAnswer {
    const read = dataStandardSchema.safeParse(body);
    if (!read.success) return refusal(read.error.issues);
    const outcome = isDeepStrictEqual(read.data, this.#document) ? 'unchanged' : 'created';
    if (outcome === 'created') this.#replace(read.data);
    const { attributes = [], categories = [], valueLists = [], rules = [] } = read.data;
    const counts = {
      attributes: attributes.length,
      categories: categories.length,
      valueLists: valueLists.length,
      values: valueLists.reduce((sum, { values = [] }) => sum + values.length, 0),
      rules: rules.length,
    };
    return { channelId, version: this.#version, outcome, counts, changes: null, samples: [], warnings: [] };
  }

  /** Returns a product in the channel shape, or undefined if the channel has no standard. */
  shape(product: Product): ShapedProduct | undefined {
    if (this.#document === undefined) return undefined;
    const category = this.#document.categories?.at(-1)?.id ?? null;
    const shaped = this.#shapes.get(product) ?? {
      __ID: product.__ID,
      category,
      values: sampleValues(this.#document, product),
    };
    this.#shapes.set(product, shaped);
    return shaped;
  }

  #replace(document: DataStandard): void {
    this.#document = document;
    this.#version += 1;
    this.#shapes.clear();
  }
}

function refusal(issues: readonly { path: PropertyKey[]; message: string }[]): SimulatedAnswer {
  const errors = issues.map(({ path, message }) => ({
    code: 'invalid',
    path: path.map((part) => `/${String(part)}`).join(''),
    message,
  }));
  return problem('invalid-standard', `The data standard has ${errors.length} problems; nothing was stored.`, {
    errors,
  });
}
