/** Maximum number of characters of a shown statement. By default, PostgreSQL keeps only the first 1,024 bytes of a running statement. */
const maxText = 600;

/**
 * Matches the parts of SQL that can contain values: comments, dollar quotes, texts and numbers. Also matches quoted identifiers, so that a
 * quote in them does not begin a text. An unclosed text ends with the statement, because the database cuts long statements. A backslash is
 * an escape only in texts such as E'\n'. Parameters such as $1 are not matched.
 */
const parts =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|(?<!\w)(\$(?:[A-Za-z_]\w*)?\$)[\s\S]*?(?:\1|$)|(?<!\w)[eE]'(?:[^'\\]|\\(?:[\s\S]|$)|'')*(?:'|$)|(?:(?<!\w)(?:[uU]&|[bBxXnN]))?'(?:[^']|'')*(?:'|$)|"(?:[^"]|"")*(?:"|$)|(?<![\w$])\d[\d_.]*(?:[eE][+-]?\d+)?/g;

function replacementOf(part: string): string {
  if (part.startsWith('--') || part.startsWith('/*')) return ' ';
  if (part.startsWith('"')) return part;
  return '?';
}

/**
 * Returns the text of a statement without values. Texts and numbers are replaced by ?, comments are omitted, white space is collapsed, and
 * a long text is cut. Other programs may write values into their statements. Pimento sends them as parameters.
 */
export const withoutValues = (statement: string): string =>
  statement.replace(parts, replacementOf).replace(/\s+/g, ' ').trim().slice(0, maxText);
