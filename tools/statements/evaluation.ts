import ts from 'typescript';
import { bindParameters, bindPattern, createScope, type LocalScope, memberOf } from './scopes.ts';
import { callList, callSql } from './sql-calls.ts';
import {
  either,
  formsOf,
  type FunctionNode,
  isOpen,
  joined,
  type Scope,
  sqlOf,
  unknown,
  type Value,
} from './sql-values.ts';

type FunctionValue = Extract<Value, { kind: 'function' }>;

/** Called for each fragment that is executed, with the function whose code executes it. */
export type Emit = (fragment: Extract<Value, { kind: 'sql' }>, node: FunctionNode) => void;

/**
 * A call is not evaluated if more than this number of calls are running. Recursion ends earlier, because a function runs at most twice at a
 * time.
 */
const maxDepth = 12;

/**
 * An interpreter that follows SQL fragments through constants, functions, lists and objects. It executes both branches of every condition.
 * It executes a `for … of` loop for each item if the list is known, and any other loop once. If a part can have several forms, its
 * statement has several forms as well (see `joined`).
 */
export class Interpreter {
  readonly #running: FunctionNode[] = [];
  readonly #emit: Emit;
  readonly #evaluator = (expression: ts.Expression, scope: Scope) => this.evaluate(expression, scope);

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  evaluate(node: ts.Expression, scope: Scope): Value {
    if (ts.isIdentifier(node)) return scope.find(node.text) ?? unknown;
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node))
      return { kind: 'text', texts: [node.text] };
    if (ts.isTemplateExpression(node)) return this.#evaluateTemplate(node, scope);
    if (ts.isTaggedTemplateExpression(node)) return this.#evaluateTagged(node, scope);
    if (ts.isCallExpression(node)) return this.#evaluateCall(node, scope);
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return { kind: 'function', node, scope, name: '' };
    if (ts.isObjectLiteralExpression(node)) return this.#evaluateObject(node, scope);
    if (ts.isArrayLiteralExpression(node))
      return { kind: 'list', items: node.elements.flatMap((one) => this.#itemsOf(one, scope)) };
    if (ts.isConditionalExpression(node)) {
      this.evaluate(node.condition, scope);
      return either(this.evaluate(node.whenTrue, scope), this.evaluate(node.whenFalse, scope));
    }
    if (ts.isBinaryExpression(node)) return this.#evaluateBinary(node, scope);
    if (ts.isPropertyAccessExpression(node))
      return memberOf(this.evaluate(node.expression, scope), node.name.text) ?? unknown;
    if (ts.isElementAccessExpression(node)) return this.#evaluateElement(node, scope);
    if (ts.isAwaitExpression(node) || ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node))
      return this.evaluate(node.expression, scope);
    if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return this.evaluate(node.expression, scope);
    ts.forEachChild(node, (child) => {
      if (ts.isExpression(child)) this.evaluate(child, scope);
    });
    return unknown;
  }

  #itemsOf(node: ts.Expression, scope: Scope): Value[] {
    if (!ts.isSpreadElement(node)) return [this.evaluate(node, scope)];
    const list = this.evaluate(node.expression, scope);
    return list.kind === 'list' ? list.items : [];
  }

  #evaluateTemplate({ head, templateSpans }: ts.TemplateExpression, scope: Scope): Value {
    const parts = templateSpans.map(({ expression }) => this.evaluate(expression, scope));
    if (!parts.every((part) => part.kind === 'text')) return unknown;
    const texts = parts.flatMap(({ texts: of }, index) => [of, [templateSpans[index]?.literal.text ?? '']]);
    return { kind: 'text', texts: joined([[head.text], ...texts]) };
  }

  #evaluateTagged({ tag, template }: ts.TaggedTemplateExpression, scope: Scope): Value {
    if (!ts.isIdentifier(tag) || tag.text !== 'sql') return unknown;
    if (ts.isNoSubstitutionTemplateLiteral(template)) return sqlOf([template.text]);
    const values = template.templateSpans.map(({ expression }) => this.evaluate(expression, scope));
    const parts = values.flatMap((value, index) => [
      formsOf(value),
      [template.templateSpans[index]?.literal.text ?? ''],
    ]);
    return sqlOf(joined([[template.head.text], ...parts]), values.some(isOpen));
  }

  #evaluateObject({ properties }: ts.ObjectLiteralExpression, scope: Scope): Value {
    const members = new Map<string, Value>();
    for (const property of properties) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.evaluate(property.expression, scope);
        if (spread.kind === 'object') for (const [name, value] of spread.members) members.set(name, value);
        continue;
      }
      const name = property.name && !ts.isComputedPropertyName(property.name) ? property.name.text : '';
      if (ts.isPropertyAssignment(property)) members.set(name, this.evaluate(property.initializer, scope));
      else if (ts.isShorthandPropertyAssignment(property)) members.set(name, scope.find(name) ?? unknown);
      else if (ts.isMethodDeclaration(property)) members.set(name, { kind: 'function', node: property, scope, name });
    }
    return { kind: 'object', members };
  }

  #evaluateBinary({ left, operatorToken, right }: ts.BinaryExpression, scope: Scope): Value {
    const value = this.evaluate(right, scope);
    if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isIdentifier(left) && 'assign' in scope)
      (scope as LocalScope).assign(left.text, value); // only local scopes have `assign`
    const first = this.evaluate(left, scope);
    return operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken ? value : either(first, value);
  }

  #evaluateElement(node: ts.ElementAccessExpression, scope: Scope): Value {
    const value = this.evaluate(node.expression, scope);
    const key = this.evaluate(node.argumentExpression, scope);
    if (value.kind === 'list') return value.items.reduce(either, unknown);
    if (value.kind !== 'object') return value.kind === 'unknown' ? value : unknown;
    const names = key.kind === 'text' ? key.texts : [...value.members.keys()];
    return names.map((name) => value.members.get(name) ?? unknown).reduce(either, unknown);
  }

  #evaluateCall(node: ts.CallExpression, scope: Scope): Value {
    const args = node.arguments.flatMap((one) => this.#itemsOf(one, scope));
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression)) {
      const method = expression.name.text;
      if (ts.isIdentifier(expression.expression) && expression.expression.text === 'sql') return callSql(method, args);
      const target = this.evaluate(expression.expression, scope);
      const known = this.#callMethod(target, method, args);
      if (known) return known;
    }
    const callee = this.evaluate(expression, scope);
    if (callee.kind === 'function') return this.call(callee, args);
    // An unknown function may call its arguments, as `transaction` does.
    for (const arg of args) if (arg.kind === 'function') this.call(arg, []);
    return unknown;
  }

  /**
   * Evaluates a call of a method of a list or an SQL fragment, or of `map` or `flatMap` of an unknown value.
   * @returns undefined for other calls
   */
  #callMethod(target: Value, method: string, args: readonly Value[]): Value | undefined {
    if (target.kind === 'list')
      return callList(target.items, method, args, (callee, given) =>
        callee.kind === 'function' ? this.call(callee, given) : unknown,
      );
    if (target.kind === 'sql') {
      const node = this.#running.at(-1);
      if (method === 'execute' && node) this.#emit(target, node);
      return method === 'execute' || method === 'compile' ? unknown : target;
    }
    if (target.kind === 'unknown' && (method === 'map' || method === 'flatMap')) {
      const mapped = args[0]?.kind === 'function' ? this.call(args[0], []) : unknown;
      return mapped.kind === 'sql' ? { kind: 'list', items: [mapped] } : mapped;
    }
    return undefined;
  }

  call({ node, scope }: FunctionValue, args?: readonly Value[]): Value {
    if (this.#running.length > maxDepth || this.#running.filter((one) => one === node).length > 1 || !node.body)
      return unknown;
    this.#running.push(node);
    const local = createScope(scope);
    bindParameters(node.parameters, args, local, this.#evaluator);
    const returned: Value[] = [];
    if (ts.isBlock(node.body)) this.#runBlock(node.body.statements, local, returned);
    else returned.push(this.evaluate(node.body, local));
    this.#running.pop();
    return returned.length === 0 ? unknown : returned.reduce(either);
  }

  #runBlock(statements: readonly ts.Statement[], scope: LocalScope, returned: Value[]): void {
    for (const statement of statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name) {
        const name = statement.name.text;
        scope.set(name, { kind: 'function', node: statement, scope, name });
      }
    }
    for (const statement of statements) this.#runNode(statement, scope, returned);
  }

  /** Runs a statement, or a part of one, and everything in it. */
  #runNode(node: ts.Node, scope: LocalScope, returned: Value[]): void {
    if (ts.isFunctionDeclaration(node)) return;
    if (ts.isReturnStatement(node)) {
      returned.push(node.expression ? this.evaluate(node.expression, scope) : unknown);
    } else if (ts.isVariableDeclaration(node)) {
      bindPattern(
        node.name,
        node.initializer ? this.evaluate(node.initializer, scope) : unknown,
        scope,
        this.#evaluator,
      );
    } else if (ts.isForOfStatement(node)) {
      this.#runLoop(node, scope, returned);
    } else if (ts.isBlock(node)) {
      this.#runBlock(node.statements, createScope(scope), returned);
    } else if (ts.isExpression(node)) {
      this.evaluate(node, scope);
    } else {
      ts.forEachChild(node, (child) => {
        this.#runNode(child, scope, returned);
      });
    }
  }

  #runLoop({ initializer, expression, statement }: ts.ForOfStatement, scope: LocalScope, returned: Value[]): void {
    const list = this.evaluate(expression, scope);
    const items = list.kind === 'list' && list.items.length > 0 ? list.items : [unknown];
    for (const item of items) {
      const inner = createScope(scope);
      const [declared] = ts.isVariableDeclarationList(initializer) ? initializer.declarations : [];
      if (declared) bindPattern(declared.name, item, inner, this.#evaluator);
      this.#runNode(statement, inner, returned);
    }
  }
}
