/** A node of the parse tree of libpg-query, as JSON. */
export type Node = Record<string, unknown>;

export interface UsedTable {
  name: string;
  /** The name with which columns refer to the table. */
  alias: string;
}

/** One query of a statement, without the queries inside of it. */
export interface Level {
  kind: 'SelectStmt' | 'InsertStmt' | 'UpdateStmt' | 'DeleteStmt';
  query: Node;
  /** The tables that the query reads, or changes with UPDATE or DELETE. Not the target of INSERT. */
  tables: UsedTable[];
  /** The parts of the conditions of WHERE and of all joins, including outer joins. */
  conditions: Node[];
}

const kinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a member if it is a node, otherwise an empty node. */
export const memberOf = (node: Node, name: string): Node => (isNode(node[name]) ? node[name] : {});
export const listOf = (node: Node, name: string): Node[] =>
  Array.isArray(node[name]) ? node[name].filter(isNode) : [];
export const textOf = (node: Node, name: string): string => (typeof node[name] === 'string' ? node[name] : '');

/** Calls a function with a node and every node inside it. If the function returns false for a node, the nodes inside it are skipped. */
export function visit(node: unknown, see: (node: Node) => boolean): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  else if (isNode(node) && see(node)) for (const value of Object.values(node)) visit(value, see);
}

/** Returns the parts of a condition that must all be true. */
function conjunctsOf(condition: Node): Node[] {
  const bool = memberOf(condition, 'BoolExpr');
  if (textOf(bool, 'boolop') === 'AND_EXPR') return listOf(bool, 'args').flatMap(conjunctsOf);
  return Object.keys(condition).length === 0 ? [] : [condition];
}

/** Returns the queries of a statement, each with its own tables. */
export function levelsOf(statement: Node): Level[] {
  const levels: Level[] = [];

  function readQueries(node: unknown, queries: ReadonlySet<string>): void {
    visit(node, (found) => {
      const kind = kinds.find((one) => isNode(found[one]));
      if (kind) readLevel(kind, memberOf(found, kind), queries);
      return kind === undefined;
    });
  }
  function readLevel(kind: Level['kind'], query: Node, outer: ReadonlySet<string>): void {
    const { withClause, larg, rarg, ...rest } = query;
    const common = isNode(withClause) ? listOf(withClause, 'ctes').map((one) => memberOf(one, 'CommonTableExpr')) : [];
    const queries = new Set([...outer, ...common.map((one) => textOf(one, 'ctename'))]);
    readQueries(common, queries);
    if (isNode(larg)) readLevel('SelectStmt', larg, queries);
    if (isNode(rarg)) readLevel('SelectStmt', rarg, queries);
    const level: Level = { kind, query, tables: [], conditions: conjunctsOf(memberOf(query, 'whereClause')) };
    const isChanged = kind === 'UpdateStmt' || kind === 'DeleteStmt';
    const changed: Node[] = isChanged ? [{ RangeVar: query['relation'] }] : [];
    for (const item of [...changed, ...listOf(query, 'fromClause'), ...listOf(query, 'usingClause')])
      readFrom(item, level, queries);
    levels.push(level);
    readQueries(rest, queries);
  }
  readQueries(statement, new Set());
  return levels;
}

/** Adds the tables of an item of FROM, and the conditions of its joins. */
function readFrom(item: Node, level: Level, queries: ReadonlySet<string>): void {
  const range = memberOf(item, 'RangeVar');
  const name = textOf(range, 'relname');
  if (name !== '' && !(queries.has(name) && textOf(range, 'schemaname') === ''))
    level.tables.push({ name, alias: textOf(memberOf(range, 'alias'), 'aliasname') || name });
  const join = memberOf(item, 'JoinExpr');
  if (Object.keys(join).length === 0) return;
  level.conditions.push(...conjunctsOf(memberOf(join, 'quals')));
  readFrom(memberOf(join, 'larg'), level, queries);
  readFrom(memberOf(join, 'rarg'), level, queries);
}
