import { runAdapterProgram } from '@pimento/adapter-kit';
import { createFolderAdapter } from './folder-adapter.ts';

const folder = process.env['PIMENTO_TARGET'];
if (folder) {
  await runAdapterProgram(createFolderAdapter(folder));
} else {
  process.stderr.write('PIMENTO_TARGET must name the folder to deliver to.\n');
  process.exitCode = 2;
}
