import { clientIdOf } from '../../src/platform/core.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgeDefinitions } from '../../src/structure/definitions/definition-rules.ts';
import { createDefinitionViewer } from '../../src/structure/definitions/definition-view.ts';
import { compileStructure } from '../../src/structure/definitions/structure-compiler.ts';
import type { Attribute } from '../../src/structure/values/structure-types.ts';
import { accept, store } from './definition-samples.ts';

const ids = fc.constantFrom('a', 'b', 'c', 'a/b', 'a.b', 'b/c', 'a/b/c', 'constructor', '123', '~1');
const references = fc.oneof(
  { weight: 2, arbitrary: fc.constant(null) },
  ids,
  fc.constantFrom('/a', '/b', 'c/a', 'a/c', '/a/b'),
);
const definitions = fc.record(
  {
    id: ids,
    name: fc.oneof(ids, fc.uuid()),
    compositeAttribute: references,
    type: fc.constantFrom(
      { id: 'composite', multiValue: true },
      { id: 'string', multiValue: false },
      { id: 'Decimal', multiValue: true },
    ),
    externalId: fc.constantFrom(null, 'e1', 'e2'),
    displaySequence: fc.integer({ min: 0, max: 3 }),
    restriction: fc.constantFrom(null, { parameters: { maxLength: '5' } }, { patterns: ['^x'] }),
  },
  { requiredKeys: ['id', 'name', 'type'] },
);
const payloads = fc.array(definitions, { maxLength: 12 });

/** Removes the invalid elements from a payload, because random payloads are nearly always refused as a whole. */
function acceptablePart(stored: readonly Attribute[], payload: readonly unknown[]): unknown[] {
  const verdict = judgeDefinitions(stored, payload);
  if ('definitions' in verdict) return [...payload];
  const faulty = new Set(verdict.problems.map(({ path }) => Number(path.split('/')[1])));
  assert.ok(faulty.size > 0);
  return acceptablePart(
    stored,
    payload.filter((_, index) => !faulty.has(index)),
  );
}

/** Returns the definitions that are stored after the valid part of each payload has been put, one payload after the other. */
function storedAfter(all: readonly unknown[][]): Attribute[] {
  return all.reduce<Attribute[]>((stored, payload) => store(stored, acceptablePart(stored, payload)), []);
}

function withoutPosition(attributes: readonly Attribute[]): unknown[] {
  return attributes.map((attribute) => ({ ...attribute, position: 0 })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

test('The judge throws for no JSON array, and always returns problems or definitions.', () => {
  const anyValue = fc.jsonValue({ maxDepth: 4 });
  const almost = fc.record(
    {
      id: fc.oneof(ids, anyValue),
      name: fc.oneof(ids, anyValue),
      compositeAttribute: fc.oneof(references, anyValue),
      type: fc.oneof(
        fc.record({ id: fc.oneof(fc.constantFrom('string', 'composite'), anyValue), multiValue: anyValue }),
        anyValue,
      ),
      externalId: anyValue,
      restriction: fc.oneof(fc.record({ parameters: anyValue, listOfValues: anyValue, patterns: anyValue }), anyValue),
      units: anyValue,
      displaySequence: anyValue,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(anyValue, almost)), (payload) => {
      const verdict = judgeDefinitions([], payload);
      if ('problems' in verdict) assert.ok(verdict.problems.length > 0);
      else assert.equal(verdict.definitions.length, payload.length);
    }),
    { numRuns: 500 },
  );
});

test('An accepted payload is unchanged when it is sent again, and compiles.', () => {
  fc.assert(
    fc.property(fc.array(payloads, { maxLength: 2 }), payloads, (before, sent) => {
      const stored = storedAfter(before);
      const payload = acceptablePart(stored, sent);
      const after = store(stored, payload);
      const again = accept(after, payload);
      assert.ok(again.definitions.every(({ outcome }) => outcome === 'unchanged'));
      assert.equal(again.raisesJudgedVersion, false);
      compileStructure(clientIdOf('client'), 1, after);
    }),
    { numRuns: 1_000 },
  );
});

test('The order of the payload affects neither acceptance nor what is stored.', () => {
  fc.assert(
    fc.property(
      fc.array(payloads, { maxLength: 2 }),
      payloads,
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      (before, sent, ranks) => {
        const stored = storedAfter(before);
        for (const payload of [sent, acceptablePart(stored, sent)]) {
          const ranked = payload.map((definition, index) => ({ definition, rank: ranks[index] ?? 0 }));
          const other = ranked.toSorted((a, b) => a.rank - b.rank).map(({ definition }) => definition);
          const first = judgeDefinitions(stored, payload);
          const second = judgeDefinitions(stored, other);
          assert.equal('problems' in second, 'problems' in first);
          if ('problems' in first || 'problems' in second) continue;
          assert.deepEqual(
            withoutPosition(second.definitions.map(({ attribute }) => attribute)),
            withoutPosition(first.definitions.map(({ attribute }) => attribute)),
          );
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('Sending back a listed definition changes nothing, and no two attributes have the same path.', () => {
  fc.assert(
    fc.property(fc.array(payloads, { maxLength: 4 }), (before) => {
      const stored = storedAfter(before);
      const viewer = createDefinitionViewer(stored);
      const views = stored.map((attribute) => viewer.view(attribute));
      assert.equal(new Set(views.map(({ path }) => path)).size, stored.length);
      const sentBack: unknown = JSON.parse(JSON.stringify(views));
      assert.ok(Array.isArray(sentBack));
      const { definitions } = accept(stored, sentBack);
      assert.deepEqual(
        definitions.map(({ attribute }) => attribute),
        stored,
      );
    }),
    { numRuns: 1_000 },
  );
});
