import { limitRules } from './limit-rules.ts';
import { quote } from './quoted-text.ts';
import type { Attribute, CompiledAttribute, ValueProblem } from './structure-types.ts';
import { type TextRule, typeRule } from './type-rules.ts';
import { compilePatterns } from './value-pattern.ts';

/**
 * Prepares the judge of one scalar text of an attribute: type first, then lengths, limits, list and patterns; the first
 * broken rule is the answer. A pattern asks for a match anywhere in the text (`^…$` asks for the whole), and every
 * pattern must match. Undefined where any text is right, and for composites, which hold no text.
 */
export function compileJudge(
  attribute: Pick<Attribute, 'id' | 'typeId' | 'restriction'>,
  patterns: CompiledAttribute['patterns'] = compilePatterns(attribute.restriction),
): ((text: string) => ValueProblem | undefined) | undefined {
  if (attribute.typeId === 'composite') return undefined;
  const ofType = typeRule(attribute.typeId);
  const rules = [
    ...(ofType === undefined ? [] : [ofType]),
    ...limitRules(attribute.typeId, attribute.restriction),
    ...patterns.map(patternRule),
  ];
  if (rules.length === 0) return undefined;
  return (text) => {
    for (const rule of rules) {
      const refusal = rule(text);
      if (refusal !== undefined) {
        return {
          code: refusal.code,
          message: `Attribute ${quote(attribute.id)}: the value ${quote(text)} ${refusal.breach}`,
        };
      }
    }
    return undefined;
  };
}

function patternRule({ compiled, pattern, message }: CompiledAttribute['patterns'][number]): TextRule {
  const reason = message === undefined ? '' : `: ${message}`;
  const refusal = { code: 'pattern-mismatch', breach: `does not match the pattern ${pattern}${reason}` };
  return (text) => (compiled.test(text) ? undefined : refusal);
}
