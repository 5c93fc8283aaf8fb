import type { ItemProblem, Mapping, MappingCheck } from '@pimento/contract';
import { problem } from '@pimento/contract/problem';
import { parseFormula } from '@pimento/formula';
import { formulaProblem } from '../judge/formula-check.ts';
import type { CheckedStandard, Target } from '../judge/checked-standard.ts';
import { requiredTargets } from '../judge/required-targets.ts';
import { shown } from '../../structure/core.ts';
import { EntryTargets, judgeEntries } from './entry-check-rules.ts';
import { judgeFit, judgeTruth } from './formula-fit-rules.ts';
import { MappingScopes } from './formula-scopes-rules.ts';
import type { CheckInput } from './mapping-check-types.ts';
import { listFormulas, type MappingFormula } from './mapping-formulas-rules.ts';

const maxListed = 1_000;

/** Judges a mapping against the data standard and the client's attributes. Lists at most `maxListed` problems. */
export function judgeMapping(mapping: Mapping, input: CheckInput): MappingCheck {
  const { standard, attributes, standardVersion } = input;
  const targets = new EntryTargets(standard);
  const { problems, warnings } = judgeEntries(mapping, standard, targets);
  const formulas = judgeFormulas(mapping, input, targets);
  const all = [
    ...judgePurposes(mapping, standard),
    ...judgeCategoryRules(mapping, standard),
    ...problems,
    ...formulas.problems,
  ];
  const required = requiredTargets(mapping, standard, input.assigned);
  const mapped = mappedTargets(mapping, standard, targets);
  const unmapped = required.filter((target) => !mapped.has(target));
  return {
    problems: all.slice(0, maxListed),
    warnings: warnings.slice(0, maxListed),
    problemCount: all.length,
    targets: {
      required: required.length,
      requiredMapped: required.length - unmapped.length,
      mapped: mapped.size,
      total: standard.topLevel.length,
    },
    unmappedRequired: unmapped.map(({ path, name }) => ({ target: path, name })),
    unusedAttributes: attributes
      .filter(({ key }) => !formulas.used.has(key))
      .slice(0, maxListed)
      .map(({ id, name = id }) => ({ id, name })),
    standardVersion,
  };
}

function judgePurposes({ purposes = [] }: Mapping, standard: CheckedStandard): ItemProblem[] {
  return purposes.flatMap((purpose, index) =>
    standard.purposes.includes(purpose)
      ? []
      : [{ ...problem('invalid-field', { kind: 'purpose', purpose: shown(purpose) }), path: `/purposes/${index}` }],
  );
}

function judgeCategoryRules({ category, maps = {} }: Mapping, { categories }: CheckedStandard): ItemProblem[] {
  const unknown = (id: string, path: string): ItemProblem[] =>
    categories.has(id) ? [] : [{ ...problem('unknown-category', { kind: 'standard', category: shown(id) }), path }];
  const ofRules = (category?.rules ?? []).flatMap((rule, index) => {
    const pointer = `/category/rules/${index}`;
    if ('category' in rule) return unknown(rule.category, `${pointer}/category`);
    return Object.hasOwn(maps, rule.map)
      ? []
      : [{ ...problem('unknown-value-map', { map: shown(rule.map) }), path: `${pointer}/map` }];
  });
  const { otherwise = null } = category ?? {};
  return otherwise === null ? ofRules : [...ofRules, ...unknown(otherwise, '/category/otherwise')];
}

/** Compiles all formulas. Returns their errors, and the keys of the top-level attributes that they read. */
function judgeFormulas(mapping: Mapping, { attributes, accountFields }: CheckInput, targets: EntryTargets) {
  const scopes = new MappingScopes(attributes, mapping, accountFields);
  const problems: ItemProblem[] = [];
  const used = new Set<string>();
  for (const formula of listFormulas(mapping)) {
    const target = formula.entries.length === 0 ? undefined : targets.find(formula.entries);
    // A formula is skipped if the target of its entry does not exist, because the entry then has no effect.
    if (formula.entries.length > 0 && target === undefined) continue;
    const judged = judgeFormula(formula, scopes, target);
    for (const key of judged.keys) used.add(scopes.attributes.pathOf(key)?.[0]?.key ?? key);
    problems.push(...judged.problems);
  }
  return { problems, used };
}

function judgeFormula(
  formula: MappingFormula,
  scopes: MappingScopes,
  target: Target | undefined,
): { keys: Iterable<string>; problems: ItemProblem[] } {
  const { formula: compiled, errors } = scopes.compile(formula);
  const { pointer: path, text, role } = formula;
  if (compiled === undefined)
    return { keys: [], problems: errors.map((error) => ({ ...formulaProblem(error), path })) };
  const parsed = parseFormula(text);
  if ('error' in parsed) return { keys: [], problems: [{ ...formulaProblem(parsed.error), path }] };
  const misfit =
    role === 'condition'
      ? judgeTruth(compiled.type, parsed.tree)
      : target && judgeFit(compiled.type, target.typeId, parsed.tree);
  const problems = misfit === undefined ? [] : [{ ...formulaProblem(misfit), path }];
  return { keys: compiled.dependencies.attributes, problems };
}

/** Returns the top-level targets that get a value from an entry or from a formula of the standard. */
function mappedTargets(mapping: Mapping, { topLevel }: CheckedStandard, targets: EntryTargets): ReadonlySet<Target> {
  const mapped = new Set(topLevel.filter(hasDefault));
  for (const entry of mapping.targets ?? []) {
    let target = targets.find([entry]);
    while (target?.parent !== undefined) target = target.parent;
    if (target === undefined) continue;
    const isEmptied = entry.value?.trim() === '' && entry.rows === undefined && entry.children === undefined;
    if (isEmptied && targets.find([entry]) === target) mapped.delete(target);
    else mapped.add(target);
  }
  return mapped;
}

/**
 * Returns true if a target or one of its children has a default formula. Looks at the text of the formula, because an outline contains no
 * compiled formulas.
 */
const hasDefault = ({ body, children }: Target): boolean =>
  (body.defaultFormula ?? '').trim() !== '' || children.some(hasDefault);
