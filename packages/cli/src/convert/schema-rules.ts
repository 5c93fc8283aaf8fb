import { escapeStep, listOf, membersOf, textOf } from './conversion.ts';
import type { SchemaNode } from './schema-node.ts';

/** A rule without its id. */
interface RuleBody {
  require?: string[];
  oneOf?: string[];
  atLeast?: number;
  when?: string;
}

interface FoundRules {
  rules: RuleBody[];
  untranslated: { keyword: string; reason: string }[];
}

/**
 * Converts the conditions of an object, which are `anyOf` and `oneOf` with required properties, `dependentRequired`, and `if` with `then`.
 * @param path path of the composite, or '' at the top level
 * @param isList true if the path leads through rows. No rules are then returned, because a rule cannot compare the values of one row
 */
export function rulesOf({ members }: SchemaNode, path: string, isList: boolean): FoundRules {
  const found: FoundRules = { rules: [], untranslated: [] };
  const target = (name: string) => (path === '' ? escapeStep(name) : `${path}/${escapeStep(name)}`);
  const omit = (keyword: string, reason: string) => found.untranslated.push({ keyword, reason });
  const add = (keyword: string, rule: RuleBody | undefined, reason: string) => {
    if (rule === undefined || isList) omit(keyword, isList ? 'rules do not compare the members of one row' : reason);
    else found.rules.push(rule);
  };
  const required = texts(members['required']);
  const whenParent = path === '' ? {} : { when: `filled(${reference(path)})` };
  for (const keyword of ['anyOf', 'oneOf']) {
    if (!(keyword in members)) continue;
    const names = listOf(members[keyword]).map((part) => onlyRequired(part));
    const rule = names.every((name) => name !== undefined)
      ? { oneOf: names.map(target), atLeast: 1, ...whenParent }
      : undefined;
    add(keyword, rule, 'only alternatives that each require one member become a rule');
    if (keyword === 'oneOf' && rule !== undefined && !isList)
      omit(keyword, 'the rule accepts more than one of the members');
  }
  for (const [name, needed] of Object.entries(membersOf(members['dependentRequired'])))
    found.rules.push(
      ...(isList ? [] : [{ require: texts(needed).map(target), when: `filled(${reference(target(name))})` }]),
    );
  if (isList && 'dependentRequired' in members) add('dependentRequired', undefined, '');
  for (const [index, part] of [members, ...listOf(members['allOf'])].map(membersOf).entries()) {
    if (!('if' in part)) continue;
    const rule = conditionRule(part, { target, path, isRequired: (name) => required.includes(name) });
    add('if', rule, 'only a member with one value that requires others becomes a rule');
    if (rule !== undefined && !isList && !hasOnly(part['then'], ['required']))
      omit('then', 'the rule only requires members');
    if (index > 0 && !hasOnly(part, ['if', 'then', 'else'])) omit('allOf', 'only the condition becomes a rule');
  }
  return found;
}

/** Keywords that do not restrict a value, so that `hasOnly` ignores them. */
const remarks = ['$comment', 'title', 'description', 'examples'];

const hasOnly = (schema: unknown, keywords: readonly string[]): boolean =>
  Object.keys(membersOf(schema)).every((keyword) => keywords.includes(keyword) || remarks.includes(keyword));

/**
 * Converts a condition of the form `{"if": {"properties": {"a": {"const": "x"}}}, "then": {"required": ["b"]}}`. The rule also applies if
 * `a` has no value, unless `if` or the object itself requires `a`. Returns undefined if the condition has `else`, requires nothing, or does
 * more than compare one property with a constant text, because the rule would then differ from the condition.
 */
function conditionRule(
  part: Record<string, unknown>,
  {
    target,
    path,
    isRequired,
  }: { target: (name: string) => string; path: string; isRequired: (name: string) => boolean },
): RuleBody | undefined {
  const { properties, required } = membersOf(part['if']);
  const conditions = Object.entries(membersOf(properties));
  const [condition] = conditions;
  const needed = texts(membersOf(part['then'])['required']);
  if (condition === undefined || conditions.length > 1 || needed.length === 0 || 'else' in part) return undefined;
  const [name, schema] = condition;
  const value = textOf(membersOf(schema)['const']);
  const isWhole = hasOnly(part['if'], ['properties', 'required', 'type']) && hasOnly(schema, ['const', 'type']);
  if (value === undefined || !isWhole || listOf(required).some((one) => one !== name)) return undefined;
  const read = reference(target(name));
  const isEqual = `${read} = ${JSON.stringify(value)}`;
  const hasValue = listOf(required).length > 0 || isRequired(name);
  const withoutValue = path === '' ? `not filled(${read})` : `filled(${reference(path)}) and not filled(${read})`;
  return { require: needed.map(target), when: hasValue ? isEqual : `${isEqual} or ${withoutValue}` };
}

function onlyRequired(part: unknown): string | undefined {
  const members = membersOf(part);
  const names = texts(members['required']);
  return Object.keys(members).length === 1 && names.length === 1 ? names[0] : undefined;
}

const texts = (value: unknown) => listOf(value).filter((one): one is string => typeof one === 'string');
/** Returns a formula that reads the target at a path. */
const reference = (path: string) => `[${path.replaceAll('\\', '\\\\').replaceAll(']', '\\]')}]`;
