import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  applyEntry,
  compactEntries,
  emptyJournal,
  formatEntry,
  type JournalEntry,
  lengthOfLines,
  parseJournal,
  rememberedMs,
} from '../src/journal-rules.ts';
import { openJournal } from '../src/journal.ts';

const id = fc.constantFrom('e1', 'e2', 'e3');
const submissionId = fc.constantFrom('s1', 's2');
const plain = { noNullPrototype: true };
const item = fc.record(
  { productId: fc.string(), status: fc.constantFrom('Accepted' as const, 'Rejected' as const) },
  plain,
);
const entry: fc.Arbitrary<JournalEntry> = fc.oneof(
  fc.record({ kind: fc.constant('try' as const), eventId: id }, plain),
  fc.record({ kind: fc.constant('release' as const), eventId: id }, plain),
  fc.record({ kind: fc.constant('fail' as const), eventId: id, reason: fc.string() }, plain),
  fc.record({ kind: fc.constant('settled' as const), submissionId, items: fc.array(item) }, plain),
  fc.record(
    { kind: fc.constant('answer' as const), eventId: id, result: fc.record({ isValid: fc.boolean() }, plain) },
    plain,
  ),
  fc.record({ kind: fc.constant('page' as const), submissionId, next: fc.option(fc.string()) }, plain),
  // An event belongs to at most one submission, so `submissionId` is derived from `eventId`.
  fc
    .record({ kind: fc.constant('done' as const), eventId: id, at: fc.nat(1000) }, plain)
    .map((done) => ({ ...done, submissionId: done.eventId.replace('e', 's') })),
);

function stateOf(entries: readonly JournalEntry[]) {
  const state = emptyJournal();
  for (const one of entries) applyEntry(state, one);
  return state;
}

/** Returns the observable parts of the state after the entries. Omits submissions without progress and events without attempts. */
function known(entries: readonly JournalEntry[]) {
  const { tries, submissions, answers, done, doneSubmissions } = stateOf(entries);
  const begun = [...submissions].filter(([, { next, settled }]) => next !== undefined || settled.size > 0);
  return { tries: new Map([...tries].filter(([, { count }]) => count > 0)), begun, answers, done, doneSubmissions };
}

describe('the journal', () => {
  it('reads all entries that were written completely before a crash', () => {
    fc.assert(
      fc.property(fc.array(entry), fc.nat(), (entries, cut) => {
        const text = entries.map(formatEntry).join('');
        const short = text.slice(0, text.length === 0 ? 0 : cut % (text.length + 1));
        const kept = Buffer.from(short)
          .subarray(0, lengthOfLines(Buffer.from(short)))
          .toString();
        const { entries: found, unreadable } = parseJournal(kept);
        assert.equal(unreadable, 0);
        assert.deepEqual(found, entries.slice(0, found.length));
        assert.equal(found.map(formatEntry).join(''), kept);
        assert.ok(
          short.length - kept.length < (entries[found.length] ? formatEntry(entries[found.length]!).length : 1),
        ); // checked by the condition
      }),
    );
  });

  it('has the same state after compaction', () => {
    fc.assert(
      fc.property(fc.array(entry), (entries) => {
        assert.deepEqual(known(compactEntries(stateOf(entries), 1000)), known(entries));
      }),
    );
  });

  it('drops outcomes only after their events have expired', () => {
    const state = stateOf([{ kind: 'done', eventId: 'e1', at: 0 }]);
    assert.equal(compactEntries(state, rememberedMs - 1).length, 1);
    assert.equal(compactEntries(state, rememberedMs).length, 0);
  });

  it('continues after a crash in the middle of a line, and skips an unreadable line', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    test.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'deeper', 'journal.ndjson');
    const first = await openJournal(file);
    await first.append({ kind: 'done', eventId: 'e1', at: Date.now() });
    await first.close();
    await appendFile(file, 'scratch\n{"kind":"done","eventId":"e2"');
    const second = await openJournal(file);
    assert.equal(second.unreadable, 1);
    assert.deepEqual([...second.state.done.keys()], ['e1']);
    await second.append({ kind: 'done', eventId: 'e3', at: Date.now() });
    await second.close();
    const third = await openJournal(file);
    assert.deepEqual([...third.state.done.keys()], ['e1', 'e3']);
    await third.close();
  });

  it('loses only the damaged lines of a file with bytes that are no text', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    test.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'journal.ndjson');
    const line = formatEntry({ kind: 'try', eventId: 'e1' });
    const lines = Buffer.concat([Buffer.from(line), Buffer.from([0xff, 0xff, 0x0a]), Buffer.from(line)]);
    await writeFile(file, Buffer.concat([lines, Buffer.from('{"kind":')]));
    const journal = await openJournal(file);
    await journal.close();
    assert.deepEqual([journal.unreadable, journal.state.tries.get('e1')?.count], [1, 2]);
    assert.deepEqual(await readFile(file), lines);
  });

  it('stays small in a long run', async (test) => {
    const folder = await mkdtemp(join(tmpdir(), 'journal-'));
    test.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'journal.ndjson');
    const journal = await openJournal(file);
    const writes: Promise<void>[] = [];
    for (let round = 0; round < 20; round += 1) {
      for (let index = 0; index < 200; index += 1)
        writes.push(journal.append({ kind: 'page', submissionId: 's1', next: `${round}-${index}` }));
      await writes.at(-1);
    }
    await Promise.all(writes);
    await journal.close();
    assert.ok((await readFile(file, 'utf8')).split('\n').length < 1500);
    const again = await openJournal(file);
    assert.equal(again.state.submissions.get('s1')?.next, '19-199');
    await again.close();
  });
});
