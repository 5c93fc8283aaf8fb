import { compilePattern } from '../functions/pattern.ts';
import type { Parameter } from '../functions/parameters.ts';
import type { CallNode, Node } from '../syntax/tree.ts';
import { builtInTables } from '../tables/lookup-table.ts';
import { isTimeZone } from '../values/time-zone.ts';
import type { Scope } from './scope.ts';

/**
 * Reads an argument that must be a literal. The kind of the parameter determines the result: a pattern, a table, a value map, or the text
 * itself. Records an error if the argument is not a literal, or if it names something unknown.
 */
export function readLiteralArgument(parameter: Parameter, node: Node, scope: Scope, functionName: string): unknown {
  if (node.kind !== 'text') {
    scope.fail('literal-required', node.span, { parameter: parameter.name });
    return undefined;
  }
  const { text: name, span } = node;
  const { outer } = scope;
  const { dependencies } = scope.compilation;
  switch (parameter.kind) {
    case 'pattern': {
      const pattern = compilePattern(name);
      if (!('reason' in pattern)) return pattern;
      scope.fail('invalid-pattern', span, { reason: pattern.reason });
      return undefined;
    }
    case 'table':
      dependencies.tables.add(name);
      return (
        scope.findTable(name) ??
        scope.fail('unknown-table', span, { name }, [...(outer.tables?.keys() ?? []), ...builtInTables.keys()])
      );
    case 'map':
      dependencies.maps.add(name);
      return outer.maps?.get(name) ?? scope.fail('unknown-value-map', span, { name }, outer.maps?.keys() ?? []);
    case 'field':
      dependencies.accountFields.add(name);
      if (outer.accountFields?.has(name) !== true)
        scope.fail('unknown-field', span, { name }, outer.accountFields ?? []);
      return name;
    case 'zone':
      if (!isTimeZone(name)) scope.fail('unknown-time-zone', span, { name }, Intl.supportedValuesOf('timeZone'));
      if (functionName === 'today') dependencies.zones.add(name);
      return name;
    default:
      return name;
  }
}

/** Checks that the table of a `lookup` has the column that the call names. */
export function checkColumn(node: CallNode, scope: Scope): void {
  const [table, , column] = node.arguments;
  if (table?.kind !== 'text' || column?.kind !== 'text') return;
  const columns = scope.findTable(table.text)?.columns;
  if (columns === undefined || columns.includes(column.text)) return;
  scope.fail('unknown-option', column.span, { name: column.text }, columns);
}
