import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type EditParts, mergeEdit, withParts } from '../../src/ui/merge-edit.ts';

interface Draft {
  name: string;
  minimum: number;
  maximum: number;
}

/** Two parts, the name and the two limits, which are edited together. */
const parts: EditParts<Draft> = [
  { of: ['name'], label: 'Name', show: ({ name }) => name },
  { of: ['minimum', 'maximum'], label: 'Limits', show: ({ minimum, maximum }) => `${minimum}–${maximum}` },
];
const first: Draft = { name: 'Weight', minimum: 0, maximum: 10 };
const labels = (conflicts: EditParts<Draft>) => conflicts.map(({ label }) => label);

// Uses only a few different values, so that drafts often have equal values.
const draft = fc.record({ name: fc.constantFrom('a', 'b', 'c'), minimum: fc.nat(2), maximum: fc.nat(2) });

describe('Merging an edit with what another person has stored', () => {
  test('keeps both changes if they concern different parts', () => {
    const mine = { ...first, name: 'Net weight' };
    const stored = { ...first, maximum: 20 };
    assert.deepEqual(mergeEdit(parts, { first, mine, stored }), {
      merged: { name: 'Net weight', minimum: 0, maximum: 20 },
      conflicts: [],
    });
  });

  test('reports a conflict if both changed the same part differently', () => {
    const mine = { ...first, minimum: 1 };
    const stored = { ...first, maximum: 20 };
    const { merged, conflicts } = mergeEdit(parts, { first, mine, stored });
    assert.deepEqual(labels(conflicts), ['Limits']);
    assert.deepEqual(merged, mine, 'the merged draft is the one to store if the person keeps their change');
  });

  test('reports no conflict if both made the same change', () => {
    const mine = { ...first, name: 'Net weight' };
    assert.deepEqual(mergeEdit(parts, { first, mine, stored: mine }).conflicts, []);
  });

  test('never loses anything that the person typed', () => {
    fc.assert(
      fc.property(draft, draft, draft, (first, mine, stored) => {
        const { merged } = mergeEdit(parts, { first, mine, stored });
        for (const { of } of parts)
          if (of.some((member) => mine[member] !== first[member]))
            for (const member of of) assert.equal(merged[member], mine[member]);
      }),
    );
  });

  test('changes no part that the person did not touch', () => {
    fc.assert(
      fc.property(draft, draft, draft, (first, mine, stored) => {
        const { merged } = mergeEdit(parts, { first, mine, stored });
        for (const { of } of parts)
          if (of.every((member) => mine[member] === first[member]))
            for (const member of of) assert.equal(merged[member], stored[member]);
      }),
    );
  });

  test('never overwrites another person’s change without a conflict', () => {
    fc.assert(
      fc.property(draft, draft, draft, (first, mine, stored) => {
        const { merged, conflicts } = mergeEdit(parts, { first, mine, stored });
        for (const part of parts) {
          const changedThere = part.of.some((member) => stored[member] !== first[member]);
          const isKept = part.of.every((member) => merged[member] === stored[member]);
          if (changedThere && !isKept) assert.ok(conflicts.includes(part), part.label);
        }
      }),
    );
  });

  test('stores what the other person stored if their side of every conflict is taken', () => {
    fc.assert(
      fc.property(draft, draft, draft, (first, mine, stored) => {
        const { merged, conflicts } = mergeEdit(parts, { first, mine, stored });
        const taken = withParts(merged, stored, conflicts);
        assert.deepEqual(mergeEdit(parts, { first: stored, mine: taken, stored }).conflicts, []);
        for (const { of } of conflicts) for (const member of of) assert.equal(taken[member], stored[member]);
      }),
    );
  });
});

test('properties that no part names are merged too, and reported if both people changed them', () => {
  const parts = [{ of: ['name'], label: 'Name', show: ({ name }: { name: string; note: string }) => name }] as const;
  const first = { name: 'A', note: '' };
  const kept = mergeEdit(parts, { first, mine: { name: 'A', note: 'mine' }, stored: { name: 'B', note: '' } });
  assert.deepEqual(kept, { merged: { name: 'B', note: 'mine' }, conflicts: [] });
  const { conflicts } = mergeEdit(parts, { first, mine: { name: 'A', note: 'x' }, stored: { name: 'A', note: 'y' } });
  assert.deepEqual(
    conflicts.map(({ label }) => label),
    ['note'],
  );
});
