// Deletes clients step by step until no work is left or the process is killed. Usage:
// `node deleting-process.ts <connection string> <address of the object store>`.
import { openDatabase, openObjectStore, systemClock } from '../../src/platform/index.ts';
import { deleteNext } from '../../src/tenancy/deletion/deletion-step-service.ts';

const [connectionString = '', address = ''] = process.argv.slice(2);
const { kysely: database } = openDatabase({ connectionString, max: 2, name: 'deleting', onError: () => undefined });
const store = await openObjectStore(address, systemClock);
const deps = { database, store, clock: systemClock, batchRows: 100 };
process.stdout.write('ready\n');
while (await deleteNext(deps)) process.stdout.write('step\n');
process.stdout.write('done\n');
process.exit(0);
