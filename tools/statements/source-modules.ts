import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';
import { type FunctionNode, type Scope, unknown, type Value } from './sql-values.ts';

export interface SourceModule extends Scope {
  file: string;
  source: ts.SourceFile;
  /** Returns the value of an exported name, even if it is re-exported from another module. */
  findExport(name: string): Value | undefined;
}

export type Evaluate = (expression: ts.Expression, scope: Scope) => Value;

/** The declarations at the top level of a module, by name. `stars` are the modules of `export * from`. */
interface Declarations {
  values: Map<string, ts.Expression>;
  functions: Map<string, FunctionNode>;
  imports: Map<string, { from: string; name: string }>;
  exports: Map<string, { from: string; name: string }>;
  stars: string[];
}

function readDeclarations(source: ts.SourceFile): Declarations {
  const found: Declarations = {
    values: new Map(),
    functions: new Map(),
    imports: new Map(),
    exports: new Map(),
    stars: [],
  };
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name) found.functions.set(statement.name.text, statement);
    if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations)
        if (ts.isIdentifier(name) && initializer) found.values.set(name.text, initializer);
    }
    if (ts.isImportDeclaration(statement)) readImports(statement, found);
    if (ts.isExportDeclaration(statement)) readExports(statement, found);
  }
  return found;
}

function readImports({ moduleSpecifier, importClause }: ts.ImportDeclaration, found: Declarations): void {
  const bindings = importClause?.namedBindings;
  if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(moduleSpecifier)) return;
  for (const { name, propertyName } of bindings.elements)
    found.imports.set(name.text, { from: moduleSpecifier.text, name: (propertyName ?? name).text });
}

function readExports({ moduleSpecifier, exportClause }: ts.ExportDeclaration, found: Declarations): void {
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return;
  if (!exportClause) found.stars.push(moduleSpecifier.text);
  else if (ts.isNamedExports(exportClause)) {
    for (const { name, propertyName } of exportClause.elements)
      found.exports.set(name.text, { from: moduleSpecifier.text, name: (propertyName ?? name).text });
  }
}

/** Returns a function that loads a module by path, or returns undefined if there is no such file. Each module is parsed once. */
export function createModules(evaluate: Evaluate): (file: string) => SourceModule | undefined {
  const loaded = new Map<string, SourceModule | undefined>();

  function openModule(file: string): SourceModule | undefined {
    if (!existsSync(file)) return undefined;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const declared = readDeclarations(source);
    const known = new Map<string, Value>();
    const beside = (from: string) => (from.startsWith('.') ? load(resolve(dirname(file), from)) : undefined);

    function findLocal(name: string): Value | undefined {
      const node = declared.functions.get(name);
      if (node) return { kind: 'function', node, scope: module, name };
      const value = declared.values.get(name);
      return value && evaluate(value, module);
    }
    /** Caches the value of a name. A constant that refers to itself is unknown in its own definition. */
    function remembered(name: string, find: () => Value | undefined): Value | undefined {
      if (known.has(name)) return known.get(name);
      known.set(name, unknown);
      const value = find();
      if (value) known.set(name, value);
      else known.delete(name);
      return value;
    }
    const module: SourceModule = {
      file,
      source,
      find: (name) =>
        remembered(name, () => {
          const imported = declared.imports.get(name);
          return imported ? beside(imported.from)?.findExport(imported.name) : findLocal(name);
        }),
      findExport(name) {
        const exported = declared.exports.get(name);
        if (exported) return beside(exported.from)?.findExport(exported.name);
        return module.find(name) ?? firstOf(declared.stars, (from) => beside(from)?.findExport(name));
      },
    };
    return module;
  }
  function load(file: string): SourceModule | undefined {
    if (!loaded.has(file)) loaded.set(file, openModule(file));
    return loaded.get(file);
  }
  return load;
}

function firstOf<Item, Result>(items: readonly Item[], find: (item: Item) => Result | undefined): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
