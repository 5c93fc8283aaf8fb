import { type Value, formsOf, isOpen, joined, sqlOf, unknown } from './sql-values.ts';

/** Placeholder for the name of a table or column that is known only at run time. */
export const dynamicName = 'dynamic_name';

const quoted = (name: string) => (/^[a-z_][a-z\d_]*$/.test(name) ? name : `"${name}"`);

function nameOf(value: Value | undefined): Value {
  if (value?.kind !== 'text') return sqlOf([dynamicName], value !== undefined && isOpen(value));
  return sqlOf(value.texts.map((text) => text.split('.').map(quoted).join('.')));
}

function joinOf(list: Value | undefined, separator: Value | undefined): Value {
  if (list?.kind !== 'list') return sqlOf(['$1'], list !== undefined && isOpen(list));
  const between = separator ? formsOf(separator) : [', '];
  const parts = list.items.flatMap((item, index) => (index === 0 ? [formsOf(item)] : [between, formsOf(item)]));
  return sqlOf(joined(parts), list.items.some(isOpen));
}

/** Evaluates a call to a function of `sql`, such as `sql.join`. */
export function callSql(name: string, [first, second]: readonly Value[]): Value {
  switch (name) {
    case 'ref':
    case 'table':
    case 'id':
      return nameOf(first);
    case 'join':
      return joinOf(first, second);
    case 'lit':
      return first?.kind === 'text' ? sqlOf(first.texts.map((text) => `'${text}'`)) : sqlOf(['1']);
    case 'raw':
      return first?.kind === 'text' ? sqlOf(first.texts) : sqlOf([dynamicName], true);
    default:
      return sqlOf(['$1']);
  }
}

/** Evaluates a call to a method of a list. @param call evaluates a call to a function value */
export function callList(
  items: Value[],
  method: string,
  args: readonly Value[],
  call: (callee: Value, args: readonly Value[]) => Value,
): Value {
  const [first = unknown] = args;
  switch (method) {
    case 'push':
      items.push(...args);
      return unknown;
    case 'map':
      return { kind: 'list', items: items.map((item) => call(first, [item])) };
    case 'flatMap':
      return {
        kind: 'list',
        items: items.flatMap((item) => {
          const result = call(first, [item]);
          return result.kind === 'list' ? result.items : [result];
        }),
      };
    case 'filter':
    case 'toSorted':
    case 'toReversed':
    case 'slice':
      if (first.kind === 'function') call(first, [unknown]);
      return { kind: 'list', items };
    case 'join':
      return textOf(items, first);
    default:
      return unknown;
  }
}

function textOf(items: readonly Value[], separator: Value): Value {
  if (!items.every((item) => item.kind === 'text')) return unknown;
  const between = separator.kind === 'text' ? (separator.texts[0] ?? '') : ',';
  return { kind: 'text', texts: [items.map((item) => item.texts[0] ?? '').join(between)] };
}
