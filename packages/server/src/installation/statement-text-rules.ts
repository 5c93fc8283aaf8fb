/** Longer texts are cut; the database itself keeps 1,024 bytes by default. */
const maxText = 600;

/**
 * Parts of SQL that are or contain values, each with its replacement: comments, dollar quotes, texts and numbers. An unclosed text ends with the
 * statement, because the database cuts long statements. A backslash is an escape only in texts such as E'\n'. Quoted identifiers are kept,
 * and so are parameters such as $1.
 */
const parts =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<!\w)(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\1|$)|(?<!\w)[eE]'(?:[^'\\]|\\(?:[\s\S]|$)|'')*(?:'|$)|(?:(?<!\w)(?:[uU]&|[bBxXnN]))?'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(?<![\w$])\d[\d_.]*(?:[eE][+-]?\d+)?/g;

function replacementOf(part: string): string {
  if (part.startsWith('--') || part.startsWith('/*')) return ' ';
  if (part.startsWith('"')) return part;
  return '?';
}

/**
 * Returns the text of a statement without values: texts and numbers are replaced by ?, comments are left out, and white space is collapsed.
 * Other programs may write values into their statements; Pimento sends them as parameters.
 */
export const withoutValues = (statement: string): string =>
  statement.replace(parts, replacementOf).replace(/\s+/g, ' ').trim().slice(0, maxText);
