import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPassage } from '../../src/imports/store/passage.ts';

/** Turns of the event loop in which everything that may happen has happened. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('A batch enters a stage when the one ahead has left it, and is never beside it in one.', async () => {
  const ahead = createPassage(undefined);
  const behind = createPassage(ahead);
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

test('Who waits behind a batch that was not stored is told, in whichever stage.', async () => {
  const ahead = createPassage(undefined);
  const behind = createPassage(ahead);
  await ahead.enter('products');
  await behind.enter('definitions');
  const waiting = behind.enter('products');
  ahead.fail();
  await assert.rejects(waiting, /batch ahead/);
  await assert.rejects(behind.enter('job'), /batch ahead/);
});

test('A batch that follows a stage waits for the one ahead to leave it, and keeps who is behind where it is.', async () => {
  const ahead = createPassage(undefined);
  const between = createPassage(ahead);
  const behind = createPassage(between);
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
