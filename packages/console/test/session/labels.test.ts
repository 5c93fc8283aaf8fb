import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AttributeDefinition } from '@pimento/contract';
import { groupInput, outermost } from '../../src/attributes/selection/choice-rules.ts';
import { toLocal, toMoment } from '../../src/product/plain/moment-text.ts';
import { labelIn } from '../../src/session/labels/definition-label.ts';
import { optionsOf } from '../../src/session/labels/value-options.ts';
import { isShownOtherwise, shownValue, valueText } from '../../src/session/labels/value-text.ts';
import { createStructure } from '../../src/session/structure.ts';

const define = (path: string, type = 'string', more: Partial<AttributeDefinition> = {}): AttributeDefinition => ({
  id: path,
  path,
  name: `Name of ${path}`,
  compositeAttribute: null,
  type: { id: type, multiValue: false },
  ...more,
});
const words = { language: 'de', yes: 'Ja', no: 'Nein', moment: (iso: string) => `at ${iso}` };
const size = define('size', 'string', {
  restriction: {
    listOfValues: ['S', { value: 'M', label: 'Medium', labels: { de: 'Mittel' } }, { value: 'L', label: 'Large' }],
  },
});

test('a label is that of the language or of one of its regions, otherwise the name is shown', () => {
  assert.equal(labelIn({ de: 'Gewicht', 'de-AT': 'Masse' }, 'de'), 'Gewicht');
  assert.equal(labelIn({ 'de-AT': 'Masse', den: 'x' }, 'de'), 'Masse');
  assert.equal(labelIn({ fr: 'Poids' }, 'de'), undefined);
  assert.equal(labelIn({ en: 'x' }, 'constructor'), undefined);
  const weight = define('weight', 'decimal', { labels: { de: 'Gewicht' } });
  assert.equal(createStructure([weight], 'de').nameOf(weight), 'Gewicht');
  assert.equal(createStructure([weight], 'en').nameOf(weight), 'Name of weight');
});

test('a value is shown as yes or no, as a local time or by its label, and any other text as it is', () => {
  const vegan = define('vegan', 'boolean');
  assert.deepEqual(
    ['true', 'false', 'ja'].map((text) => valueText(text, vegan, words)),
    ['Ja', 'Nein', 'ja'],
  );
  const launch = define('launch', 'datetime');
  assert.equal(valueText('2026-01-31T12:00Z', launch, words), 'at 2026-01-31T12:00Z');
  assert.equal(valueText('2026-01-31', launch, words), '2026-01-31');
  assert.equal(valueText('2028-02-29T23:00-05:00', launch, words), 'at 2028-02-29T23:00-05:00');
  assert.equal(valueText('2026-02-30T12:00Z', launch, words), '2026-02-30T12:00Z', 'a day that does not exist');
  const show = (text: string, definition: AttributeDefinition | undefined) => valueText(text, definition, words);
  assert.deepEqual(shownValue(['S', 'M', 'L', 'XL', 5], size, show), ['S', 'Mittel', 'Large', 'XL', 5]);
  assert.deepEqual(
    [isShownOtherwise(size), isShownOtherwise(vegan), isShownOtherwise(define('a'))],
    [true, true, false],
  );
  assert.deepEqual(optionsOf(vegan, words), [
    { value: 'true', label: 'Ja' },
    { value: 'false', label: 'Nein' },
  ]);
  assert.deepEqual(
    optionsOf(size, words)?.map(({ label }) => label),
    ['S', 'Mittel (M)', 'Large (L)'],
  );
  assert.equal(optionsOf(define('a'), words), undefined);
});

test('a moment becomes a local time and the same moment again, to the millisecond', () => {
  for (const text of [
    '2026-01-31T12:00Z',
    '2026-07-31T23:59:59.125+05:30',
    '0099-01-01T12:00:00Z',
    '2026-03-29T01:30:00Z',
  ]) {
    const local = toLocal(text);
    assert.match(local, /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{3})?)?$/);
    const moment = toMoment(local, text);
    assert.match(moment, /(Z|[+-]\d\d:\d\d)$/);
    assert.equal(Date.parse(moment), Date.parse(text), text);
    assert.equal(toLocal(moment), local);
  }
  assert.deepEqual([toLocal(''), toMoment('', '')], ['', '']);
});

function inZone(name: string, check: () => void): void {
  const zone = process.env['TZ'];
  process.env['TZ'] = name;
  try {
    check();
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
}

test('a time that occurs twice when the clocks go back stays the one that it was', () => {
  inZone('Europe/Berlin', () => {
    for (const offset of ['+01:00', '+02:00'])
      assert.equal(toMoment('2026-10-25T02:45', `2026-10-25T02:30${offset}`), `2026-10-25T02:45${offset}`);
    assert.equal(toMoment('2026-10-25T02:45', ''), '2026-10-25T02:45+02:00');
    assert.equal(toMoment('2026-10-25T04:45', '2026-10-25T02:30+02:00'), '2026-10-25T04:45+01:00');
  });
  inZone('Australia/Lord_Howe', () => {
    for (const offset of ['+11:00', '+10:30'])
      assert.equal(toMoment('2026-04-05T01:45', `2026-04-05T01:40${offset}`), `2026-04-05T01:45${offset}`);
  });
});

test('of selected attributes only the outermost are deleted, and a new group expects the former one', () => {
  const all = ['price', 'price/amount', 'price/tax/rate', 'pricelist'].map((path) => define(path));
  assert.deepEqual(
    outermost(all).map(({ path }) => path),
    ['price', 'pricelist'],
  );
  assert.deepEqual(outermost(all.slice(1)).length, 3);
  const input = groupInput(define('a', 'string', { groupIds: ['Old'], labels: { de: 'A' } }), 'New');
  assert.deepEqual(
    [input['groupIds'], input['expected'], input['labels']],
    [['New'], { groupIds: ['Old'] }, { de: 'A' }],
  );
  assert.equal(groupInput(define('a'), '')['groupIds'], null);
});
