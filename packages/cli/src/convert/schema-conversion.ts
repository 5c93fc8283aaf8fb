import {
  type Attribute,
  escapeStep,
  listOf,
  membersOf,
  type Rule,
  textOf,
  type Untranslated,
  type ValueList,
} from './conversion.ts';
import { scalarTarget, typeOf } from './scalar-schema.ts';
import { rulesOf } from './schema-rules.ts';
import { countsOf, describe, moneyForm, type TargetHead } from './target-head.ts';
import { type Found, type SchemaNode, SchemaReader } from './schema-node.ts';

/**
 * Keywords that are converted or deliberately ignored. Every other keyword is listed in `untranslated`. If `additionalProperties` and
 * `unevaluatedProperties` forbid other members, nothing is lost, because a product is delivered with its targets only.
 */
const knownKeywords = new Set(
  (
    '$schema $id $anchor $comment $defs definitions title description default example examples deprecated readOnly writeOnly type properties ' +
    'required items enum const format pattern minimum maximum multipleOf minLength maxLength minItems maxItems additionalProperties ' +
    'unevaluatedProperties anyOf oneOf allOf if then else dependentRequired'
  ).split(' '),
);
const maxLevels = 32;

interface Place {
  /** Path of the composite, or '' at the top level. */
  parent: string;
  level: number;
  isList: boolean;
}

/** Converts the schema of one product to targets, value lists and rules. */
export class SchemaConversion {
  readonly attributes: Attribute[] = [];
  readonly valueLists: ValueList[] = [];
  readonly rules: Rule[] = [];
  readonly untranslated: Untranslated[] = [];
  readonly #listIds = new Map<string, string>();
  readonly #reader: SchemaReader;
  readonly #file: string;

  constructor(document: unknown, file: string) {
    this.#reader = new SchemaReader(document);
    this.#file = file;
  }

  /** @returns the schema of the product, or undefined if it is missing, cannot be read, or has no properties */
  convert(pointer: string): SchemaNode | undefined {
    const root = this.#reader.at(pointer);
    if ('reason' in root || !('properties' in root.members)) return undefined;
    this.#reportUnknown(root);
    this.#addMembers(root, { parent: '', level: 1, isList: false });
    return root;
  }

  #omit(pointer: string, reason: string): void {
    this.untranslated.push({ position: `${this.#file}#${pointer}`, reason });
  }

  #addMembers(node: SchemaNode, place: Place): void {
    const required = new Set(listOf(node.members['required']));
    for (const name of Object.keys(membersOf(node.members['properties'])))
      this.#addTarget(name, this.#reader.child(node, 'properties', name), required.has(name), place);
    for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
      if (Object.keys(membersOf(node.members[keyword])).length > 0)
        this.#omit(`${node.pointer}/${keyword}`, 'targets have names that are known in advance');
    const { rules, untranslated } = rulesOf(node, place.parent, place.isList);
    for (const rule of rules) this.rules.push({ id: `rule-${this.rules.length + 1}`, ...rule });
    for (const { keyword, reason } of untranslated) this.#omit(`${node.pointer}/${keyword}`, reason);
  }

  #addTarget(name: string, found: Found, isRequired: boolean, place: Place): void {
    if ('reason' in found) return this.#omit(found.pointer, found.reason);
    if (name.length > 255) return this.#omit(found.pointer, 'the name is longer than 255 characters');
    const list = typeOf(found) === 'array' ? found : undefined;
    const inner = list === undefined ? found : this.#reader.child(list, 'items');
    if ('reason' in inner) return this.#omit(inner.pointer, inner.reason);
    const node = this.#alternative(inner);
    for (const one of list === undefined ? [node] : [list, node]) this.#reportUnknown(one);
    if (typeOf(node) === 'array') return this.#omit(node.pointer, 'a list of lists has no target');
    const path = place.parent === '' ? escapeStep(name) : `${place.parent}/${escapeStep(name)}`;
    const attribute = {
      id: name,
      name: textOf(node.members['title']) ?? name,
      ...(place.parent !== '' && { compositeAttribute: `/${place.parent}` }),
      ...describe(list, node),
      ...(isRequired && { requirement: 'required' as const }),
      ...(list !== undefined && countsOf(list)),
    };
    this.#addTyped(attribute, node, list !== undefined, path, place);
  }

  #addTyped(attribute: TargetHead, node: SchemaNode, isList: boolean, path: string, place: Place): void {
    const { parent } = place;
    const level = place.level + 1;
    const multi = isList ? { multiValue: true } : {};
    const form = moneyForm(node);
    if (form !== undefined) {
      this.attributes.push({ ...attribute, type: { id: 'money', ...multi }, output: form });
    } else if (typeOf(node) === 'object') {
      if (!('properties' in node.members))
        return this.#omit(node.pointer, 'an object without known members has no target');
      if (level > maxLevels) return this.#omit(node.pointer, `targets have at most ${maxLevels} levels`);
      this.attributes.push({ ...attribute, type: { id: 'composite', ...multi } });
      this.#addMembers(node, { parent: path, level, isList: place.isList || isList });
    } else {
      const { typeId, restriction, output, defaultFormula, values, untranslated } = scalarTarget(node);
      for (const { keyword, reason } of untranslated) this.#omit(`${node.pointer}/${keyword}`, reason);
      const valueList = values === undefined ? {} : { valueList: this.#listOf(values, path) };
      const whole = { ...restriction, ...valueList };
      this.attributes.push({
        ...attribute,
        type: { id: typeId, ...multi },
        ...(Object.keys(whole).length > 0 && { restriction: whole }),
        ...(output !== undefined && { output }),
        // only a single value at the top level can be fixed
        ...(defaultFormula !== undefined && !isList && parent === '' && { defaultFormula }),
      });
    }
  }

  /** Returns the id of the value list with these values. Adds the list unless an equal one exists. */
  #listOf(values: NonNullable<ValueList['values']>, path: string): string {
    const key = JSON.stringify(values);
    const known = this.#listIds.get(key);
    if (known !== undefined) return known;
    const id = path.slice(-255);
    this.#listIds.set(key, id);
    this.valueLists.push({ id, values });
    return id;
  }

  /**
   * Returns the first readable alternative of `anyOf` or `oneOf` that is not `null`, merged with the schema's own keywords. Returns the
   * schema itself if it has `properties` or no such alternative.
   */
  #alternative(node: SchemaNode): SchemaNode {
    for (const keyword of ['anyOf', 'oneOf']) {
      const parts = listOf(node.members[keyword]);
      if (parts.length === 0 || 'properties' in node.members) continue;
      const found = parts
        .map((_, index) => this.#reader.child(node, keyword, String(index)))
        .filter((one): one is SchemaNode => !('reason' in one) && typeOf(one) !== 'null');
      const [first] = found;
      if (first === undefined) continue;
      if (found.length > 1) this.#omit(`${node.pointer}/${keyword}`, 'only the first alternative was used');
      return { ...first, members: { ...node.members, ...first.members } };
    }
    return node;
  }

  #reportUnknown({ members, pointer }: SchemaNode): void {
    for (const keyword of Object.keys(members))
      if (!knownKeywords.has(keyword)) this.#omit(`${pointer}/${keyword}`, `${keyword} has no counterpart`);
  }
}
