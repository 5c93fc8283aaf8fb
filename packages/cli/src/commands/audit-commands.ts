import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type { Client } from '@pimento/client';
import {
  type AnswerOf,
  exportAuditEvents,
  listAuditChains,
  listAuditEvents,
  type QueryOf,
  verifyAuditLog,
} from '@pimento/contract/wire';
import type { Command } from 'commander';
import { countOption } from '../input/count-option.ts';
import { firstMembers, pageSize } from '../input/first-members.ts';
import { contextOf, type Surroundings, tableOr } from './command-context.ts';
import { exitCodes } from './exit-codes.ts';

/** The service returns at most this many events on a page. */
const maxPage = 100;

interface FilterOptions {
  client?: string;
  actor?: string;
  operation?: string;
  object?: string;
  address?: string;
  failed?: boolean;
  from?: string;
  until?: string;
}

function addFilters(command: Command): Command {
  return command
    .option('--client <clientId>', 'only events of this client')
    .option('--actor <actor>', 'only by key:<keyId> or user:<personId>')
    .option('--operation <id>', 'only this operation, such as createKey')
    .option('--object <id>', 'only the object with this id')
    .option('--address <address>', 'only from this IP address')
    .option('--failed', 'only failed sign-ins')
    .option('--from <time>', 'only from this time on, such as 2026-01-31T00:00:00Z')
    .option('--until <time>', 'only before this time');
}

const filterOf = ({ client: clientId, failed, ...rest }: FilterOptions): QueryOf<typeof exportAuditEvents> => ({
  clientId,
  actor: rest.actor,
  operation: rest.operation,
  object: rest.object,
  address: rest.address,
  failed: failed === true ? true : undefined,
  from: rest.from,
  until: rest.until,
});

function addList(audit: Command, surroundings: Surroundings): void {
  addFilters(audit.command('list').description('List events of the audit log, newest first'))
    .addOption(countOption('events', 50))
    .action(async (options: FilterOptions & { limit: number }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const query = { ...filterOf(options), limit: pageSize(options.limit, maxPage) };
      const { members, hasMore } = await firstMembers(client.listAll(listAuditEvents, { query }), options.limit);
      const rows = members.map((event) => [
        event.at,
        event.actorName ?? event.actor,
        event.failed ? `${event.operation} (failed)` : event.operation,
        event.object ?? '',
        event.clientId ?? '',
        event.address ?? '',
      ]);
      const table = tableOr('There are no events.', ['time', 'who', 'what', 'object', 'client', 'from'], rows);
      context.print({ events: members, hasMore }, hasMore ? `${table}\n… and more: increase --limit` : table);
    });
}

function addExport(audit: Command, surroundings: Surroundings): void {
  addFilters(audit.command('export').description('Write events of the audit log to stdout as NDJSON, newest first'))
    .addHelpText('after', '\nExample:\n  $ pimento audit export --from 2026-01-01T00:00:00Z > audit.ndjson')
    .action(async (options: FilterOptions, command: Command) => {
      const client = await contextOf(command, surroundings).connect('operator');
      const answer = await client.open(exportAuditEvents, { query: filterOf(options) });
      const source = Readable.fromWeb(answer.body as NodeReadableStream<Uint8Array>); // the DOM and Node.js declare this class differently
      await pipeline(source, process.stdout, { end: false });
    });
}

type Verification = AnswerOf<typeof verifyAuditLog>;
interface Verified extends Pick<Verification, 'checked' | 'purged' | 'faults' | 'last'> {
  /** Null for the chain of the installation. */
  clientId: string | null;
}

/** Verifies the chain of one client or of the installation, page by page. */
async function verifyChain(client: Client, clientId: string | null): Promise<Verified> {
  const all: Verified = { clientId, checked: 0, purged: 0, faults: [], last: null };
  let after: number | null = 0;
  while (after !== null) {
    const page: Verification = await client.call(verifyAuditLog, { query: { clientId: clientId ?? undefined, after } });
    all.checked += page.checked;
    all.purged = page.purged;
    all.faults.push(...page.faults);
    all.last = page.last;
    after = page.next;
  }
  return all;
}

const nameOf = (clientId: string | null) => clientId ?? '(installation)';

function addVerify(audit: Command, surroundings: Surroundings): void {
  audit
    .command('verify')
    .description('Check that no event of the audit log was changed, removed or inserted; exits with 1 otherwise')
    .option('--client <clientId>', 'only events of this client')
    .addHelpText(
      'after',
      `
Write down number and seal of the newest event from time to time, outside the machine: if a later check no longer reaches this number with
this seal, the end of the log was cut off and replaced by an older copy.`,
    )
    .action(async (options: { client?: string }, command: Command) => {
      const context = contextOf(command, surroundings);
      const client = await context.connect('operator');
      const clientIds =
        options.client === undefined ? (await client.call(listAuditChains, {})).clientIds : [options.client];
      const chains: Verified[] = [];
      for (const clientId of clientIds) chains.push(await verifyChain(client, clientId));
      const rows = chains.map(({ clientId, checked, purged, faults, last }) => [
        nameOf(clientId),
        String(checked),
        String(purged),
        String(faults.length),
        last === null ? '' : `${last.number} ${last.seal}`,
      ]);
      const lines = chains.flatMap(({ clientId, faults }) =>
        faults.map(({ fault, number, auditId }) =>
          `${nameOf(clientId)}: ${fault} ${number ?? ''} ${auditId ?? ''}`.trimEnd(),
        ),
      );
      const headings = ['client', 'checked', 'purged', 'faults', 'newest seal'];
      context.print({ chains }, [tableOr('The audit log is empty.', headings, rows), ...lines].join('\n'));
      if (lines.length > 0) context.setExitCode(exitCodes.rejected);
    });
}

export function addAuditCommands(program: Command, surroundings: Surroundings): void {
  const audit = program.command('audit').description('The audit log of the installation; for operators');
  for (const add of [addList, addExport, addVerify]) add(audit, surroundings);
}
