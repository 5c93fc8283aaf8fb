import {
  distributionColumn,
  placementOf,
  temporaryTables,
} from '../../packages/server/src/distribution/placement-rules.ts';
import type { StatementRule } from '../../packages/server/src/distribution/statement-rules.ts';
import { isBound } from './bindings.ts';
import { dynamicName } from './sql-calls.ts';
import {
  type Level,
  levelsOf,
  listOf,
  memberOf,
  type Node,
  textOf,
  type UsedTable,
  visit,
} from './statement-levels.ts';

/** What each rule requires, or why a statement breaks it, by the name of the rule. */
export const ruleTexts: Readonly<Record<StatementRule, string>> = {
  unbound: 'every table needs a condition `client_id = $n` (or `adapter_id = $n`) of its own',
  'lock-many': 'rows are locked in one tenant only: `for update` needs `client_id = $n`',
  'insert-without-key': 'INSERT names the column by which its table is distributed',
  'volatile-upsert': '`on conflict do update` has no function such as now(): use `excluded` or a parameter',
  'subquery-upsert': '`on conflict do update` has no subquery',
  'volatile-case': 'CASE and COALESCE in `update … set` have no function such as now()',
  'two-groups': 'a statement does not use data of clients and of adapters',
  'lateral-outer': 'no left join with a lateral query over a distributed table',
  'concurrent-detach': 'partitions are detached without CONCURRENTLY',
  'pending-list': 'gin_clean_pending_list does nothing on the coordinator',
  'unknown-table': 'the table is missing in placement-rules.ts',
  unreadable: 'the statement cannot be parsed, or is composed in a way that this check cannot follow',
};

/** A broken rule, with the tables that break it. */
export interface Breach {
  rule: StatementRule;
  tables: string[];
}

/** Functions whose result is not the same for the same arguments, or depends on settings. Citus refuses them in some places. */
const changing = new Set([
  'now',
  'clock_timestamp',
  'statement_timestamp',
  'transaction_timestamp',
  'gen_random_uuid',
  'random',
  'nextval',
  'current_setting',
  'jsonb_build_object',
  'jsonb_build_array',
  'json_build_object',
  'to_jsonb',
  'to_json',
  'row_to_json',
  'to_char',
  'pg_current_xact_id',
]);

const functionName = (call: Node): string =>
  textOf(memberOf(listOf(call, 'funcname').at(-1) ?? {}, 'String'), 'sval').toLowerCase();

function contains(node: unknown, test: (node: Node) => boolean): boolean {
  let found = false;
  visit(node, (one) => {
    found ||= test(one);
    return !found;
  });
  return found;
}

const isChanging = (node: Node) =>
  'SQLValueFunction' in node || ('FuncCall' in node && changing.has(functionName(memberOf(node, 'FuncCall'))));

/** Returns true if an expression contains CASE or COALESCE with a changing function inside. */
const hasChangingCase = (node: unknown) =>
  contains(node, (one) => ('CaseExpr' in one || 'CoalesceExpr' in one) && contains(one, isChanging));

/**
 * Returns the columns that can distribute a table: one, none, or both `client_id` and `adapter_id` if the table is known only at run time.
 */
function keysOf(name: string): string[] {
  if (name === dynamicName) return Object.values(distributionColumn);
  const placement = placementOf(name);
  return placement === 'client' || placement === 'adapter' ? [distributionColumn[placement]] : [];
}

const isDistributed = (name: string) => keysOf(name).length > 0;

function unboundTables(level: Level): UsedTable[] {
  return level.tables.filter(({ name, alias }) => {
    const keys = keysOf(name);
    return keys.length > 0 && !keys.some((key) => isBound(level, { name, alias }, key));
  });
}

/** Returns the unbound tables whose rows a query locks. */
function lockedTables({ query }: Level, unbound: readonly UsedTable[]): UsedTable[] {
  return listOf(query, 'lockingClause').flatMap((clause) => {
    const rows = listOf(memberOf(clause, 'LockingClause'), 'lockedRels').map((one) => memberOf(one, 'RangeVar'));
    const names = rows.map((one) => textOf(one, 'relname'));
    return unbound.filter(({ alias }) => names.length === 0 || names.includes(alias));
  });
}

