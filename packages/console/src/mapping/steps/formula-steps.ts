import { type FormulaTree, parseFormula, printFormula } from '@pimento/formula';
import { type FunctionFacts, functionFacts } from '@pimento/formula/editor';

/** A function that gets the value before it as its first argument. */
export interface FormulaStep {
  /** The canonical name of the function. */
  name: string;
  /** The texts of the other arguments. An empty text is an argument that has not been written yet. */
  args: readonly string[];
}

/** A formula as a start and the steps after it: `start | step | step`. */
export interface SteppedFormula {
  start: string;
  steps: readonly FormulaStep[];
}

type Node = FormulaTree['body'];

const printNode = (body: Node): string => printFormula({ lets: [], comments: [], body });

/** Splits a formula into its steps. @returns undefined if the formula has errors, definitions or comments, which steps cannot show */
export function readSteps(text: string): SteppedFormula | undefined {
  if (text.trim() === '') return { start: '', steps: [] };
  const parsed = parseFormula(text);
  if ('error' in parsed || parsed.tree.lets.length > 0 || parsed.tree.comments.length > 0) return undefined;
  const steps: FormulaStep[] = [];
  let node: Node = parsed.tree.body;
  while (node.kind === 'call' && node.isPiped) {
    const [first, ...rest]: readonly Node[] = node.arguments;
    if (first === undefined) break;
    steps.unshift({ name: node.name, args: rest.map(printNode) });
    node = first;
  }
  return { start: printNode(node), steps };
}

/**
 * Joins steps to a formula. Arguments at the end that have not been written yet are omitted. Other arguments, and a start with steps after
 * it, become `empty`.
 */
export function writeSteps({ start, steps }: SteppedFormula): string {
  const isBlank = start.trim() === '';
  if (isBlank && steps.length === 0) return '';
  // Without `empty`, the first function would be read as the name of an attribute.
  return [isBlank ? 'empty' : start, ...steps.map(writeStep)].join(' | ');
}

/**
 * Returns true if the text of a start or an argument keeps its meaning between other steps: it is blank, or one expression without
 * definitions or comments. `"a", "b"` would become two arguments, all steps after `title # note` would belong to the comment, and `let` is
 * allowed only at the beginning of a formula, which could then no longer be shown in steps.
 */
export function fitsStep(text: string): boolean {
  if (text.trim() === '') return true;
  const parsed = parseFormula(text);
  return 'tree' in parsed && parsed.tree.lets.length === 0 && parsed.tree.comments.length === 0;
}

function writeStep({ name, args }: FormulaStep): string {
  const given = args.slice(0, args.findLastIndex((arg) => arg.trim() !== '') + 1);
  const written = given.map((arg) => (arg.trim() === '' ? 'empty' : arg.trim()));
  return written.length === 0 ? name : `${name}(${written.join(', ')})`;
}

const factsByName = new Map(functionFacts.map((facts) => [facts.name, facts]));

export const factsOf = (name: string): FunctionFacts | undefined => factsByName.get(name);

/** Returns true if a function cannot be a step, because its first argument is not the value to process. For `join`, it is the separator. */
const isNoStep = ({ name, parameters: [first] }: FunctionFacts): boolean =>
  name === 'join' ||
  first === undefined ||
  ['truth', 'table', 'map', 'field', 'literal', 'zone', 'choice'].includes(first.kind);

/** The functions that can be a step. */
export const stepFunctions: readonly FunctionFacts[] = functionFacts.filter((facts) => !isNoStep(facts));

/** An argument of a step, not counting the value that the step processes. */
export interface StepArgument {
  label: string;
  isOptional: boolean;
  /** Allowed texts, in quotation marks. Empty if any expression is allowed. */
  choices: readonly string[];
}

/** Returns the arguments that a step can have. If a function accepts any number of arguments, adds an empty one. */
export function argumentsOf({ name, args }: FormulaStep): StepArgument[] {
  const parameters = factsByName.get(name)?.parameters ?? [];
  const last = parameters.at(-1);
  const [first, ...others] = parameters;
  const known = first?.isRest === true ? [] : others;
  const listed = known.map(({ name: label, isOptional, isRest, choices }) => ({
    label,
    isOptional: isOptional || isRest,
    choices: choices.map((choice) => JSON.stringify(choice)),
  }));
  const missing = Math.max(0, args.length + (last?.isRest === true ? 1 : 0) - listed.length);
  const further = { label: last?.name ?? '', isOptional: true, choices: [] };
  return [...listed, ...Array.from({ length: missing }, () => further)];
}
