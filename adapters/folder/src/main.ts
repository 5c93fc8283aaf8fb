import { runAdapterProgram } from '@pimento/adapter-kit';
import { createFolderAdapter } from './folder-adapter.ts';

const folder = process.env['PIMENTO_TARGET'];
if (folder) {
  await runAdapterProgram(createFolderAdapter(folder, process.env['FOLDER_STANDARD'] || undefined));
} else {
  process.stderr.write('PIMENTO_TARGET must be the target folder.\n');
  process.exitCode = 2;
}
