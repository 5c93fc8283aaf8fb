import { runAdapterProgram } from '@pimento/adapter-kit';
import { createFolderAdapter } from './folder-adapter.ts';

const folder = process.env['PIMENTO_TARGET'];
if (folder) {
  await runAdapterProgram(
    createFolderAdapter(folder, {
      standardFile: process.env['FOLDER_STANDARD'] || undefined,
      spreadsheetSafe: process.env['FOLDER_SPREADSHEET_SAFE'] === 'true',
    }),
  );
} else {
  process.stderr.write('PIMENTO_TARGET must be the target folder.\n');
  process.exitCode = 2;
}
