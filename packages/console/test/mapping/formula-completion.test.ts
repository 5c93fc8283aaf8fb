import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeBrackets, CompletionContext, insertBracket } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { completeFormula } from '../../src/mapping/formula/formula-completion.ts';
import type { Suggestion } from '../../src/mapping/formula/suggestions.ts';

const attribute = (text: string, search: string): Suggestion => ({ kind: 'attribute', text, search, detail: '' });
const suggestions = [
  attribute('brand', 'brand'),
  attribute('[clothing size]', 'clothing size'),
  attribute('image2', 'image2'),
  attribute('cafe\u0301s', 'cafe\u0301s'),
  attribute('[a\\]b]', 'a]b'),
];
const complete = completeFormula(() => ({ suggestions, language: 'en' }));

const stateOf = (doc: string) =>
  EditorState.create({ doc, selection: { anchor: doc.length }, extensions: closeBrackets() });
const typed = (state: EditorState, text: string): EditorState => state.update(state.replaceSelection(text)).state;

/** Returns the text after the first suggestion was accepted, or undefined if there is none. */
function accepted(state: EditorState): string | undefined {
  const { from: pos } = state.selection.main;
  const result = complete(new CompletionContext(state, pos, false));
  if (result === null) return undefined;
  const [first] = result.options;
  return state
    .update({ changes: { from: result.from, to: result.to ?? pos, insert: first?.label ?? '' } })
    .newDoc.toString();
}

test('a suggestion that is accepted after a typed bracket closes the bracket once', () => {
  for (const [letters, name] of [
    ['cl', '[clothing size]'],
    ['br', 'brand'],
  ] as const) {
    const opened = insertBracket(stateOf('join(" ", '), '[')?.state ?? assert.fail('the editor closes brackets');
    assert.equal(opened.doc.toString(), 'join(" ", []');
    assert.equal(accepted(typed(opened, letters)), `join(" ", ${name}`);
  }
  assert.equal(accepted(stateOf('[clo')), '[clothing size]');
  assert.equal(accepted(stateOf('[a\\]')), '[a\\]b]');
});

test('nothing is suggested in numbers, texts and comments', () => {
  for (const doc of ['round(price, 2', '2bra', 'if(brand = "bra', 'brand # bra', '"a \\" bra', '"[a] bra', ''])
    assert.equal(accepted(stateOf(doc)), undefined, doc);
});

test('names are suggested after complete texts, brackets and comments', () => {
  for (const before of ['"2" & ', '"a \\" [" & ', '[x "y] & ', '# 5" wide\n', 'list('])
    assert.equal(accepted(stateOf(`${before}bra`)), `${before}brand`);
});

test('a name with combining marks is replaced as a whole', () => {
  assert.equal(accepted(stateOf('cafe\u0301')), 'cafe\u0301s');
});
