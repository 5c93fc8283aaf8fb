import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { addWork, emptyLanes, finishWork, nextWake, postponeWork, takeWork } from '../src/lane-rules.ts';

describe('lanes', () => {
  it('complete all work, in order and sequentially within a lane, within the limit of concurrent lanes', () => {
    const arrivals = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, fc.integer({ min: 1, max: 3 }), fc.infiniteStream(fc.nat(9)), (names, limit, luck) => {
        const lanes = emptyLanes<number>(limit);
        const expected = new Map<string, number[]>();
        const finished = new Map<string, number[]>();
        const busy = new Map<string, number>();
        let now = 0;
        names.forEach((name, work) => {
          addWork(lanes, name, work);
          expected.set(name, [...(expected.get(name) ?? []), work]);
        });
        while (lanes.size > 0) {
          for (let next = takeWork(lanes, now); next; next = takeWork(lanes, now)) {
            assert.ok(!busy.has(next.name));
            busy.set(next.name, next.work);
          }
          assert.ok(busy.size <= limit);
          const [first] = busy;
          if (!first) {
            now = nextWake(lanes, now) ?? assert.fail('work is left and nothing will begin it');
            continue;
          }
          const [name, work] = first;
          busy.delete(name);
          if (luck.next().value === 0) {
            postponeWork(lanes, name, now + 5);
            continue;
          }
          finishWork(lanes, name);
          finished.set(name, [...(finished.get(name) ?? []), work]);
        }
        assert.deepEqual(finished, expected);
      }),
    );
  });
});
