import type { Client } from '@pimento/client';
import { listImportErrors } from '@pimento/contract/wire';
import { saveBlob } from '../ui/save-blob.ts';

/** Saves all errors of an import as an NDJSON file. */
export async function downloadErrors(api: Client, jobRef: string): Promise<void> {
  const lines: string[] = [];
  for await (const error of api.listAll(listImportErrors, { params: { jobRef }, query: { limit: 1000 } }))
    lines.push(`${JSON.stringify(error)}\n`);
  saveBlob(new Blob(lines, { type: 'application/x-ndjson' }), `errors-${jobRef}.ndjson`);
}
