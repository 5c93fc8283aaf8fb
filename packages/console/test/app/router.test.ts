import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const source = readFileSync(new URL('../../src/app/router.tsx', import.meta.url), 'utf8');
const occurrences = (pattern: RegExp) => [...source.matchAll(pattern)].length;

test('every screen whose code cannot be fetched is replaced by an error that recovers', () => {
  const screens = occurrences(/component: lazyRouteComponent\(/g);
  assert.ok(screens > 20, String(screens));
  assert.equal(occurrences(/component: lazyRouteComponent\(\s*loadCode\(/g), screens);
  assert.equal(occurrences(/defaultErrorComponent: ScreenError/g), 1);
});
