import { Button } from '@mantine/core';
import { getImportMappingDocument } from '@pimento/contract/wire';
import { useChange } from '../../session/use-change.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import { useWizardTexts } from '../texts/wizard-texts.ts';

/** Saves a version of a mapping as JSON, in the form that `pimento mappings put` and the API accept. */
export function DownloadMapping({ name, version, label }: { name: string; version: number; label: string }) {
  const texts = useWizardTexts();
  const download = useChange(async (api, _input: void) => {
    const document = await api.call(getImportMappingDocument, { params: { name }, query: { version } });
    const text = `${JSON.stringify(document, undefined, 2)}\n`;
    saveBlob(new Blob([text], { type: 'application/json' }), `${name}-${version}.json`);
  });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={label}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {texts.download}
    </Button>
  );
}
