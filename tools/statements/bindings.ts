import { type Level, listOf, memberOf, type Node, textOf, type UsedTable, visit } from './statement-levels.ts';

/** Returns the names of a column reference, such as ["product", "client_id"]. */
function columnOf(node: Node): string[] {
  return listOf(memberOf(node, 'ColumnRef'), 'fields').map((field) => textOf(memberOf(field, 'String'), 'sval'));
}

/** Returns true if an expression has the same value for all rows, because it contains neither a column nor a subquery. */
function isConstant(node: Node): boolean {
  let constant = Object.keys(node).length > 0;
  visit(node, (found) => {
    if ('ColumnRef' in found || 'SubLink' in found) constant = false;
    return constant;
  });
  return constant;
}

/** Returns the pairs of expressions that a condition requires to be equal. A comparison of two rows gives one pair per column. */
function equalitiesOf(condition: Node): [Node, Node][] {
  const { kind, name, lexpr, rexpr } = memberOf(condition, 'A_Expr') as Record<string, never>; // members of this node, or undefined
  const operator = textOf(memberOf(listOf({ name }, 'name')[0] ?? {}, 'String'), 'sval');
  if (kind !== 'AEXPR_OP' || operator !== '=') return [];
  const [left, right] = [memberOf({ lexpr }, 'lexpr'), memberOf({ rexpr }, 'rexpr')];
  const [lefts, rights] = [listOf(memberOf(left, 'RowExpr'), 'args'), listOf(memberOf(right, 'RowExpr'), 'args')];
  if (lefts.length > 0 && lefts.length === rights.length) return lefts.map((one, index) => [one, rights[index] ?? {}]);
  return [[left, right]];
}

/** Returns true if a condition of the query requires a column of a table to be equal to a constant. */
export function isBound({ conditions }: Level, { alias }: UsedTable, column: string): boolean {
  const isColumn = (node: Node) => {
    const names = columnOf(node);
    return names.at(-1) === column && (names.length === 1 || names.at(-2) === alias);
  };
  return conditions
    .flatMap(equalitiesOf)
    .some(([left, right]) => (isColumn(left) && isConstant(right)) || (isColumn(right) && isConstant(left)));
}
