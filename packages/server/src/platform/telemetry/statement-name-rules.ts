const words =
  /^\s*(?:with\b[\s\S]*?\)\s*)?(select|insert|update|delete|copy|begin|start|commit|rollback|savepoint|release|set)\b/i;
const tables = {
  select: /\bfrom\s+(?:only\s+)?([a-z_]\w*)/i,
  insert: /\binsert\s+into\s+([a-z_]\w*)/i,
  update: /\bupdate\s+([a-z_]\w*)/i,
  delete: /\bdelete\s+from\s+([a-z_]\w*)/i,
  copy: /\bcopy\s+([a-z_]\w*)/i,
};

/**
 * Returns verb and table of the last writing clause, such as `UPDATE product`. In a statement that begins with `with`, the last clause is
 * the main one.
 * @returns undefined if there is none
 */
function writeOf(text: string): string | undefined {
  const found = [...text.matchAll(/\b(insert\s+into|update|delete\s+from)\s+([a-z_]\w*)/gi)]
    .filter(([whole]) => !/^update\s+(?:set|skip|of|nowait)$/i.test(whole))
    .at(-1);
  if (!found) return undefined;
  const [, verb = '', table = ''] = found;
  return `${verb.split(/\s/)[0]?.toUpperCase() ?? ''} ${table}`;
}

/**
 * Returns a short name of a statement, such as `SELECT product`. It consists of a verb (`STATEMENT` if none is found) and, if one is found,
 * a table. Both are words of the text, so the name never contains values.
 */
export function statementName(text: string): string {
  const isQueried = /^\s*with\b/i.test(text);
  if (isQueried) return writeOf(text) ?? `SELECT ${tables.select.exec(text)?.[1] ?? ''}`.trim();
  const verb = words.exec(text)?.[1]?.toLowerCase() ?? '';
  const table = verb in tables ? tables[verb as keyof typeof tables].exec(text)?.[1] : undefined; // checked by the condition
  return [verb.toUpperCase() || 'STATEMENT', table].filter((part) => part !== undefined).join(' ');
}
