import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  type AttributeDefinition,
  convertClientAttribute,
  getClientConversionProgress,
  previewClientConversion,
} from '@pimento/contract/wire';
import { useQuery } from '@tanstack/react-query';
import { useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { FailedAction } from '../../ui/failed-action.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ConversionPreview } from './conversion-preview.tsx';
import { ConversionProgress } from './conversion-progress.tsx';
import { isRunning } from './conversion-state.ts';
import { useConversionTexts } from './conversion-texts.ts';

const busyMs = 1000;
const idleMs = 10_000;

interface Props {
  definition: AttributeDefinition;
  /** The number of products with a value, or undefined if it is unknown. */
  productCount: number | undefined;
  onClose: () => void;
}

/** Converts a text attribute to an asset attribute or back. Shows a preview first, then the progress. */
export function ConversionDialog({ definition, productCount, onClose }: Props) {
  const t = useMessages();
  const conversionTexts = useConversionTexts();
  const isAsset = definition.type.id.toLowerCase() === 'asset';
  const convert = useConversion(definition);
  return (
    <Dialog
      title={isAsset ? conversionTexts.backTitle(definition.name) : conversionTexts.title(definition.name)}
      onClose={onClose}
      size="xl"
    >
      <Stack>
        <FailedAction error={convert.error} />
        {isAsset ? (
          <>
            <LoadedProgress attributeId={definition.path} productCount={productCount} />
            <Text size="sm" c="dimmed">
              {conversionTexts.backText}
            </Text>
            <Group justify="space-between">
              <Button
                variant="default"
                loading={convert.isPending}
                onClick={() => convert.mutate('string', { onSuccess: onClose })}
              >
                {conversionTexts.back}
              </Button>
              <Button onClick={onClose}>{t.common.close}</Button>
            </Group>
          </>
        ) : (
          <ToAsset
            attributeId={definition.path}
            isPending={convert.isPending}
            onConvert={() => convert.mutate('asset')}
            onClose={onClose}
          />
        )}
      </Stack>
    </Dialog>
  );
}

/** The preview of a conversion, and the buttons below it. */
function ToAsset(props: { attributeId: string; isPending: boolean; onConvert: () => void; onClose: () => void }) {
  const { attributeId, isPending, onConvert, onClose } = props;
  const t = useMessages();
  const conversionTexts = useConversionTexts();
  const preview = useCall(previewClientConversion, { params: { attributeId } }, { staleMs: 60_000 });
  const isRefused = (preview.data?.refused.values ?? 0) > 0;
  return (
    <>
      {preview.isLoadingError ? (
        <ProblemAlert error={preview.error} retry={preview.refetch} />
      ) : (
        <ConversionPreview preview={preview.data} />
      )}
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t.common.cancel}
        </Button>
        <Button loading={isPending} disabled={isRefused} onClick={onConvert} data-autofocus>
          {conversionTexts.submit}
        </Button>
      </Group>
    </>
  );
}

function useConversion({ path, name }: AttributeDefinition) {
  const conversionTexts = useConversionTexts();
  return useChange(
    (api, type: 'asset' | 'string') =>
      api.call(convertClientAttribute, { params: { attributeId: path }, body: { type } }),
    (_preview, type) => (type === 'asset' ? conversionTexts.started(name) : conversionTexts.backDone(name)),
    { showsFailure: true },
  );
}

function LoadedProgress({ attributeId, productCount }: { attributeId: string; productCount: number | undefined }) {
  const { api, clientId } = useWork();
  const progress = useQuery({
    queryKey: callKey(clientId, getClientConversionProgress, attributeId),
    queryFn: ({ signal }) => api.call(getClientConversionProgress, { params: { attributeId }, signal }),
    refetchInterval: ({ state }) => (state.data && !isRunning(state.data) ? idleMs : busyMs),
    staleTime: 0,
  });
  if (progress.isPending) return <Skeleton height={120} />;
  if (progress.isError) return <ProblemAlert error={progress.error} retry={progress.refetch} />;
  return <ConversionProgress conversion={progress.data} productCount={productCount} />;
}
