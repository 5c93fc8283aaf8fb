import type { CalendarDate } from '../values/calendar-date.ts';
import type { Decimal } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import type { RawValue, Result } from '../values/value.ts';

/** The facts about a file that formulas can read. A fact that is not known yet is undefined. */
export interface AssetFacts {
  width?: number;
  height?: number;
  type?: string;
  size?: number;
  /** The public address from which the file was downloaded, or null for an uploaded file. */
  address: string | null;
}

/** The data that a formula can read in addition to the product's values. It is fixed before the formula runs. */
export interface Environment {
  /** The point in time that determines `today`. */
  asOf: CalendarDate;
  /** Returns undefined if the asset is unknown or its file has not been stored yet. */
  findAsset(id: string): AssetFacts | undefined;
  /** Account fields of type `string`, by name. */
  accountFields: ReadonlyMap<string, string>;
  /** Names of the channel category and its ancestors, starting at the top level. */
  categoryPath: readonly string[];
  /** The packaging links of the product. */
  packaging: readonly { id: string; quantity: Decimal }[];
}

/** Maximum number of steps for one target. */
const maxSteps = 20_000;
/** Maximum number of characters of text that all formulas of one product may create together. */
export const maxText = 1_048_576;
const maxElements = 10_000;
/** Reading this many characters counts as one step. */
const charactersPerStep = 1_024;

/**
 * The state of an evaluation of formulas, for one product at a time. It counts the work, so that formulas stay within their limits.
 */
export class Run {
  /** Stored values of the product, in the order of the slots. */
  slots: readonly RawValue[];
  environment: Environment;
  /** Values of `let` definitions, elements and rows, each at a fixed index. */
  readonly locals: Result[] = [];
  #steps = 0;
  #earlierSteps = 0;
  #text = 0;

  constructor(slots: readonly RawValue[], environment: Environment) {
    this.slots = slots;
    this.environment = environment;
  }

  /** Sets the product to evaluate and resets the count of created text. */
  startProduct(slots: readonly RawValue[], environment: Environment): void {
    this.slots = slots;
    this.environment = environment;
    this.#text = 0;
  }

  startTarget(): void {
    this.#earlierSteps += this.#steps;
    this.#steps = 0;
  }

  /** Number of steps since the run was created. */
  get totalSteps(): number {
    return this.#earlierSteps + this.#steps;
  }

  /** Counts steps. Returns a problem if the target has used more than `maxSteps`. */
  countSteps(steps: number): Problem | undefined {
    this.#steps += steps;
    return this.#steps > maxSteps ? new Problem('too-much-work', { limit: 'steps', max: maxSteps }) : undefined;
  }

  /** Counts reading text as steps. Text too short for one step is not counted. */
  countRead(characters: number): Problem | undefined {
    return characters < charactersPerStep ? undefined : this.countSteps(Math.floor(characters / charactersPerStep));
  }

  /** Counts characters that are about to be created. Returns a problem if too many are created for the product. */
  countText(characters: number): Problem | undefined {
    this.#text += characters;
    return this.#text > maxText ? new Problem('too-much-work', { limit: 'characters', max: maxText }) : undefined;
  }

  /** Counts the characters by which a created text is longer than its source, which has been counted before. */
  countGrowth(source: string, created: string): Problem | undefined {
    return this.countText(Math.max(0, created.length - source.length));
  }
}

/** Returns a problem if a list has too many elements. */
export function judgeLength(elements: number): Problem | undefined {
  return elements > maxElements ? new Problem('too-much-work', { limit: 'elements', max: maxElements }) : undefined;
}
