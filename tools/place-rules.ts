import ts from 'typescript';

/** A construct that is allowed only in certain files. */
interface PlaceRule {
  name: string;
  comment: string;
  /** The files that this rule checks. */
  within: RegExp;
  /** The files that may contain the construct, among those that the rule checks. */
  place: RegExp;
  /** A text that every file with the construct contains, so that other files need not be parsed. */
  mentions?: string;
  matches(node: ts.Node, source: ts.SourceFile): boolean;
}

const sources = /^packages\/[^/]+\/src\//;
const serverSources = /^packages\/server\/src\//;
const tests = /^(packages|adapters)\/[^/]+\/test\//;
const nowhere = /(?!)/;

const statementStart =
  /^\s*(select|insert\s+into|update|delete\s+from|merge\s+into|with|create|alter|drop|truncate|lock)\s/i;
const builderCall = /^(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)$/;
const keyword = /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|RETURNING|VALUES|JOIN|ORDER BY|GROUP BY)\b/;

export const placeRules: PlaceRule[] = [
  {
    name: 'sql-in-its-place',
    comment: 'SQL is written in *-store.ts, *-views.ts and the platform',
    within: sources,
    place: /(-store|-views)\.ts$|\/platform\//,
    matches: (node) => isSqlTemplate(node) || isBuilderCall(node) || isStatementText(node),
  },
  {
    name: 'sql-names-its-columns',
    comment: 'no `select *`: a new column must not change what a reader gets',
    within: sources,
    place: nowhere,
    matches: (node) => isSqlTemplate(node) && /\bselect\s+\*/i.test(node.getText()),
  },
  {
    name: 'sql-is-lower-case',
    comment: 'SQL keywords are written in lower case',
    within: sources,
    place: nowhere,
    matches: (node) => isSqlTemplate(node) && keyword.test(node.getText()),
  },
  {
    name: 'environment-in-config',
    comment: 'main.ts hands the environment to config.ts, which names all complaints at once; no other file reads it',
    within: serverSources,
    place: /^packages\/server\/src\/(main|config)\.ts$/,
    matches: (node) => ts.isPropertyAccessExpression(node) && node.getText() === 'process.env',
  },
  {
    name: 'time-and-ids-from-the-clock',
    comment: 'time and ids come from platform/clock.ts, so that a test can set them',
    within: serverSources,
    place: /^packages\/server\/src\/platform\/clock\.ts$/,
    matches: (node) => isClockCall(node) || isEmptyNewDate(node),
  },
  {
    name: 'transactions-open-in-one-place',
    comment: 'a transaction is opened by `transaction()` or `openSnapshot()`, so that its type proves that it is open',
    within: serverSources,
    place: /^packages\/server\/src\/platform\/database\/transaction\.ts$/,
    matches: (node) => isTransactionBuilder(node),
  },
  {
    name: 'routes-open-no-transaction',
    comment: 'a unit of work belongs to a service: routes open no transaction',
    within: /^packages\/server\/src\/.*-routes\.ts$/,
    place: nowhere,
    matches: (node) => ts.isCallExpression(node) && node.expression.getText() === 'transaction',
  },
  {
    name: 'writers-demand-a-transaction',
    comment:
      'what locks or writes takes a Transaction; a statement that is a unit of work of its own takes the Database; a Connection is for reading',
    within: /^packages\/server\/src\/.*-store\.ts$/,
    place: nowhere,
    matches: (node) => isWriterOnConnection(node),
  },
  {
    name: 'assertion-says-why',
    comment: 'a type assertion (`as`, `!`) carries its reason in a comment on its line or above its statement',
    within: sources,
    place: nowhere,
    matches: (node, source) => isAssertion(node) && !hasCommentBeside(node, source),
  },
  {
    name: 'tests-wait-long-enough',
    comment:
      'a test asserts no time of less than 4 s: on a busy machine it would fail; print the time, compare two times, or measure it in a bench',
    within: tests,
    place: nowhere,
    mentions: 'performance.now',
    matches: (node, source) => isShortDeadline(node, source),
  },
];