function judgeInsert({ query }: Level): Breach[] {
  const table = textOf(memberOf(query, 'relation'), 'relname');
  if (!isDistributed(table)) return [];
  const columns = listOf(query, 'cols').map((column) => textOf(memberOf(column, 'ResTarget'), 'name'));
  const conflict = memberOf(query, 'onConflictClause');
  const sets = [conflict['targetList'], conflict['whereClause']];
  const isNamed = columns.length === 0 || keysOf(table).some((key) => columns.includes(key));
  return [
    ...breachOf('insert-without-key', isNamed ? [] : [table]),
    ...breachOf('volatile-upsert', contains(sets, isChanging) ? [table] : []),
    ...breachOf('subquery-upsert', contains(sets, (node) => 'SubLink' in node) ? [table] : []),
  ];
}

/** Returns a breach of the rule if any tables break it. */
const breachOf = (rule: StatementRule, tables: readonly string[]): Breach[] =>
  tables.length === 0 ? [] : [{ rule, tables: [...new Set(tables)] }];

/**
 * Returns true for a name that needs no placement: a system table of PostgreSQL or Citus, a temporary table, or a name that is known only
 * at run time.
 */
const isOutside = (name: string) =>
  name.startsWith('pg_') || name.startsWith('citus_') || temporaryTables.includes(name) || name === dynamicName;

function judgeLevel(level: Level): Breach[] {
  const { kind, query, tables } = level;
  const unbound = unboundTables(level);
  const locked = lockedTables(level, unbound);
  const [changed = ''] = kind === 'UpdateStmt' ? tables.map(({ name }) => name) : [];
  const isUnstable = isDistributed(changed) && hasChangingCase(query['targetList']);
  const names = (of: readonly UsedTable[]) => of.map(({ name }) => name);
  return [
    ...breachOf('lock-many', names(locked)),
    ...breachOf('unbound', names(unbound.filter((table) => !locked.includes(table)))),
    ...(kind === 'InsertStmt' ? judgeInsert(level) : []),
    ...breachOf('volatile-case', isUnstable ? [changed] : []),
    ...breachOf(
      'unknown-table',
      names(tables).filter((name) => placementOf(name) === undefined && !isOutside(name)),
    ),
  ];
}

/** Returns true for a left join with a lateral query that reads a distributed table. */
function isLateralOuter(node: Node): boolean {
  const join = memberOf(node, 'JoinExpr');
  const right = memberOf(memberOf(join, 'rarg'), 'RangeSubselect');
  const isTable = (one: Node) => isDistributed(textOf(memberOf(one, 'RangeVar'), 'relname'));
  return textOf(join, 'jointype') === 'JOIN_LEFT' && right['lateral'] === true && contains(right, isTable);
}

function isConcurrentDetach(node: Node): boolean {
  const command = memberOf(node, 'AlterTableCmd');
  return (
    textOf(command, 'subtype') === 'AT_DetachPartition' &&
    memberOf(memberOf(command, 'def'), 'PartitionCmd')['concurrent'] === true
  );
}

/** Returns the rules that a statement breaks. @param tree the parse tree of libpg-query */
export function judgeStatement(tree: Node): Breach[] {
  const levels = levelsOf(tree);
  const targets = levels.map(({ query }) => textOf(memberOf(query, 'relation'), 'relname'));
  const used = [...targets, ...levels.flatMap(({ tables }) => tables.map(({ name }) => name))];
  const groups = (['client', 'adapter'] as const).map((group) => used.filter((name) => placementOf(name) === group));
  const cleans = (node: Node) => functionName(memberOf(node, 'FuncCall')) === 'gin_clean_pending_list';
  return [
    ...levels.flatMap(judgeLevel),
    ...breachOf('two-groups', groups.every(({ length }) => length > 0) ? groups.flat() : []),
    ...breachOf('lateral-outer', contains(tree, isLateralOuter) ? ['lateral'] : []),
    ...breachOf('concurrent-detach', contains(tree, isConcurrentDetach) ? ['partition'] : []),
    ...breachOf('pending-list', contains(tree, cleans) ? ['index'] : []),
  ];
}
