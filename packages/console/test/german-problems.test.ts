import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem } from '@pimento/contract';
import { sampleProblems } from '../../contract/test/sample-params.ts';
import { de } from '../src/i18n/de.ts';
import { en } from '../src/i18n/en.ts';
import { findProblemText } from '../src/i18n/item-problem.ts';
import { textOfProblem } from '../src/ui/problem-text.ts';

const answers = sampleProblems().map(({ code, params, marks }) => ({
  marks,
  answer: problem(code, params as never), // the parameters were created from the schema of the code
}));

test('The console words every problem of the service in German, and leaves out nothing that the English sentence says.', () => {
  for (const { answer, marks } of answers) {
    const text = findProblemText(de, answer);
    assert.ok(text !== undefined, answer.code);
    assert.notEqual(text, answer.message, answer.code);
    assert.doesNotMatch(text, /undefined|\[object|\b(?:the|must|not|is|of|with|and|has|have|this)\b/, answer.message);
    for (const mark of marks.keys())
      assert.ok(text.includes(mark) || !answer.message.includes(mark), `${mark} is missing in: ${text}`);
  }
});

test('The console in English says what the service says.', () => {
  for (const { answer } of answers) assert.equal(textOfProblem(en, answer), answer.message);
});

test('A problem that was stored without parameters, or that this console does not know, has only the words of the service.', () => {
  const message = 'The product has no __ID.';
  assert.equal(findProblemText(de, { code: 'missing-id', message }), undefined);
  assert.equal(findProblemText(de, { code: 'too-short', message, params: { attribute: 'color' } }), undefined);
  assert.equal(findProblemText(de, { code: 'of-tomorrow', message, params: {} }), undefined);
  const paramsOfTomorrow = [{ kind: 'of-tomorrow' }, { kind: 'members' }, { kind: 'members', faults: 1 }];
  for (const params of [...paramsOfTomorrow, { kind: 'members', faults: [{ path: '/a' }] }])
    assert.equal(findProblemText(de, { code: 'invalid-body', message, params }), undefined);
});
