// The process of the benched server: the real one, started as `pimento start` does, that also tells where its database is.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPimento } from '@pimento/server';

const folder = process.argv[2] ?? '';
await startPimento({
  port: '0',
  data: folder,
  onDatabase: (connectionString) => {
    writeFileSync(join(folder, 'bench-database.json'), JSON.stringify({ connectionString }));
  },
});
