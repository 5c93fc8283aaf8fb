import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { Interpreter } from './evaluation.ts';
import { createModules, type SourceModule } from './source-modules.ts';
import type { FunctionNode, Value } from './sql-values.ts';

type FunctionValue = Extract<Value, { kind: 'function' }>;

/** Statements by the name of the function that executes them, such as `assets/content/content-store.ts lockContents`. */
export type StatementTexts = ReadonlyMap<string, ReadonlySet<string>>;

export interface Collected {
  statements: StatementTexts;
  /** Functions that execute a fragment which none of their callers completes. */
  unreadable: string[];
}

/** Returns the function itself if it has a name, otherwise the nearest function around it that has one, or the file if there is none. */
function ownerOf(node: FunctionNode): ts.Node {
  for (let at: ts.Node = node; ; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at) || ts.isSourceFile(at)) return at;
    const isFunction = ts.isArrowFunction(at) || ts.isFunctionExpression(at);
    if (isFunction && (ts.isVariableDeclaration(at.parent) || ts.isPropertyAssignment(at.parent))) return at;
  }
}

/** Returns the functions at the top level of a module, and those in objects at its top level. */
function functionsOf(module: SourceModule): FunctionValue[] {
  const names = module.source.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return statement.name ? [statement.name.text] : [];
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  });
  return names.flatMap((name) => membersOf(module.find(name), name));
}

/** Returns a function, or the functions in an object, each with its name. */
function membersOf(value: Value | undefined, name: string): FunctionValue[] {
  if (value?.kind === 'function') return [{ ...value, name }];
  if (value?.kind !== 'object') return [];
  return [...value.members].flatMap(([member, inner]) => membersOf(inner, `${name}.${member}`));
}

/**
 * Collects the texts of all statements that the modules of a folder execute, by following fragments through their functions. A function
 * whose fragment depends on its caller is read together with each caller.
 */
export function collectStatements(folder: string): Collected {
  const statements = new Map<string, Set<string>>();
  const openOwners = new Map<ts.Node, string>();
  const completed = new Set<ts.Node>();
  let entry: { name: string; owner: ts.Node } | undefined;
  const interpreter = new Interpreter((fragment, node) => {
    const owner = ownerOf(node);
    if (!entry || (owner !== entry.owner && !openOwners.has(owner))) return;
    if (fragment.isOpen) {
      openOwners.set(entry.owner, entry.name);
      return;
    }
    if (owner !== entry.owner) completed.add(owner);
    const texts = statements.get(entry.name) ?? new Set();
    statements.set(entry.name, texts);
    for (const text of fragment.texts) texts.add(text);
  });
  const load = createModules((expression, scope) => interpreter.evaluate(expression, scope));

  function run(found: FunctionValue, file: string): void {
    const outer = entry;
    entry = { name: `${file} ${found.name}`, owner: ownerOf(found.node) };
    const result = interpreter.call(found);
    for (const inner of membersOf(result, found.name)) if (inner.node !== found.node) run(inner, file);
    entry = outer;
  }
  const files = globSync('**/*.ts', { cwd: folder })
    .filter((file) => /\bsql[<`]/.test(readFileSync(`${folder}/${file}`, 'utf8')))
    .toSorted();
  for (let known = -1; known !== openOwners.size;) {
    known = openOwners.size;
    for (const file of files) {
      const module = load(`${folder}/${file}`);
      for (const found of module ? functionsOf(module) : []) run(found, relative(folder, `${folder}/${file}`));
    }
  }
  const unreadable = [...openOwners].filter(([owner]) => !completed.has(owner)).map(([, name]) => name);
  return { statements, unreadable };
}
