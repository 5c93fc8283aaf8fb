import { Button, Stack, Text } from '@mantine/core';
import {
  type ConversionPreview,
  getClientConversionProgress,
  previewClientConversion,
  splitClientAttribute,
} from '@pimento/contract/wire';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { useConversionTexts } from './conversion-texts.ts';

const busyMs = 1000;

/** Offers to split lists into several values, and shows the progress. The preview is fetched again when the split has ended. */
export function SplitOffer({ preview }: { preview: ConversionPreview }) {
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  const { clientId } = useWork();
  const queryClient = useQueryClient();
  const params = { attributeId: preview.path };
  const split = useChange((api, _input: void) => api.call(splitClientAttribute, { params }));
  const isSplitting = preview.split?.status === 'Splitting';
  const progress = useCall(getClientConversionProgress, { params }, { enabled: isSplitting, refetchMs: busyMs });
  const hasEnded = isSplitting && progress.data?.split?.status === 'Completed';
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: callKey(clientId, previewClientConversion) });
  }, [hasEnded, queryClient, clientId]);
  if (isSplitting)
    return (
      <Text size="xs" mt="xs" role="status">
        {conversionTexts.splitting(formats.number(progress.data?.split?.products ?? 0))}
      </Text>
    );
  return (
    <Stack gap={6} mt="xs" align="flex-start">
      <Button size="xs" variant="default" loading={split.isPending} onClick={() => split.mutate()}>
        {conversionTexts.split}
      </Button>
      <Text size="xs" c="dimmed">
        {conversionTexts.splitText}
      </Text>
    </Stack>
  );
}
