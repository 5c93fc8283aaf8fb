import { clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nestingOf } from '../../src/structure/definitions/attribute-key.ts';
import { createDefinitionViewer } from '../../src/structure/definitions/definition-view.ts';
import { compileStructure } from '../../src/structure/definitions/structure-compiler.ts';
import type { CompiledAttribute } from '../../src/structure/values/structure-types.ts';
import { accept, store } from './definition-samples.ts';

const repository = join(import.meta.dirname, '../../../..');
const catalogues = join(process.env['PIMENTO_SHARED'] ?? join(repository, '../shared'), 'data');
const skip = existsSync(catalogues) ? false : `no real catalogues at ${catalogues}; set PIMENTO_SHARED to their folder`;

function definitionsOf(catalogue: string): unknown[] {
  return ['attributes.json', 'attributes.multivalue.json'].flatMap((file) => {
    const path = join(catalogues, catalogue, file);
    if (!existsSync(path)) return [];
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    assert.ok(Array.isArray(parsed));
    return parsed as unknown[]; // Array.isArray narrows to any[]
  });
}

function named(): string[] {
  return readdirSync(catalogues).filter((name) => existsSync(join(catalogues, name, 'attributes.json')));
}

test(
  'The definitions of every real catalogue are accepted in any order, compile, and are unchanged the second time.',
  { skip },
  () => {
    assert.ok(named().length >= 7);
    for (const catalogue of named()) {
      const payload = definitionsOf(catalogue);
      const stored = store([], payload.toReversed());
      assert.equal(stored.length, payload.length, catalogue);
      const again = accept(stored, payload);
      assert.ok(
        again.definitions.every(({ outcome }) => outcome === 'unchanged'),
        catalogue,
      );
      assert.deepEqual(again.warnings, []);
      const viewer = createDefinitionViewer(stored);
      assert.ok(
        accept(
          stored,
          stored.map((one) => viewer.view(one)),
        ).definitions.every(({ outcome }) => outcome === 'unchanged'),
      );
      compileStructure(clientIdOf('client'), 1, stored);
    }
  },
);

test('One client can hold the definitions of all real catalogues.', { skip }, () => {
  let stored = store([], []);
  for (const catalogue of named()) stored = store(stored, definitionsOf(catalogue));
  for (const catalogue of named()) {
    const { definitions } = accept(stored, definitionsOf(catalogue));
    assert.ok(
      definitions.every(({ outcome }) => outcome === 'unchanged'),
      catalogue,
    );
  }
});

test('Eight levels of a GDSN message compile to eight levels.', { skip }, () => {
  const stored = store([], definitionsOf('packaging-gs1-gdsn'));
  const { topLevel } = compileStructure(clientIdOf('client'), 1, stored);
  const depthOf = ({ children }: CompiledAttribute): number => 1 + Math.max(0, ...children.map(depthOf));
  assert.equal(Math.max(...topLevel.map(depthOf)), Math.max(...stored.map(({ key }) => nestingOf(key) + 1)));
  assert.ok(Math.max(...topLevel.map(depthOf)) >= 8);
});
