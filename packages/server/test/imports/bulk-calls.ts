import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkEdit } from '@pimento/contract';
import type { TestAnswer, TestCaller } from '../test-service.ts';

const path = '/api/products/v1/bulk-edits';

const post = (caller: TestCaller, address: string, body: unknown): Promise<TestAnswer> =>
  caller.call('POST', address, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

export const startEdit = (caller: TestCaller, body: unknown): Promise<TestAnswer> => post(caller, path, body);

export const startUndo = (caller: TestCaller, editId: string, body: object = {}): Promise<TestAnswer> =>
  post(caller, `${path}/${editId}/undo`, body);

export const cancelEdit = (caller: TestCaller, editId: string): Promise<TestAnswer> =>
  caller.call('POST', `${path}/${editId}/cancel`);

export const getEdit = (caller: TestCaller, editId: string): Promise<TestAnswer> =>
  caller.call('GET', `${path}/${editId}`);

/** Waits until a started bulk edit has ended, and returns it. */
export async function ended(caller: TestCaller, started: TestAnswer): Promise<BulkEdit> {
  assert.equal(started.status, 202, started.text);
  for (;;) {
    const { status, body, text } = await getEdit(caller, started.body.editId);
    assert.equal(status, 200, text);
    if (body.status !== 'Running') return body;
    await sleep(10);
  }
}

export const runEdit = async (caller: TestCaller, body: unknown): Promise<BulkEdit> =>
  ended(caller, await startEdit(caller, body));

export const runUndo = async (caller: TestCaller, editId: string): Promise<BulkEdit> =>
  ended(caller, await startUndo(caller, editId));

export const countsOf = ({ updated, unchanged, rejected }: BulkEdit): number[] => [updated, unchanged, rejected];
