import type { CategoryRule, CategoryRules } from '@pimento/contract';

/** The category rules of a mapping, with every property set. */
export interface CategoryDraft {
  rules: CategoryRule[];
  otherwise: string | null;
}

export const categoryDraftOf = ({ rules = [], otherwise = null }: CategoryRules = {}): CategoryDraft => ({
  rules,
  otherwise: otherwise ?? null,
});

export type RuleKind = 'when' | 'map';

export const kindOf = (rule: CategoryRule): RuleKind => ('when' in rule ? 'when' : 'map');

export const newRule = (kind: RuleKind): CategoryRule =>
  kind === 'when' ? { when: '', category: '' } : { map: '', from: '__CATEGORY' };

/** The rule whose fields are shown. */
export interface OpenedRule {
  /** Position from 0. Changes when the rule is moved. */
  at: number;
  /** Increases by 1 whenever another rule is opened. Does not change when the rule is moved. */
  opening: number;
}

/** Opens the rule at a position. Returns `opened` unchanged if that rule is already open. */
export const openRule = (opened: OpenedRule | undefined, at: number): OpenedRule =>
  opened?.at === at ? opened : { at, opening: (opened?.opening ?? 0) + 1 };

/** Returns true if all required parts of a rule are filled in. */
export const isFinished = (rule: CategoryRule): boolean =>
  'when' in rule ? rule.when.trim() !== '' && rule.category !== '' : rule.map !== '' && rule.from.trim() !== '';

/** Returns rules as text, one line for each rule, so that two versions can be compared. */
export const rulesText = ({ rules, otherwise }: CategoryDraft): string =>
  [
    ...rules.map((rule) => ('when' in rule ? `${rule.when} → ${rule.category}` : `${rule.from} → [${rule.map}]`)),
    ...(otherwise === null ? [] : [`→ ${otherwise}`]),
  ].join('\n');
