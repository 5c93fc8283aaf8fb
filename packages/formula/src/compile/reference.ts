import type { MemberNode, ReferenceNode, WordNode } from '../syntax/tree.ts';
import { Problem } from '../values/problem.ts';
import { isList, type Result, Row, type Value, wrongType } from '../values/value.ts';
import type { AttributePath, FormulaAttribute } from './attribute-index.ts';
import { cellOf, type RawReader, readerOfPath } from './attribute-reader.ts';
import { actualOf, locate } from './operators.ts';
import type { Closure, Compiled, Scope } from './scope.ts';
import { emptyType, type Type, typeOfAttribute } from './type.ts';
import type { Run } from '../functions/run.ts';

const nothing: Compiled = { evaluate: () => undefined, type: emptyType, size: 1 };

/** Compiles a name, which is a `let` name, a child of the enclosing rows (the innermost first), or an attribute of the product. */
export function compileReference(node: ReferenceNode, scope: Scope): Compiled {
  const place = node.isBracketed || node.isOfProduct ? undefined : scope.visible.lets.get(node.path);
  if (place !== undefined) return { evaluate: (run) => run.locals[place.local], type: place.type, size: 1 };
  const { attributes, slots } = scope.outer;
  for (const { composite, local } of node.isOfProduct ? [] : scope.visible.rows.toReversed()) {
    const child = attributes.findChild(composite, node.path);
    if (child === 'ambiguous') return failAmbiguous(node, scope);
    if (child === undefined) continue;
    recordReference(node, child, composite, scope);
    return readChild((run) => run.locals[local], child, node);
  }
  const path = attributes.find(node.path);
  if (path === 'ambiguous') return failAmbiguous(node, scope);
  const [first] = path ?? [];
  if (path === undefined || first === undefined) {
    scope.fail('unknown-attribute', node.span, { name: node.path }, candidates(scope));
    return nothing;
  }
  recordReference(node, path, undefined, scope);
  const slot = slots.slotOf(first.storageName);
  return { evaluate: readSlot(slot, readerOfPath(path), node), type: typeOfPath(path), size: 1 };
}

/** Compiles `row.child`. For a list of rows, the result is a list of the values of the child. */
export function compileMember(node: MemberNode, scope: Scope): Compiled {
  const of = scope.compile(node.of);
  const { composite } = of.type;
  if (composite === undefined) {
    scope.fail('wrong-type', node.of.span, { expected: 'row', actual: actualOf(of.type) });
    return nothing;
  }
  const child = scope.outer.attributes.findChild(composite, node.name);
  if (child === 'ambiguous' || child === undefined) {
    const code = child === undefined ? 'unknown-child' : 'ambiguous-name';
    scope.fail(code, node.span, { name: node.name }, scope.outer.attributes.idsOf(composite));
    return nothing;
  }
  recordReference(node, child, composite, scope);
  const compiled = readChild(of.evaluate, child, node);
  return { ...compiled, type: asListOf(compiled.type, of.type), size: of.size + 1 };
}

export function compileWord(node: WordNode, scope: Scope): Compiled {
  if (node.word === 'empty') return { ...nothing };
  if (node.word !== 'it') {
    const constant = node.word === 'true';
    return { evaluate: () => constant, type: { kinds: ['truth'], isList: false }, size: 1, constant };
  }
  const { element } = scope.visible;
  if (element === undefined) {
    scope.fail('no-element', node.span, {});
    return nothing;
  }
  return { evaluate: (run) => run.locals[element.local], type: element.type, size: 1 };
}

function readSlot(slot: number, read: RawReader, node: ReferenceNode): Closure {
  return (run) => {
    const value = read(run.slots[slot], run);
    return value instanceof Problem ? value.at(node.span) : value;
  };
}

function readChild(of: Closure, path: AttributePath, node: ReferenceNode | MemberNode): Compiled {
  const [first] = path;
  if (first === undefined) return nothing;
  const read = readerOfPath(path);
  const evaluate = locate(node, (run) => {
    const value = of(run);
    if (value instanceof Row) return read(cellOf(value.cells, first.storageName), run);
    if (isList(value)) return readEach(value, first, read, run);
    return value === undefined || value instanceof Problem ? value : wrongType('row', value);
  });
  return { evaluate, type: typeOfPath(path), size: 1 };
}

function readEach(rows: readonly Value[], child: FormulaAttribute, read: RawReader, run: Run): Result {
  const problem = run.countSteps(rows.length);
  if (problem !== undefined) return problem;
  const values: Value[] = [];
  for (const row of rows) {
    const value = row instanceof Row ? read(cellOf(row.cells, child.storageName), run) : undefined;
    if (value instanceof Problem) return value;
    if (isList(value)) values.push(...value);
    else if (value !== undefined) values.push(value);
  }
  return values.length === 0 ? undefined : values;
}

function typeOfPath(path: AttributePath): Type {
  const last = path.at(-1);
  if (last === undefined) return emptyType;
  return typeOfAttribute(
    last,
    path.slice(0, -1).some(({ isMultiValue }) => isMultiValue),
  );
}

function asListOf(type: Type, of: Type): Type {
  return of.isList === false ? type : { ...type, isList: of.isList };
}

function recordReference(
  node: ReferenceNode | MemberNode,
  path: AttributePath,
  composite: FormulaAttribute | undefined,
  scope: Scope,
): void {
  const key = path.at(-1)?.key ?? '';
  scope.compilation.references.set(node, { key, isChild: composite !== undefined });
  scope.compilation.dependencies.attributes.add(key);
}

function failAmbiguous(node: ReferenceNode, scope: Scope): Compiled {
  scope.fail('ambiguous-name', node.span, { name: node.path });
  return nothing;
}

function* candidates(scope: Scope): Iterable<string> {
  yield* scope.visible.lets.keys();
  for (const { composite } of scope.visible.rows) yield* scope.outer.attributes.idsOf(composite);
  yield* scope.outer.attributes.idsOf();
}