const minDeadlineMs = 4_000;

/** Returns true for `performance.now() - started < 300` if the limit is below `minDeadlineMs`. Both sides can also be variables. */
function isShortDeadline(node: ts.Node, source: ts.SourceFile): boolean {
  if (!ts.isBinaryExpression(node) || !/^<=?$/.test(node.operatorToken.getText(source))) return false;
  const limit = initializerOf(node.right, source);
  const elapsed = initializerOf(node.left, source).getText(source);
  return (
    ts.isNumericLiteral(limit) && Number(limit.text) < minDeadlineMs && /performance\.now\(\) - \w+$/.test(elapsed)
  );
}

/** Returns the initializer if the expression is a variable of the file, otherwise the expression itself. */
function initializerOf(expression: ts.Expression, source: ts.SourceFile): ts.Expression {
  if (!ts.isIdentifier(expression)) return expression;
  let found: ts.Expression = expression;
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText(source) === expression.text && node.initializer)
      found = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isSqlTemplate(node: ts.Node): boolean {
  return ts.isTaggedTemplateExpression(node) && /^sql(\.|<|$)/.test(node.tag.getText());
}

function isBuilderCall(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    builderCall.test(node.expression.name.text)
  );
}

/** Returns true if a string literal is an SQL statement. A keyword alone is not enough, because messages contain such words as well. */
function isStatementText(node: ts.Node): boolean {
  if (ts.isTemplateExpression(node)) {
    return !ts.isTaggedTemplateExpression(node.parent) && isStatement(node.head.text);
  }
  if (!ts.isStringLiteralLike(node) || ts.isTaggedTemplateExpression(node.parent)) return false;
  return isStatement(node.text);
}

function isStatement(text: string): boolean {
  return (
    statementStart.test(text) && /\b(from|into|set|table|as|values|returning)\b/i.test(text) && !/[.!?:]$/.test(text)
  );
}

function isClockCall(node: ts.Node): boolean {
  return ts.isCallExpression(node) && /^(Date\.now|(crypto\.)?randomUUID)$/.test(node.expression.getText());
}

function isEmptyNewDate(node: ts.Node): boolean {
  return ts.isNewExpression(node) && node.expression.getText() === 'Date' && (node.arguments?.length ?? 0) === 0;
}

function isTransactionBuilder(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(startTransaction|transaction)$/.test(node.expression.name.text) &&
    node.arguments.length === 0
  );
}

const write =
  /\b(insert into|update [a-z_]+\s|delete from|merge into|lock table|for (no key )?(update|share)|pg_advisory\w+)/i;

function isWriterOnConnection(node: ts.Node): boolean {
  if (!ts.isParameter(node) || node.type?.getText() !== 'Connection') return false;
  const holder = node.parent;
  return 'body' in holder && holder.body !== undefined && write.test(holder.body.getText());
}

function isAssertion(node: ts.Node): boolean {
  return ts.isNonNullExpression(node) || (ts.isAsExpression(node) && node.type.getText() !== 'const');
}

function hasCommentBeside(node: ts.Node, source: ts.SourceFile): boolean {
  const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
  const lines = source.text.split('\n').slice(first, last + 1);
  return lines.some((line) => /(^|[^:'"`])\/\/|\/\*/.test(line)) || hasCommentAbove(node, source);
}

/**
 * Returns true if there is a `//` comment directly above the line of the node, or any comment above the statement or member that contains
 * the node.
 */
function hasCommentAbove(node: ts.Node, source: ts.SourceFile): boolean {
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
  if (line > 0 && source.text.split('\n')[line - 1]?.trim().startsWith('//')) return true;
  let holder = node;
  while (!ts.isStatement(holder) && !ts.isClassElement(holder) && !ts.isSourceFile(holder.parent))
    holder = holder.parent;
  return ts.getLeadingCommentRanges(source.text, holder.getFullStart()) !== undefined;
}
