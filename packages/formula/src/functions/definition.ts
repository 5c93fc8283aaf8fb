import type { Kind, Result } from '../values/value.ts';
import type { ArgumentsOf, Parameter } from './parameters.ts';
import type { Run } from './run.ts';

/**
 * The type of the result of a function. `of` is a fixed kind. `like` depends on the type of the first argument: `first` is that type,
 * `element` the type of its elements, `elements` a list of such elements. With `anyFrom`, the result can have the type of each argument
 * from this index on or, with `step`, of every `step`-th of these arguments.
 */
export type ResultRule =
  | { of: Kind; isList?: true }
  | { like: 'first' | 'element' | 'elements' }
  | { anyFrom: number; step?: number };

/** Functions that compute only some of their arguments, or compute an argument once for each element. */
export type FormName = 'if' | 'switch' | 'default' | 'attempt' | 'filter' | 'each' | 'rows' | 'row';

export interface FunctionDefinition {
  name: string;
  parameters: readonly Parameter[];
  result: ResultRule;
  /** If true, the function is also called with an empty first argument. If false, an empty first argument makes the result empty. */
  readsEmpty: boolean;
  /** Set for forms, which are compiled and have no `apply`. */
  form?: FormName;
  apply?: (run: Run, ...given: readonly unknown[]) => Result;
}

interface Facts<P extends readonly Parameter[]> {
  parameters: P;
  result: ResultRule;
  readsEmpty?: boolean;
  apply: (run: Run, ...given: ArgumentsOf<P>) => Result;
}

/** Defines a function. `apply` gets arguments that have been converted to the kinds of the parameters. */
export function define<const P extends readonly Parameter[]>(name: string, facts: Facts<P>): FunctionDefinition {
  const { parameters, result, readsEmpty = false } = facts;
  // The compiler of calls converts every argument to the kind of its parameter.
  const apply = facts.apply as NonNullable<FunctionDefinition['apply']>;
  return { name, parameters, result, readsEmpty, apply };
}

/** Defines a function that the compiler implements. */
export function defineForm(form: FormName, parameters: readonly Parameter[], result: ResultRule): FunctionDefinition {
  return { name: form, parameters, result, readsEmpty: true, form };
}
