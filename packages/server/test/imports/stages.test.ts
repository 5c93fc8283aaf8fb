import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStages } from '../../src/imports/store/stages.ts';

/** Resolves when all pending promise callbacks have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('A batch enters a stage when the one ahead has left it, and is never beside it in one.', async () => {
  const ahead = createStages(undefined);
  const behind = createStages(ahead);
  await ahead.enter('definitions');
  let entered = '';
  const walk = async () => {
    for (const stage of ['definitions', 'products', 'assets', 'job'] as const) {
      await behind.enter(stage);
      entered = stage;
    }
  };
  const walked = walk();
  await settle();
  assert.equal(entered, '');
  await ahead.enter('products');
  await settle();
  assert.equal(entered, 'definitions');
  await ahead.enter('job');
  await settle();
  assert.equal(entered, 'assets');
  ahead.finish();
  await walked;
  assert.equal(entered, 'job');
});

test('A batch behind one that was not stored is turned back in every stage.', async () => {
  const ahead = createStages(undefined);
  const behind = createStages(ahead);
  await ahead.enter('products');
  await behind.enter('definitions');
  const waiting = behind.enter('products');
  ahead.fail();
  assert.equal(await waiting, false);
  assert.equal(await behind.enter('job'), false);
});

test('A batch that follows a stage waits for the one ahead to leave it, and keeps the one behind where it is.', async () => {
  const ahead = createStages(undefined);
  const between = createStages(ahead);
  const behind = createStages(between);
  await ahead.enter('definitions');
  let followed = false;
  const following = between.follow('packaging').then(() => {
    followed = true;
  });
  await ahead.enter('packaging');
  await settle();
  assert.equal(followed, false);
  await ahead.enter('assets');
  await following;
  let isIn = false;
  const entering = behind.enter('products').then(() => {
    isIn = true;
  });
  await settle();
  assert.equal(isIn, false);
  await between.enter('packaging');
  await entering;
});
