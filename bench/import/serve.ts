// Process of the measured server. It starts like `pimento start`, and also writes the connection string of its database.
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
