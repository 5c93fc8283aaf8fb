import type { ItemProblem } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import type { z } from 'zod';
import { inputFaults, isStorableText, jsonPointer, nearestName } from '../../platform/core.ts';
import { shown } from '../../structure/core.ts';
import { isAboutName } from './formula-check.ts';
import type { Place, SourceItem, SourceProblem } from './standard-source.ts';
import { listUnknownMembers } from './unknown-members.ts';

/** Maximum number of problems, and also of warnings, in one response. A hostile document could have millions. */
const maxListed = 1_000;

/** Maximum nesting depth of arrays and objects in an item. Deeper values would overflow the stack of code that visits them. */
const maxLevels = 100;

/** The problems and warnings of one document. */
export class ProblemList {
  readonly problems: ItemProblem[] = [];
  readonly warnings: ItemProblem[] = [];
  /** Number of all problems, including problems that are not listed. */
  count = 0;
  readonly #findsUnknown: boolean;
  #ignoresReferences = false;

  /** @param findsUnknown false if unknown members are ignored without a warning, as in stored standards */
  constructor(findsUnknown = true) {
    this.#findsUnknown = findsUnknown;
  }

  /** True if the list is full. Further problems are only counted. */
  get isFull(): boolean {
    return this.problems.length >= maxListed;
  }

  /** From now on, ignores references to unknown attributes. If attributes have problems, such references may be correct. */
  ignoreReferences(): void {
    this.#ignoresReferences = true;
  }

  report(place: Place, pointer: string, found: SourceProblem): void {
    if (this.#ignoresReferences && (found.code === 'unknown-target' || isAboutName(found))) return;
    this.count += 1;
    if (this.problems.length < maxListed) this.problems.push(itemProblem(place, pointer, found));
  }

  warn(place: Place, pointer: string, found: SourceProblem): void {
    if (this.warnings.length < maxListed) this.warnings.push(itemProblem(place, pointer, found));
  }

  /**
   * Parses an item with its schema. Returns undefined if it reports a problem. Reports every part that does not match, and every string
   * that cannot be stored. Members that the schema does not have are only warnings, because documents can contain members for other tools.
   * @param otherNames names of members that exist elsewhere in the schema; suggested for misspelt names
   */
  read<Schema extends z.ZodType>(
    { value, place }: SourceItem,
    schema: Schema,
    otherNames: readonly string[] = [],
  ): z.output<Schema> | undefined {
    const judged = schema.safeParse(value);
    const before = this.count;
    if (!judged.success) {
      for (const { steps, fault } of inputFaults(judged.error.issues, value))
        this.report(place, jsonPointer(steps), problem('invalid-field', { kind: 'member', fault }));
    }
    this.#judgeTexts(value, place, []);
    if (!judged.success || this.count > before) return undefined;
    if (this.#findsUnknown) this.#warnOfUnknown(value, place, schema, otherNames);
    return judged.data;
  }

  #warnOfUnknown(value: unknown, place: Place, schema: z.ZodType, otherNames: readonly string[]): void {
    for (const { steps, member, known } of listUnknownMembers(schema, value, maxListed - this.warnings.length)) {
      const names = steps.length === 0 ? [...known, ...otherNames] : known;
      const suggestion = nearestName(member, names) ?? null;
      this.warn(
        place,
        jsonPointer([...steps, member]),
        problem('unknown-member', { member: shown(member), suggestion: suggestion === member ? null : suggestion }),
      );
    }
  }

  /**
   * @param steps path of the value in the item; one array that is changed in place, because a document has hundreds of thousands of values
   */
  #judgeTexts(value: unknown, place: Place, steps: (string | number)[]): void {
    if (typeof value === 'string') {
      if (!isStorableText(value)) this.#reportText(place, steps);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    if (steps.length > maxLevels) {
      this.report(place, '', problem('too-deep', { maxLevels }));
      return;
    }
    for (const [key, part] of Object.entries(value)) {
      if (!isStorableText(key)) this.#reportText(place, steps);
      steps.push(key);
      this.#judgeTexts(part, place, steps);
      steps.pop();
    }
  }

  #reportText(place: Place, steps: readonly (string | number)[]): void {
    const field = String(steps.at(-1) ?? 'value');
    this.report(place, jsonPointer(steps), problem('invalid-character', { kind: 'definition', field }));
  }
}

function itemProblem(place: Place, pointer: string, { code, message, params }: SourceProblem): ItemProblem {
  return { code, message, ...place, path: place.path + pointer, ...(params && { params }) };
}
