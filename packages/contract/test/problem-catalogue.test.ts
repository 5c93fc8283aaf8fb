import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem, problemCodes, problemParams } from '@pimento/contract';
import { sampleProblems } from './sample-params.ts';

const samples = sampleProblems();

/** Parameters that the sentences omit, because the sentences are clear without them. Callers find these parameters in `params`. */
const leftToParams = new Set([
  'broken-formula.fault',
  // Sentences count positions from 1, or give the row instead.
  'differs-in-case-only.firstIndex',
  'differs-in-case-only.row',
  'duplicate-attribute.firstIndex',
  'duplicate-attribute.index',
  'duplicate-in-request.firstIndex',
  'duplicate-in-request.index',
  'broken-formula.name',
  'pattern.field',
  'pattern.pattern',
  'invalid-body.format',
  'invalid-field.format',
  'invalid-formula.code',
  'invalid-parameter.format',
  'single-sign-on-required.providerId',
  'source-failed.code',
  'provider-unusable.issuer',
  'too-long.value',
  'too-short.value',
]);

test('Every code of a refused request has parameters and a sentence.', () => {
  const known = new Set<string>(samples.map(({ code }) => code));
  assert.deepEqual(
    Object.keys(problemCodes).filter((code) => !known.has(code)),
    [],
  );
});

test('Every sentence is made of parameters that its schema accepts, and says all of them.', () => {
  for (const { code, params, marks } of samples) {
    assert.deepEqual(problemParams[code].safeParse(params), { success: true, data: params }, code);
    const { message } = problem(code, params as never); // checked above
    assert.doesNotMatch(message, /undefined|\[object|^$/, code);
    for (const [mark, member] of marks) {
      if (leftToParams.has(`${code}.${member}`)) continue;
      assert.ok(message.includes(mark), `${code}: ${member} ${mark} is missing in: ${message}`);
    }
  }
});

test('Every kind of every code has a sentence of its own.', () => {
  const sentences = new Map<string, string>();
  for (const { code, params } of samples) {
    const kind = typeof params['kind'] === 'string' ? `${code} ${params['kind']}` : code;
    const { message } = problem(code, params as never); // the parameters were created from the schema of the code
    assert.notEqual(message, code);
    const same = sentences.get(message);
    assert.ok(same === undefined || same.split(' ', 1)[0] !== code || same === kind, `${same} and ${kind}: ${message}`);
    sentences.set(message, kind);
  }
});
