import { Button, Group, Stack, Text } from '@mantine/core';
import type { ImportMappingInfo } from '@pimento/contract';
import { getImportMapping, putImportMapping } from '@pimento/contract/wire';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { useWizardTexts } from '../texts/wizard-texts.ts';
import { DownloadMapping } from './download-mapping.tsx';

/** The service keeps this many versions of a mapping, so at most this many are shown. */
const keptVersions = 10;

/** The stored versions of a mapping. The current version comes first. */
export function VersionsDialog(props: { mapping: ImportMappingInfo; onClose: () => void }) {
  const { mapping, onClose } = props;
  const texts = useWizardTexts();
  const count = Math.min(mapping.version, keptVersions);
  const versions = Array.from({ length: count }, (_, at) => mapping.version - at);
  return (
    <Dialog title={texts.versionsOf(mapping.name)} onClose={onClose} size="lg">
      <Stack gap="xs">
        {versions.map((version) => (
          <VersionRow key={version} mapping={mapping} version={version} onRestored={onClose} />
        ))}
      </Stack>
    </Dialog>
  );
}

/** One version. Renders nothing until it is loaded, or if the service no longer has it because the mapping has been deleted. */
function VersionRow(props: { mapping: ImportMappingInfo; version: number; onRestored: () => void }) {
  const { mapping, version, onRestored } = props;
  const { name, version: current } = mapping;
  const texts = useWizardTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { data } = useCall(getImportMapping, { params: { name }, query: { version } });
  const restore = useChange(
    (api, body: NonNullable<typeof data>['document']) =>
      api.call(putImportMapping, { params: { name }, query: { expectedVersion: current }, body }),
    () => {
      onRestored();
      return texts.restored(formats.number(version));
    },
  );
  if (!data) return null;
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm">
        {texts.storedVersion(formats.number(version), formats.moment(data.changedAt))} ·{' '}
        {texts.storedCount(formats.number(data.columns))}
      </Text>
      <Group gap={6}>
        <DownloadMapping name={name} version={version} label={texts.downloadVersion(formats.number(version))} />
        {version === current ? (
          <Text size="xs" c="dimmed">
            {texts.currentVersion}
          </Text>
        ) : (
          canWrite && (
            <Button
              size="compact-xs"
              variant="default"
              loading={restore.isPending}
              aria-label={texts.restoreVersion(formats.number(version))}
              onClick={() => restore.mutate(data.document)}
            >
              {texts.restore}
            </Button>
          )
        )}
      </Group>
    </Group>
  );
}
