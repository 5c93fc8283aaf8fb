import { open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@pimento/client';
import {
  type ClientArchive,
  type ClientDeletion,
  createClientArchive,
  getClientDeletion,
  listClientArchives,
  startClientDeletion,
} from '@pimento/contract/wire';
import type { Command } from 'commander';
import { askText } from '../input/question.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { counted } from '../output/counted.ts';

const pollMs = 1_000;

function deletionText(deletion: ClientDeletion): string {
  const { clientId, status, deletedRows, files, people, strippedEvents, check } = deletion;
  const rows = Object.entries(deletedRows)
    .filter(([, count]) => count > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([table, count]) => [table, String(count)]);
  const table = tableOr('No rows were deleted yet.', ['table', 'deleted rows'], rows);
  const rest = `${counted(files, 'file')} deleted, ${counted(strippedEvents, 'event')} stripped, ${counted(people, 'person', 'people')} deleted`;
  const end = check
    ? `Checked at the end: ${check.tables} tables, ${check.rows} rows and ${check.files} files left.`
    : 'The deletion is running in the background.';
  return `Deletion of ${clientId}: ${status}\n${table}\n${rest}\n${end}`;
}

async function waitForDeletion(client: Client, clientId: string): Promise<ClientDeletion> {
  for (;;) {
    const deletion = await client.call(getClientDeletion, { params: { clientId } });
    if (deletion.status === 'Completed') return deletion;
    await sleep(pollMs);
  }
}

async function waitForArchive(client: Client, started: ClientArchive): Promise<ClientArchive> {
  const { clientId, archiveId } = started;
  for (;;) {
    const { archives } = await client.call(listClientArchives, { params: { clientId } });
    const archive = archives.find((one) => one.archiveId === archiveId);
    if (!archive) throw new Error(`The archive ${archiveId} no longer exists.`);
    if (archive.status !== 'Waiting' && archive.status !== 'Writing') return archive;
    await sleep(pollMs);
  }
}

/** Downloads a file under a temporary name, and renames it when it is complete. */
async function downloadTo(address: string, path: string): Promise<void> {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    const answer = await fetch(address);
    if (!answer.ok || !answer.body) throw new Error(`The download failed with status ${answer.status}.`);
    const source = Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>); // the DOM and Node.js declare this class differently
    await pipeline(source, file.createWriteStream());
    await rename(unfinished, path);
  } catch (error) {
    await file.close();
    await rm(unfinished, { force: true });
    throw error;
  }
}

function addDelete(clients: Command, surroundings: Surroundings): void {
  clients
    .command('delete')
    .description('Delete a client and everything that is stored for it; this cannot be undone')
    .argument('<clientId>')
    .option('--confirm <clientId>', 'the id once more, instead of typing it')
    .option('--wait', 'wait until everything is deleted, then print the certificate')
    .addHelpText(
      'after',
      '\nExample:\n  $ pimento clients archive acme --out acme.tar.gz\n  $ pimento clients delete acme --wait',
    )
    .action(async (clientId: string, options: { confirm?: string; wait?: boolean }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const confirmed =
        options.confirm ??
        (await askText(`Type ${clientId} to delete everything that belongs to it:`, '--confirm')).trim();
      const started = await client.call(startClientDeletion, { params: { clientId }, body: { clientId: confirmed } });
      const deletion = options.wait === true ? await waitForDeletion(client, clientId) : started;
      context.print(deletion, deletionText(deletion));
    });
}

function addDeletion(clients: Command, surroundings: Surroundings): void {
  clients
    .command('deletion')
    .description('Show the progress or the certificate of the newest deletion of a client')
    .argument('<clientId>')
    .action(async (clientId: string, _options: unknown, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const deletion = await client.call(getClientDeletion, { params: { clientId } });
      context.print(deletion, deletionText(deletion));
    });
}

function addArchive(clients: Command, surroundings: Surroundings): void {
  clients
    .command('archive')
    .description('Export everything that belongs to a client into one file (.tar.gz), and download it')
    .argument('<clientId>')
    .option('--out <file>', 'output file (default: print the address of the file)')
    .addHelpText('after', '\nExample:\n  $ pimento clients archive acme --out acme.tar.gz')
    .action(async (clientId: string, options: { out?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const started = await client.call(createClientArchive, { params: { clientId } });
      const archive = await waitForArchive(client, started);
      if (archive.download === null) throw new Error(`The archive is ${archive.status}; see the service log.`);
      if (options.out !== undefined) await downloadTo(archive.download, options.out);
      const place = options.out ?? archive.download;
      context.print(archive, `${archive.rows} rows and ${archive.files} files, ${archive.size} bytes: ${place}`);
    });
}

/** Adds the commands that export and delete all data of a client. */
export function addClientEndingCommands(clients: Command, surroundings: Surroundings): void {
  for (const add of [addArchive, addDelete, addDeletion]) add(clients, surroundings);
}
