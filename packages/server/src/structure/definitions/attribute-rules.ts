import type { ItemProblem } from '@pimento/contract';
import { maxNesting, nestingOf } from './attribute-key.ts';
import { quote } from '../values/quoted-text.ts';
import { judgeRestriction } from '../values/restriction-rules.ts';
import type { Attribute } from '../values/structure-types.ts';

/** These mean something else in a product; other spellings are free. */
const reservedAtTopLevel = new Set(['PRIMARY_ASSET', 'PACKAGING', 'QUANTITY']);

/** A key is part of an index entry, for which PostgreSQL has some 2,700 bytes. Eight levels of GDSN come to half of this. */
const maxKeyBytes = 2_400;

/** Whether a product cannot have an attribute of this name. */
export function isReservedName(name: string): boolean {
  return name.startsWith('__') || reservedAtTopLevel.has(name);
}

/** Judges one merged definition by itself. `path` is its JSON Pointer; `childCount` the number of its children in the end. */
export function judgeAttribute(
  attribute: Attribute,
  path: string,
  childCount: number,
): { problems: ItemProblem[]; warnings: ItemProblem[] } {
  const problems: ItemProblem[] = [];
  const report = (code: string, pointer: string, message: string): void => {
    problems.push({ code, path: path + pointer, message });
  };
  const { key, parentKey, id, name, typeId, multiValue } = attribute;
  const isComposite = typeId === 'composite';
  if (id.startsWith('__') || (parentKey === null && isReservedName(id))) {
    report('reserved-name', '/id', `${quote(id)} is reserved`);
  }
  // A child's name becomes a key of stored rows.
  if (parentKey !== null && name.startsWith('__')) report('reserved-name', '/name', `${quote(name)} is reserved`);
  if (isComposite && !multiValue) {
    report('composite-not-multi-value', '/type/multiValue', `the composite ${quote(id)} must have multiValue true`);
  }
  if (!isComposite && childCount > 0) {
    report('composite-has-children', '/type/id', `${quote(id)} has ${childCount} children and must stay a composite`);
  }
  if (nestingOf(key) + Number(isComposite) > maxNesting) {
    report('nesting-too-deep', '/compositeAttribute', `${quote(id)} lies in more than ${maxNesting} composites`);
  }
  if (Buffer.byteLength(key) > maxKeyBytes) {
    report(
      'identity-too-long',
      '/id',
      `${quote(id)} and the ids of its parents have more than ${maxKeyBytes} bytes together`,
    );
  }
  const ofRestriction = judgeRestriction(attribute);
  for (const fault of ofRestriction.problems) report(fault.code, fault.pointer, fault.message);
  const warnings = ofRestriction.warnings.map((fault) => ({ ...fault, path: path + fault.pointer }));
  return { problems, warnings: warnings.map(({ code, path, message }) => ({ code, path, message })) };
}
