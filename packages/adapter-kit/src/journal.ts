// The journal is a text file instead of a SQLite database, because the state of an adapter fits into memory. The file is read once at the
// start, and afterwards entries are only appended. node:sqlite is not stable on Node 22, and other drivers are compiled when they are
// installed. `tail` can read a text file as well.
import { mkdir, open, readFile, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from './durable-file.ts';
import {
  applyEntry,
  compactEntries,
  emptyJournal,
  formatEntry,
  type JournalEntry,
  type JournalState,
  lengthOfLines,
  parseJournal,
} from './journal-rules.ts';

export interface Journal {
  /** The state after all entries so far. */
  readonly state: JournalState;
  /** Number of unreadable lines found when the journal was opened. */
  readonly unreadable: number;
  /** Appends an entry. Resolves when the entry is on disk. Concurrent calls share one flush. */
  append(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
}

const fewLines = 1000;

/** Opens or creates the journal of an adapter. Only one process may open a journal at a time. */
export async function openJournal(file: string): Promise<Journal> {
  await mkdir(dirname(file), { recursive: true });
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  });
  const kept = lengthOfLines(bytes);
  const { entries, unreadable } = parseJournal(bytes.toString('utf8', 0, kept));
  const state = emptyJournal();
  for (const entry of entries) applyEntry(state, entry);
  if (kept < bytes.length) await truncate(file, kept);

  let handle = await open(file, 'a');
  let lines = entries.length;
  let pending = '';
  let flush: Promise<void> | undefined;
  let last: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const chunk = pending;
    pending = '';
    flush = undefined;
    await handle.appendFile(chunk);
    await handle.datasync();
    if (lines > fewLines && lines > 4 * sizeOf(state)) await compact();
  }

  async function compact(): Promise<void> {
    const kept = compactEntries(state, Date.now());
    pending = ''; // included in the compacted state
    await replaceFile(file, kept.map(formatEntry).join(''));
    const old = handle;
    handle = await open(file, 'a');
    await old.close();
    lines = kept.length;
  }

  return {
    state,
    unreadable,
    append(entry) {
      applyEntry(state, entry);
      pending += formatEntry(entry);
      lines += 1;
      flush ??= last = last.then(write);
      return flush;
    },
    async close() {
      await last.catch(() => undefined);
      await handle.close();
    },
  };
}

const sizeOf = (state: JournalState) =>
  state.done.size + state.submissions.size + state.tries.size + state.answers.size;
