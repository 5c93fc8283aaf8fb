import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { findSuggestions, type Suggestion } from './suggestions.ts';

/** Matches complete text literals, names in brackets, and comments. */
const finished = /"(?:[^"\\]|\\.)*"|\[(?:[^\]\\]|\\.)*\]|#[^\n]*\n/gs;
/** Matches a name without brackets at the end, but not the letters of `2kg`. */
const bareName = /(?<![\p{L}\p{M}\p{N}_])[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** The name before the cursor, or its beginning. */
interface Word {
  /** Offset in the formula. */
  from: number;
  /** The characters of the name, without bracket and escapes. */
  text: string;
  isBracketed: boolean;
}

/**
 * Finds the name before the cursor. It is empty if a name can begin there.
 * @param before the formula before the cursor
 * @returns undefined inside a text literal or comment, and after a number, because no name can be inserted there
 */
function wordBefore(before: string): Word | undefined {
  const rest = before.replaceAll(finished, (found) => ' '.repeat(found.length));
  const open = rest.search(/["[#]/);
  if (open !== -1) {
    if (rest[open] !== '[') return undefined;
    return { from: open, text: before.slice(open + 1).replaceAll(/\\(.)/g, '$1'), isBracketed: true };
  }
  const [text = ''] = bareName.exec(rest) ?? [];
  const from = before.length - text.length;
  return /[\p{L}\p{M}\p{N}_]$/u.test(rest.slice(0, from)) ? undefined : { from, text, isBracketed: false };
}

/** Returns a completion source for CodeMirror, which suggests the names that a formula can use. */
export function completeFormula(facts: () => { suggestions: readonly Suggestion[]; language: 'en' | 'de' }) {
  const complete = ({ state, pos, explicit }: CompletionContext): CompletionResult | null => {
    const word = wordBefore(state.sliceDoc(0, pos));
    if (!word || (word.from === pos && !explicit)) return null;
    const { suggestions, language } = facts();
    const found = findSuggestions(suggestions, word.text);
    if (found.length === 0) return null;
    return {
      from: word.from,
      // A suggestion has its own brackets, so it also replaces the "]" that the editor adds for a typed "[".
      to: word.isBracketed && state.sliceDoc(pos, pos + 1) === ']' ? pos + 1 : pos,
      options: found.map((one) => option(one, language)),
      // The names are already filtered and sorted, so CodeMirror must not filter them again.
      filter: false,
      // Without `update`, the list is out of date for 100 ms after each letter, and Enter begins a line instead of accepting a suggestion.
      update: (_before, _from, _to, context) => complete(context),
    };
  };
  return complete;
}

function option({ text, detail, facts }: Suggestion, language: 'en' | 'de'): Completion {
  return {
    label: text,
    detail,
    ...(facts && { displayLabel: facts.name, info: `${facts.signature}\n${facts.help[language]}` }),
  };
}
