import { escapeStep, listOf, membersOf, textOf } from './conversion.ts';

/** A schema whose references are resolved, and its position. */
export interface SchemaNode {
  members: Record<string, unknown>;
  /** JSON Pointer of the schema. If the schema was found through a reference, this is the pointer of the referenced schema. */
  pointer: string;
  /** Pointers of the references that were followed to reach this schema. They are used to detect a schema that contains itself. */
  followed: readonly string[];
}

/** A schema, or the reason why it cannot be read. */
export type Found = SchemaNode | { reason: string; pointer: string };

export class SchemaReader {
  readonly #document: unknown;

  constructor(document: unknown) {
    this.#document = document;
  }

  /** Returns the schema at a JSON Pointer of the document. Follows `$ref` and merges `allOf`. */
  at(pointer: string, followed: readonly string[] = []): Found {
    return this.#resolve(walk(this.#document, pointer.split('/').slice(1).map(plainStep)), pointer, followed);
  }

  /** Returns the schema that is reached from a schema by the given steps. */
  child(node: SchemaNode, ...steps: string[]): Found {
    const pointer = [node.pointer, ...steps.map(escapeStep)].join('/');
    return this.#resolve(walk(node.members, steps), pointer, node.followed);
  }

  #resolve(value: unknown, pointer: string, followed: readonly string[]): Found {
    if (value === true) return { members: {}, pointer, followed };
    if (typeof value !== 'object' || value === null) return { reason: 'there is no schema here', pointer };
    const members = membersOf(value);
    const reference = textOf(members['$ref']);
    if (reference === undefined) return this.#merge(members, pointer, followed);
    if (!reference.startsWith('#')) return { reason: `${reference} is in another document`, pointer };
    if (followed.includes(reference)) return { reason: `${reference} contains itself`, pointer };
    const target = this.at(decodeReference(reference), [...followed, reference]);
    if ('reason' in target) return target;
    const { $ref: _followed, ...own } = members;
    return { ...target, members: { ...target.members, ...own } };
  }

  /**
   * Merges the parts of `allOf`, except patterns and conditions. Combines `properties` and `required`. For any other keyword, the last
   * value wins.
   */
  #merge(members: Record<string, unknown>, pointer: string, followed: readonly string[]): Found {
    const { allOf, ...own } = members;
    const parts = listOf(allOf);
    const kept = parts.filter(isCheck);
    let merged: Record<string, unknown> = { ...own, ...(kept.length > 0 && { allOf: kept }) };
    for (const [index, part] of parts.entries()) {
      if (isCheck(part)) continue;
      const node = this.#resolve(part, `${pointer}/allOf/${index}`, followed);
      if ('reason' in node) return node;
      merged = {
        ...merged,
        ...node.members,
        properties: { ...membersOf(merged['properties']), ...membersOf(node.members['properties']) },
        required: [...listOf(merged['required']), ...listOf(node.members['required'])],
      };
    }
    return { members: merged, pointer, followed };
  }
}

/** Returns true if a part of `allOf` is a pattern or a condition. Such a part is not merged but converted separately. */
function isCheck(part: unknown): boolean {
  const members = membersOf(part);
  return 'if' in members || (Object.keys(members).length === 1 && 'pattern' in members);
}

function walk(value: unknown, steps: readonly string[]): unknown {
  let found: unknown = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)];
    else found = Object.hasOwn(membersOf(found), step) ? membersOf(found)[step] : undefined;
  }
  return found;
}

const plainStep = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');

function decodeReference(reference: string): string {
  try {
    return decodeURIComponent(reference.slice(1));
  } catch {
    return reference.slice(1);
  }
}
