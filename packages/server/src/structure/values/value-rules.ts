import { problem } from '@pimento/contract/problem';
import { quantityFault } from './exact-quantity.ts';
import { limitRules, type Refusal, type TextRule } from './limit-rules.ts';
import { shown } from './quoted-text.ts';
import type { Attribute, CompiledAttribute, TypedAttribute, ValueProblem } from './structure-types.ts';
import { typeRule } from './type-rules.ts';
import { compilePatterns } from './value-pattern.ts';

/**
 * Creates the function that judges one scalar text of an attribute. The function checks type, lengths, limits, list and patterns, in this
 * order, and returns the first violation. A pattern may match anywhere in the text (`^…$` matches the whole), and all patterns must match.
 * @returns undefined instead of a function if any text is valid, and for composites, which have no text
 */
export function compileJudge(
  attribute: TypedAttribute & Pick<Attribute, 'id' | 'restriction'>,
  patterns: CompiledAttribute['patterns'] = compilePatterns(attribute.restriction),
): ((text: string) => ValueProblem | undefined) | undefined {
  if (attribute.typeId === 'composite') return undefined;
  const ofType = typeRule(attribute);
  const rules = [...limitRules(attribute), ...patterns.map(patternRule)];
  if (ofType === undefined && rules.length === 0) return undefined;
  const judged = (text: string) => ({ attribute: shown(attribute.id), value: shown(text) });
  return (text) => {
    const fault = ofType?.(text);
    if (fault === 'not-a-quantity')
      return problem(fault, { ...judged(text), ...quantityFault(text, attribute.units ?? []) });
    if (fault !== undefined) return problem(fault, judged(text));
    for (const rule of rules) {
      const refusal = rule(text);
      if (refusal !== undefined) return refusal(judged(text));
    }
    return undefined;
  };
}

function patternRule({ compiled, pattern, message }: CompiledAttribute['patterns'][number]): TextRule {
  const refusal: Refusal = (of) => problem('pattern-mismatch', { ...of, pattern, explanation: message ?? null });
  return (text) => (compiled.test(text) ? undefined : refusal);
}
