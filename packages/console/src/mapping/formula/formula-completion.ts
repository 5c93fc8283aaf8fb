import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { findSuggestions, type Suggestion } from './suggestions.ts';

/** Matches the word before the cursor, which is a name or the start of a name in brackets. */
const word = /\[[^\]]*|[\p{L}\p{N}_]+/u;

/** Returns a completion source for CodeMirror, which suggests the names that a formula can use. */
export const completeFormula =
  (facts: () => { suggestions: readonly Suggestion[]; language: 'en' | 'de' }) =>
  (context: CompletionContext): CompletionResult | null => {
    const before = context.matchBefore(word);
    if (!before && !context.explicit) return null;
    const { suggestions, language } = facts();
    const found = findSuggestions(suggestions, (before?.text ?? '').replace('[', ''));
    if (found.length === 0) return null;
    // The names are already filtered and sorted, so CodeMirror must not filter them again.
    return { from: before?.from ?? context.pos, options: found.map((one) => option(one, language)), filter: false };
  };

function option({ text, detail, facts }: Suggestion, language: 'en' | 'de'): Completion {
  return {
    label: text,
    detail,
    ...(facts && { displayLabel: facts.name, info: `${facts.signature}\n${facts.help[language]}` }),
  };
}
