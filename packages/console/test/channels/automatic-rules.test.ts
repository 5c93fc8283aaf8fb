import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problem, weekdays } from '@pimento/contract';
import fc from 'fast-check';
import {
  bodyOf,
  isComplete,
  rulePartsOf,
  rulesOf,
  type StoredRules,
} from '../../src/channels/automatic/automatic-rules.ts';
import { runProblem } from '../../src/channels/automatic/run-problem.ts';
import { de } from '../../src/i18n/de.ts';
import { en } from '../../src/i18n/en.ts';
import { mergeEdit } from '../../src/ui/merge-edit.ts';

const storedRules = fc.record<StoredRules>({
  accountId: fc.option(fc.string({ minLength: 1 })),
  // Minutes with one decimal, as in the form.
  afterImports: fc.option(fc.record({ quietSeconds: fc.integer({ min: 0, max: 14_400 }).map((tenth) => tenth * 6) })),
  schedule: fc.option(
    fc.record({
      weekdays: fc.subarray([...weekdays], { minLength: 1 }),
      time: fc.constantFrom('00:00', '06:30', '23:59'),
      timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York'),
    }),
  ),
  withdrawDeleted: fc.boolean(),
});

test('rules that were only looked at are sent as they are stored', () => {
  fc.assert(fc.property(storedRules, (stored) => assert.deepEqual(plain(bodyOf(rulesOf(stored))), plain(stored))));
});

/** Removes prototypes and undefined properties, as sending JSON does. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('without stored rules everything is off, with workdays suggested', () => {
  const rules = rulesOf();
  assert.deepEqual(bodyOf(rules), { accountId: null, afterImports: null, schedule: null, withdrawDeleted: false });
  assert.deepEqual(rules.weekdays, ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']);
});

test('a rule that is switched off and on again keeps its values', () => {
  const stored: StoredRules = {
    accountId: null,
    afterImports: { quietSeconds: 90 },
    schedule: null,
    withdrawDeleted: false,
  };
  const off = { ...rulesOf(stored), afterImports: false };
  assert.equal(bodyOf(off).afterImports, null);
  assert.deepEqual(bodyOf({ ...off, afterImports: true }).afterImports, { quietSeconds: 90 });
});

test('a schedule without weekdays cannot be saved', () => {
  const rules = { ...rulesOf(), onSchedule: true, weekdays: [] };
  assert.ok(!isComplete(rules));
  assert.ok(isComplete({ ...rules, onSchedule: false }));
  assert.ok(isComplete({ ...rules, weekdays: ['sunday'] }));
});

test('edits of different rules are merged, edits within one rule conflict', () => {
  const parts = rulePartsOf(en, []);
  const first = { ...rulesOf(), onSchedule: true };
  const stored = { ...first, time: '22:00' };
  const other = mergeEdit(parts, { first, mine: { ...first, quietMinutes: 1 }, stored });
  assert.deepEqual(other.conflicts, []);
  assert.deepEqual(other.merged, { ...stored, quietMinutes: 1 });
  const same = mergeEdit(parts, { first, mine: { ...first, weekdays: ['sunday'] }, stored });
  assert.deepEqual(
    same.conflicts.map(({ of }) => of),
    [['onSchedule', 'weekdays', 'time', 'timeZone']],
  );
});

test('a conflict shows an account by its name, and by its id once it is deleted', () => {
  const [accountPart] = rulePartsOf(en, [{ accountId: 'A-1', name: 'Shop' }]);
  const show = (accountId: string) => accountPart?.show({ ...rulesOf(), accountId });
  assert.equal(show('A-1'), 'Shop');
  assert.equal(show('A-2'), 'A-2');
  assert.equal(show(''), en.automatic.onlyAccount);
});

test('the problem of the last run is shown in the language of the user, one of an earlier version in English', () => {
  const formats = { number: String };
  const fault = problem('internal-error', { kind: 'automatic-submit' });
  const shown = (skippedCount: number) =>
    runProblem(de, formats, { lastProblem: fault.message, lastFault: { ...fault, skippedCount } });
  assert.match(shown(0)?.text ?? '', /wird wiederholt/);
  assert.equal(shown(0)?.title, de.automatic.lastProblem);
  assert.equal(shown(2)?.title, 'Der letzte Lauf hat 2 Produkte ausgelassen');
  assert.equal(runProblem(de, formats, { lastProblem: 'Away.', lastFault: null })?.text, 'Away.');
  assert.equal(runProblem(en, formats, { lastProblem: null, lastFault: null }), undefined);
});
