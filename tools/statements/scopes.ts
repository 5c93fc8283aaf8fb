import ts from 'typescript';
import { either, open, type Scope, unknown, type Value } from './sql-values.ts';

/**
 * The names that a block or a function declares. Values of a name that is declared or assigned several times are combined with `either`.
 */
export interface LocalScope extends Scope {
  set(name: string, value: Value): void;
  /** Adds a value to a name that is declared in this scope or in an enclosing one. */
  assign(name: string, value: Value): void;
}

const isLocal = (scope: Scope): scope is LocalScope => 'assign' in scope;

export function createScope(outer: Scope): LocalScope {
  const own = new Map<string, Value>();
  const scope: LocalScope = {
    find: (name) => own.get(name) ?? outer.find(name),
    set(name, value) {
      const known = own.get(name);
      own.set(name, known ? either(known, value) : value);
    },
    assign(name, value) {
      if (own.has(name)) scope.set(name, value);
      else if (isLocal(outer)) outer.assign(name, value);
    },
  };
  return scope;
}

type Evaluate = (expression: ts.Expression, scope: Scope) => Value;

/** Binds the names of a pattern to the parts of a value. */
export function bindPattern(name: ts.BindingName, value: Value, scope: LocalScope, evaluate: Evaluate): void {
  if (ts.isIdentifier(name)) {
    scope.set(name.text, value);
    return;
  }
  name.elements.forEach((element, index) => {
    if (!ts.isBindingElement(element)) return;
    const key = element.propertyName ?? element.name;
    const part = element.dotDotDotToken
      ? value
      : ts.isArrayBindingPattern(name)
        ? itemOf(value, index)
        : memberOf(value, ts.isIdentifier(key) ? key.text : '');
    bindPattern(element.name, withDefault(part, element.initializer, scope, evaluate), scope, evaluate);
  });
}

/** Returns a value. If the value is missing, or unknown and not open, returns the default, if there is one. */
function withDefault(
  value: Value | undefined,
  initializer: ts.Expression | undefined,
  scope: Scope,
  evaluate: Evaluate,
): Value {
  if (!initializer) return value ?? unknown;
  if (value && (value.kind !== 'unknown' || value.isOpen)) return value;
  return evaluate(initializer, scope);
}

/** Returns a member of an object, or undefined if the object does not have it. A member of an open value is open. */
export function memberOf(value: Value, name: string): Value | undefined {
  if (value.kind === 'object') return value.members.get(name);
  return value.kind === 'unknown' ? value : unknown;
}

function itemOf(value: Value, index: number): Value {
  if (value.kind === 'list') return value.items[index] ?? unknown;
  return value.kind === 'unknown' ? value : unknown;
}

const fragmentType = /\b(RawBuilder|Predicate|Expression|Sql)\b|\bParameters</;

/**
 * Returns what is known about a parameter without a caller. A parameter without a type and a default, or with the type of a fragment, is
 * open, because its statement can be read only together with the callers.
 */
function parameterValue({ type, initializer }: ts.ParameterDeclaration): Value {
  if (initializer && !type) return unknown;
  return !type || fragmentType.test(type.getText()) ? open : unknown;
}

/** Binds the parameters of a function. @param args undefined if the function is read without a caller */
export function bindParameters(
  parameters: readonly ts.ParameterDeclaration[],
  args: readonly Value[] | undefined,
  scope: LocalScope,
  evaluate: Evaluate,
): void {
  parameters.forEach((parameter, index) => {
    const given = parameter.dotDotDotToken
      ? args && ({ kind: 'list', items: args.slice(index) } satisfies Value)
      : args?.[index];
    const value = args ? given : parameterValue(parameter);
    bindPattern(parameter.name, withDefault(value, parameter.initializer, scope, evaluate), scope, evaluate);
  });
}
