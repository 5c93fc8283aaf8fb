import type { CalendarDate } from '../values/calendar-date.ts';
import type { Decimal } from '../values/decimal.ts';
import { Problem } from '../values/problem.ts';
import type { RawValue, Result } from '../values/value.ts';

/** What is known about a file. Members are absent while they are unknown. */
export interface AssetFacts {
  width?: number;
  height?: number;
  type?: string;
  size?: number;
  /** The public address that it was downloaded from; null for an uploaded file. */
  address: string | null;
}

/** What a formula can read beside the product's values. All of it is fixed before the formula runs. */
export interface Environment {
  /** The moment of which `today` is the day. */
  asOf: CalendarDate;
  /** Returns undefined for a file without content. */
  findAsset(id: string): AssetFacts | undefined;
  /** Fields of the account by name; only those of type `string`. */
  accountFields: ReadonlyMap<string, string>;
  /** Names of the channel category and its ancestors, from the top. */
  categoryPath: readonly string[];
  /** The product's own packaging links. */
  packaging: readonly { id: string; quantity: Decimal }[];
}

/** Max steps for one target. */
const maxSteps = 20_000;
/** Max characters of texts that all formulas of one product create. */
export const maxText = 1_048_576;
const maxElements = 10_000;
/** Reading so many characters counts as a step. */
const charactersPerStep = 1_024;

/** The evaluation of formulas for one product. It counts the work, so that no formula exceeds its bounds. */
export class Run {
  /** Stored values of the product, in the order of the slots. */
  slots: readonly RawValue[];
  environment: Environment;
  /** Values of definitions, elements and rows; each has a fixed place. */
  readonly locals: Result[] = [];
  #steps = 0;
  #text = 0;

  constructor(slots: readonly RawValue[], environment: Environment) {
    this.slots = slots;
    this.environment = environment;
  }

  /** Starts with the next product. */
  startProduct(slots: readonly RawValue[], environment: Environment): void {
    this.slots = slots;
    this.environment = environment;
    this.#text = 0;
  }

  startTarget(): void {
    this.#steps = 0;
  }

  /** Counts work; returns a problem if it is too much. */
  countSteps(steps: number): Problem | undefined {
    this.#steps += steps;
    return this.#steps > maxSteps ? new Problem('too-much-work', { limit: 'steps', max: maxSteps }) : undefined;
  }

  /** Counts the reading of a text. */
  countRead(characters: number): Problem | undefined {
    return characters < charactersPerStep ? undefined : this.countSteps(Math.floor(characters / charactersPerStep));
  }

  /** Counts a text that is about to be created; returns a problem if all of them together are too long. */
  countText(characters: number): Problem | undefined {
    this.#text += characters;
    return this.#text > maxText ? new Problem('too-much-work', { limit: 'characters', max: maxText }) : undefined;
  }
}

/** Returns a problem if a list has too many elements. */
export function judgeLength(elements: number): Problem | undefined {
  return elements > maxElements ? new Problem('too-much-work', { limit: 'elements', max: maxElements }) : undefined;
}
