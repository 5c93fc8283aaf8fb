import { isShapeList, JsonNumber, type ShapeValue } from './shape-value.ts';

/** The state of the hash after the path of a target has been hashed. */
export interface HashSeed {
  readonly a: number;
  readonly b: number;
}

const multiplierA = 0x85ebca6b;
const multiplierB = 0xc2b2ae35;

/** Codes that separate the parts of a value. No character of a text has one of these codes. */
const signs = {
  text: 0x10001,
  number: 0x10002,
  true: 0x10003,
  false: 0x10004,
  list: 0x10005,
  object: 0x10006,
  end: 0x10007,
};

/**
 * The hash of a product in the channel shape. It is the sum of 64-bit hashes, one for each target. The order of the targets therefore does
 * not matter. SHA-256 is not used, because one call per target would take longer than the rest of the evaluation.
 */
export class OutputHash {
  #a = 0;
  #b = 0;
  #low = 0;
  #high = 0;

  reset(): void {
    this.#low = 0;
    this.#high = 0;
  }

  /** Returns the data about a target that `add` needs. It is the same for all products. */
  seedOf(target: string): HashSeed {
    this.#a = 0x2f0b4a27;
    this.#b = 0x5bd1e995;
    this.#readText(target);
    return { a: this.#a, b: this.#b };
  }

  add(target: HashSeed, value: ShapeValue): void {
    this.#a = target.a;
    this.#b = target.b;
    this.#readValue(value);
    const a = mix(this.#a ^ Math.imul(this.#b, 0x9e3779b1));
    const b = mix(this.#b ^ Math.imul(a, 0x27d4eb2f));
    const low = this.#low + (a >>> 0);
    this.#low = low >>> 0;
    this.#high = (this.#high + (b >>> 0) + (low > 0xffffffff ? 1 : 0)) >>> 0;
  }

  /** The hash as a signed 64-bit number. */
  get value(): bigint {
    return BigInt.asIntN(64, (BigInt(this.#high) << 32n) | BigInt(this.#low));
  }

  #readValue(value: ShapeValue): void {
    if (typeof value === 'string') {
      this.#readSign(signs.text);
      this.#readText(value);
    } else if (typeof value === 'boolean') this.#readSign(value ? signs.true : signs.false);
    else if (value instanceof JsonNumber) {
      this.#readSign(signs.number);
      this.#readText(value.text);
    } else if (isShapeList(value)) {
      this.#readSign(signs.list);
      for (const element of value) this.#readValue(element);
      this.#readSign(signs.end);
    } else {
      this.#readSign(signs.object);
      const { names, members } = value;
      for (let index = 0; index < members.length; index += 1) {
        const member = members[index];
        if (member === undefined) continue;
        this.#readText(names[index] ?? '');
        this.#readValue(member);
      }
      this.#readSign(signs.end);
    }
  }

  #readText(text: string): void {
    let a = this.#a;
    let b = this.#b;
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      a = Math.imul(((a ^ code) << 13) | ((a ^ code) >>> 19), multiplierA);
      b = Math.imul(((b ^ code) << 17) | ((b ^ code) >>> 15), multiplierB);
    }
    this.#a = a;
    this.#b = b;
    this.#readSign(signs.end);
  }

  #readSign(sign: number): void {
    this.#a = Math.imul(this.#a ^ sign, 0xcc9e2d51);
    this.#b = Math.imul(this.#b ^ sign, 0x1b873593);
  }
}

/** Spreads each bit over the whole number. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x7feb352d);
  mixed ^= mixed >>> 15;
  mixed = Math.imul(mixed, 0x846ca68b);
  return mixed ^ (mixed >>> 16);
}
