import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOwnRole, losesOwnership, roleOf } from '../../src/settings/member-changes.ts';

const owner = { personId: 'me', isOperator: false };
const operator = { personId: 'me', isOperator: true };

test('owners are asked before they give up their own role', () => {
  assert.ok(losesOwnership(owner, { personId: 'me', role: 'owner' }, 'editor'));
  assert.ok(!losesOwnership(owner, { personId: 'me', role: 'owner' }, 'owner'));
  assert.ok(!losesOwnership(owner, { personId: 'other', role: 'owner' }, 'viewer'));
});

test('operators keep all rights, so that their own role does not matter', () => {
  assert.ok(!losesOwnership(operator, { personId: 'me', role: 'owner' }, 'viewer'));
  assert.ok(!isOwnRole(operator, 'me'));
  assert.ok(isOwnRole(owner, 'me'));
});

test('an unknown role is read as viewer, the role with the fewest rights', () => {
  assert.equal(roleOf('editor'), 'editor');
  assert.equal(roleOf('admin'), 'viewer');
  assert.equal(roleOf(null), 'viewer');
});
