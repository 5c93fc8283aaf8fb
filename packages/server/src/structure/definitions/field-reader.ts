import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { isStorableText } from '../../platform/core.ts';
import { type Identifier, parseIdentifier } from '../values/identifier-text.ts';
import { shown } from '../values/quoted-text.ts';
import type { ValueProblem } from '../values/structure-types.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Parses fields of one payload element and collects their problems. */
export interface FieldReader {
  problems: ItemProblem[];
  /** One warning for each identifier that had characters removed. */
  warnings: ItemProblem[];
  report(pointer: string, found: ValueProblem): void;
  /** Reads an id or a name and cleans it. @returns undefined if the field is absent or invalid */
  identifier(fields: Fields, name: 'id' | 'name'): string | undefined;
  /** Returns the text of an identifier, and adds a warning if characters were removed. An id that is already stored uncleaned is kept. */
  clean(name: string, sent: string, read: Identifier): string;
  /** Reads a storable text. @returns null if the field is null or empty, undefined if it is absent or invalid */
  text(fields: Fields, name: string, pointer?: string): string | null | undefined;
  texts(fields: Fields, name: string): string[] | null | undefined;
}

/**
 * Reads a text or a number as a text. A number with more digits than a double keeps (about 15) must be sent as a text.
 * @returns undefined for any other value
 */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property of the object. @returns undefined if the object does not have it */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

const none: ReadonlySet<string> = new Set();

/**
 * @param path JSON Pointer of the element
 * @param storedIds ids of stored definitions. If an id was stored without cleaning by an earlier version of Pimento and the payload has
 * exactly this id, it stays unchanged.
 */
export function createFieldReader(path: string, storedIds = none): FieldReader {
  const problems: ItemProblem[] = [];
  const warnings: ItemProblem[] = [];
  const report: FieldReader['report'] = (pointer, found) => {
    problems.push({ ...found, path: path + pointer });
  };

  const text: FieldReader['text'] = (fields, name, pointer = `/${name}`) => {
    const value = fieldOf(fields, name);
    if (value === undefined || value === null || value === '') return value === undefined ? undefined : null;
    const read = textOf(value);
    if (read === undefined) report(pointer, problem('invalid-field', { kind: 'text', field: name }));
    else if (!isStorableText(read)) report(pointer, problem('invalid-character', { kind: 'definition', field: name }));
    else return read;
    return undefined;
  };

  const clean: FieldReader['clean'] = (name, sent, read) => {
    if (read.sent === undefined) return read.text;
    if (name !== 'name' && storedIds.has(read.sent)) return read.sent;
    warnings.push({
      ...problem('identifier-cleaned', { sent: shown(sent), stored: shown(read.text) }),
      path: `${path}/${name}`,
    });
    return read.text;
  };

  return {
    problems,
    warnings,
    report,
    text,
    clean,
    identifier(fields, name) {
      const value = textOf(fieldOf(fields, name));
      const read = value === undefined ? { fault: 'not-a-text' as const } : parseIdentifier(value);
      if ('text' in read) return clean(name, value ?? '', read);
      report(`/${name}`, problem(`invalid-${name}`, { kind: 'definition', fault: read.fault }));
      return undefined;
    },
    texts(fields, name) {
      const value = fieldOf(fields, name);
      if (value === undefined || value === null) return value;
      if (!Array.isArray(value)) {
        report(`/${name}`, problem('invalid-field', { kind: 'texts', field: name }));
        return undefined;
      }
      const read = value.flatMap((entry: unknown, index) => text({ [name]: entry }, name, `/${name}/${index}`) ?? []);
      return read.length === 0 ? null : read;
    },
  };
}
