import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFormula, printFormula } from '@pimento/formula';
import { functionFacts } from '@pimento/formula/editor';
import { argumentsOf, fitsStep, readSteps, stepFunctions, writeSteps } from '../../src/mapping/steps/formula-steps.ts';

const formulas = [
  'title',
  'join(" ", brand, [clothing size]) | squeeze | truncate(150)',
  'brand & " " & color | upper',
  'net_weight | convert("lb") | round(2)',
  'truncate(title, 10) | lower',
  'if(a = 1, "x" | upper, "y") | default("z")',
  '"a | b" | replace("|", "-")',
];

test('steps and text are two views of one formula', () => {
  for (const text of formulas) {
    const parsed = parseFormula(text);
    assert.ok('tree' in parsed, text);
    const steps = readSteps(text);
    assert.ok(steps, text);
    assert.equal(writeSteps(steps), printFormula(parsed.tree));
    assert.deepEqual(readSteps(writeSteps(steps)), steps);
  }
});

test('each piped function is a step, and everything before is the start', () => {
  assert.deepEqual(readSteps('brand & " " & color | squeeze | truncate(10, "…")'), {
    start: 'brand & " " & color',
    steps: [
      { name: 'squeeze', args: [] },
      { name: 'truncate', args: ['10', '"…"'] },
    ],
  });
  assert.deepEqual(readSteps('truncate(title, 10)'), { start: 'truncate(title, 10)', steps: [] });
  assert.deepEqual(readSteps('  '), { start: '', steps: [] });
});

test('formulas with errors, definitions or comments are not shown as steps', () => {
  for (const text of ['upper(', 'let a = title; a | upper', '# why\ntitle | upper'])
    assert.equal(readSteps(text), undefined, text);
});

test('arguments that are not written yet are left out at the end and empty in between', () => {
  const step = (args: string[]) => writeSteps({ start: 'title', steps: [{ name: 'replace', args }] });
  assert.equal(step([]), 'title | replace');
  assert.equal(step(['"a"', '']), 'title | replace("a")');
  assert.equal(step(['', '"b"']), 'title | replace(empty, "b")');
});

test('steps without a start work on an empty value, so that the first one stays a function', () => {
  assert.equal(writeSteps({ start: ' ', steps: [] }), '');
  const written = writeSteps({ start: ' ', steps: [{ name: 'upper', args: [] }] });
  assert.equal(written, 'empty | upper');
  assert.deepEqual(readSteps(written), { start: 'empty', steps: [{ name: 'upper', args: [] }] });
});

test('a start or an argument is one expression without definitions or comments', () => {
  for (const text of ['', ' ', 'title', '"a # b"', 'a & "," & b', 'title | upper'])
    assert.equal(fitsStep(text), true, text);
  for (const text of ['title # note', '# note', '"a", "b"', 'a) | upper(b', 'title |', 'let a = "x"; a'])
    assert.equal(fitsStep(text), false, text);
});

test('the arguments of a step are those of its function without the value', () => {
  const labels = (name: string, args: string[] = []) => argumentsOf({ name, args }).map(({ label }) => label);
  assert.deepEqual(labels('squeeze'), ['lines']);
  assert.deepEqual(labels('replace'), ['find', 'with']);
  assert.deepEqual(labels('default', ['"x"']), ['b', 'b']);
  assert.deepEqual(labels('default', ['"x"', '"y"']), ['b', 'b', 'b']);
  const truncate = argumentsOf({ name: 'truncate', args: [] });
  assert.deepEqual(
    truncate.map(({ label, isOptional, choices }) => [label, isOptional, choices]),
    [
      ['n', false, []],
      ['end', true, []],
      ['at', true, ['"word"', '"char"']],
    ],
  );
});

test('every function is a step or has no value to work on', () => {
  const left = functionFacts.filter((facts) => !stepFunctions.includes(facts)).map(({ name }) => name);
  assert.deepEqual(left, ['join', 'today', 'if', 'lookup', 'mapped', 'packaging', 'account']);
});
