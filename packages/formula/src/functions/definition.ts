import type { Kind, Result } from '../values/value.ts';
import type { ArgumentsOf, Parameter } from './parameters.ts';
import type { Run } from './run.ts';

/**
 * What a function returns: values of one kind, a list of them, or something that depends on its arguments. `first` is the type of the first
 * argument, `element` that of its elements, `elements` a list of those, `any of` any argument from the given index on.
 */
export type ResultRule =
  | { of: Kind; isList?: true }
  | { like: 'first' | 'element' | 'elements' }
  | { anyFrom: number; step?: number };

/** Functions that compute only some of their arguments, or compute one for each element. */
export type FormName = 'if' | 'switch' | 'default' | 'attempt' | 'filter' | 'each' | 'rows' | 'row';

export interface FunctionDefinition {
  name: string;
  parameters: readonly Parameter[];
  result: ResultRule;
  /** An empty first argument is passed on; else the result is empty. */
  readsEmpty: boolean;
  /** Forms are compiled, so they have no `apply`. */
  form?: FormName;
  apply?: (run: Run, given: readonly unknown[]) => Result;
}

interface Facts<P extends readonly Parameter[]> {
  parameters: P;
  result: ResultRule;
  readsEmpty?: boolean;
  apply: (run: Run, ...given: ArgumentsOf<P>) => Result;
}

/** Defines a function. The arguments have been converted to the kinds of its parameters. */
export function define<const P extends readonly Parameter[]>(name: string, facts: Facts<P>): FunctionDefinition {
  const { parameters, result, readsEmpty = false, apply } = facts;
  // The compiler of calls converts every argument to the kind of its parameter.
  return { name, parameters, result, readsEmpty, apply: (run, given) => apply(run, ...(given as ArgumentsOf<P>)) };
}

/** Defines a function that the compiler knows. */
export function defineForm(form: FormName, parameters: readonly Parameter[], result: ResultRule): FunctionDefinition {
  return { name: form, parameters, result, readsEmpty: true, form };
}
