import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { isStorableText } from '../../platform/core.ts';
import { readIdentifier } from '../values/identifier-text.ts';
import type { ValueProblem } from '../values/structure-types.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Reads fields of one payload element and collects what is wrong with them. `path` is the element's JSON Pointer. */
export interface FieldReader {
  problems: ItemProblem[];
  report(pointer: string, found: ValueProblem): void;
  /** An id or a name: normalised; undefined where absent or faulty. */
  identifier(fields: Fields, name: 'id' | 'name'): string | undefined;
  /** Any text that a database can hold; null where null or empty. */
  text(fields: Fields, name: string, pointer?: string): string | null | undefined;
  texts(fields: Fields, name: string): string[] | null | undefined;
}

/** A text or a number's text; JSON numbers that a double cannot hold exactly must be sent as text. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that the object itself holds; null where it is null, undefined where it is absent. */
export function fieldOf(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

export function createFieldReader(path: string): FieldReader {
  const problems: ItemProblem[] = [];
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

  return {
    problems,
    report,
    text,
    identifier(fields, name) {
      const value = textOf(fieldOf(fields, name));
      const read = value === undefined ? { fault: 'not-a-text' as const } : readIdentifier(value);
      if ('text' in read) return read.text;
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
      const read = value.flatMap((entry: unknown, place) => text({ [name]: entry }, name, `/${name}/${place}`) ?? []);
      return read.length === 0 ? null : read;
    },
  };
}
