type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads properties of a JSON object and collects all problems. */
export class FieldReader {
  readonly members: Members;
  readonly #path: string;
  readonly #problems: string[];

  constructor(value: unknown, path: string, problems: string[]) {
    this.members = isObject(value) ? value : {};
    this.#path = path;
    this.#problems = problems;
    if (!isObject(value)) problems.push(`${path || 'The document'} must be an object`);
  }

  refuse(name: string, sentence: string): void {
    this.#problems.push(`${this.#path}/${name} ${sentence}`);
  }

  raw(name: string): unknown {
    return this.members[name];
  }

  text(name: string, fallback?: string): string {
    const value = this.members[name] ?? fallback;
    if (typeof value === 'string') return value;
    this.refuse(name, 'must be a string');
    return '';
  }

  flag(name: string): boolean {
    const value = this.members[name] ?? false;
    if (typeof value !== 'boolean') this.refuse(name, 'must be true or false');
    return value === true;
  }

  /** Reads a whole number from 0 to 10,000,000. */
  count(name: string, fallback: number): number {
    const value = this.number(name, fallback, 10_000_000);
    if (!Number.isInteger(value)) this.refuse(name, 'must be a whole number');
    return Math.trunc(value);
  }

  number(name: string, fallback: number, max: number): number {
    const value = this.members[name] ?? fallback;
    if (typeof value === 'number' && value >= 0 && value <= max) return value;
    this.refuse(name, `must be a number from 0 to ${max}`);
    return fallback;
  }

  list(name: string): FieldReader[] {
    const value = this.members[name] ?? [];
    if (!Array.isArray(value)) this.refuse(name, 'must be a list');
    const items: unknown[] = Array.isArray(value) ? value : [];
    return items.map((item, index) => new FieldReader(item, `${this.#path}/${name}/${index}`, this.#problems));
  }

  object(name: string): FieldReader {
    return new FieldReader(this.members[name] ?? {}, `${this.#path}/${name}`, this.#problems);
  }

  texts(name: string): Record<string, string> {
    const members = Object.entries(this.object(name).members);
    const texts = members.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    if (texts.length < members.length) this.refuse(name, 'must hold texts only');
    return Object.fromEntries(texts);
  }
}
