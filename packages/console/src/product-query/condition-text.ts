/**
 * The operators of conditions. `~`: contains a text. `|=`: equals one of several texts. `^=`: begins with a text, or for a category matches
 * the category and all categories below it. `!`: has no value. `*`: has a value.
 */
type ConditionOperator = '=' | '!=' | '~' | '^=' | '|=' | '>=' | '<=' | '>' | '<' | '!' | '*';

const longOperators = ['>=', '<=', '|=', '!=', '^=', '>', '<'] as const;

const escapes: Record<string, string> = {
  '/': '%2F',
  '=': '%3D',
  '~': '%7E',
  '!': '%21',
  '*': '%2A',
  '%': '%25',
  '<': '%3C',
  '>': '%3E',
  '|': '%7C',
  '^': '%5E',
};

/** Formats the path of an attribute for use in a condition. */
export const fieldText = (path: readonly string[]): string =>
  path.map((step) => step.replaceAll(/[/=~!*%<>|^]/g, (sign) => escapes[sign] ?? sign)).join('/');

/** Formats one condition in the syntax of `where`. @param text ignored by `!` and `*` */
export const conditionText = (path: readonly string[], operator: ConditionOperator, text: string): string =>
  `${fieldText(path)}${operator}${operator === '!' || operator === '*' ? '' : text}`;

/** Formats the texts of an "any of" condition. A single text is compared with `=`. */
export function anyOfText(path: readonly string[], texts: readonly string[]): string {
  const [first = ''] = texts;
  if (texts.length === 1) return conditionText(path, '=', first);
  return conditionText(path, '|=', texts.map((text) => text.replaceAll('%', '%25').replaceAll('|', '%7C')).join('|'));
}

/** Returns the texts that an "any of" condition compares with. */
export const textsOf = (list: string): string[] =>
  list.split('|').map((text) => text.replaceAll('%7C', '|').replaceAll('%25', '%'));

const plain = (name: string): string =>
  name.replaceAll(/%(2F|3D|7E|21|2A|25|3C|3E|7C|5E)/gi, (whole) => decodeURIComponent(whole));

export interface Condition {
  /** The names of the path, from the top level down. */
  steps: string[];
  /** The names of the path, joined by "/". A name can contain "/" as well. */
  path: string;
  operator: ConditionOperator;
  text: string;
}

function pathIn(field: string): Pick<Condition, 'steps' | 'path'> {
  const steps = field.split('/').map(plain);
  return { steps, path: steps.join('/') };
}

/** Splits a condition into its parts for display. */
export function readCondition(condition: string): Condition {
  const [, typedName, typed = '', typedText = ''] = /^([^=~<>|^!]+)(>=|<=|>|<|\|=|!=|\^=)(.*)$/s.exec(condition) ?? [];
  const operator = longOperators.find((one) => one === typed);
  if (typedName !== undefined && operator) return { ...pathIn(typedName), operator, text: typedText };
  const compared = /^([^=~]*)([=~])(.*)$/s.exec(condition);
  if (compared) {
    const [, name = '', sign, text = ''] = compared;
    return { ...pathIn(name), operator: sign === '~' ? '~' : '=', text };
  }
  return { ...pathIn(condition.slice(0, -1)), operator: condition.endsWith('*') ? '*' : '!', text: '' };
}
