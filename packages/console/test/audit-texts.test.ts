import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operations } from '@pimento/contract';
import { deAudit } from '../src/audit/de-audit.ts';
import { enAudit } from '../src/audit/en-audit.ts';

test('every audited operation has a text in both languages, and no text is left over', () => {
  const audited = operations.filter(({ audit }) => typeof audit === 'object').map(({ id }) => id);
  const expected = new Set([...audited, 'purgeAuditLog']);
  for (const { operations: texts } of [enAudit, deAudit])
    assert.deepEqual(new Set(Object.keys(texts)).symmetricDifference(expected).size, 0);
});
