import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Problem } from '@pimento/formula';
import { functionFacts, sentenceOf } from '@pimento/formula/editor';
import { englishSentences } from '../src/editor/english-sentences.ts';
import { germanSentences } from '../src/editor/german-sentences.ts';
import { functionVectors } from './function-vectors.ts';

test('every function has a signature, one sentence in each language, and a vector', () => {
  const formulas = Object.values(functionVectors)
    .flat()
    .map(([formula]) => formula);
  for (const { name, signature, help } of functionFacts) {
    assert.ok(signature.startsWith(`${name}(`), signature);
    for (const sentence of [help.en, help.de]) assert.match(sentence, /^\p{Lu}[^.!?]+(\d\.[^.]+)?.*\.$/u, name);
    assert.ok(
      formulas.some((formula) => formula.includes(`${name}(`)),
      `${name} has a vector`,
    );
  }
  assert.equal(
    functionFacts.find(({ name }) => name === 'truncate')?.signature,
    'truncate(t, n, end = "…", at = "word")',
  );
  assert.deepEqual(functionFacts.find(({ name }) => name === 'replace')?.aliases, ['SUBSTITUTE']);
});

test('both languages use the same parameters in each sentence', () => {
  const parametersOf = (sentence: string) =>
    [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted((a = '', b = '') => a.localeCompare(b));
  for (const [code, sentence] of Object.entries(englishSentences))
    assert.deepEqual(parametersOf(germanSentences[code as keyof typeof germanSentences]), parametersOf(sentence), code);
});

test('a problem has a sentence with its parameters', () => {
  const problem = new Problem('no-such-item', { n: 3, count: 1 });
  assert.equal(sentenceOf(problem, 'en'), 'There is no item 3; there are 1.');
  assert.equal(sentenceOf(problem, 'de'), 'Es gibt kein Element 3; vorhanden sind 1.');
});
