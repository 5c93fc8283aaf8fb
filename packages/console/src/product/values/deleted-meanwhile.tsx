import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import { listProductHistory } from '@pimento/contract/wire';
import { IconArrowBackUp, IconCheck, IconCopy, IconTrash } from '@tabler/icons-react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { copyText } from './copy-text.ts';

/** Loads the history entry of the deletion. Returns undefined until the entry is loaded, or if the latest entry is not a deletion. */
function useDeletion(productId: string) {
  const history = useCall(listProductHistory, { params: { productId }, query: { limit: 1 } }, { staleMs: 0 });
  const [end] = history.data?.entries ?? [];
  return end?.kind === 'deleted' ? end : undefined;
}

/**
 * An alert for a product that was deleted while a value was being typed. Shows who deleted the product, and offers to restore the product,
 * to copy the value, or to discard the value.
 */
export function DeletedMeanwhile(props: {
  productId: string;
  typed: unknown;
  isSaving: boolean;
  onRestore: () => void;
  onDiscard: () => void;
}) {
  const { productId, typed, isSaving } = props;
  const t = useMessages();
  const formats = useFormats();
  const end = useDeletion(productId);
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconTrash aria-hidden />} title={t.product.goneTitle}>
      <Stack gap="sm">
        <Text size="sm">
          {end && `${t.product.conflictBy(end.actor.name ?? end.actor.id, formats.ago(end.at))} `}
          {t.product.goneText}
        </Text>
        <Group gap="xs">
          <Button
            size="xs"
            leftSection={<IconArrowBackUp size={14} aria-hidden />}
            loading={isSaving}
            h="auto"
            py={6}
            styles={{ label: { whiteSpace: 'normal' } }}
            onClick={props.onRestore}
          >
            {t.product.restoreAndSave}
          </Button>
          <CopyButton value={copyText(typed)}>
            {({ copied, copy }) => (
              <Button
                size="xs"
                variant="default"
                leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
                onClick={copy}
              >
                {copied ? t.common.copied : t.product.copyTyped}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" disabled={isSaving} onClick={props.onDiscard}>
            {t.product.discard}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** The banner on the page of a deleted product that still shows its values, because the page has unsaved input. */
export function DeletedBanner({ productId, unsaved }: { productId: string; unsaved: readonly string[] }) {
  const t = useMessages();
  const formats = useFormats();
  const end = useDeletion(productId);
  return (
    <Alert
      color="red"
      variant="light"
      role="note"
      icon={<IconTrash aria-hidden />}
      title={end ? t.product.deletedBy(end.actor.name ?? end.actor.id, formats.moment(end.at)) : t.product.goneTitle}
      mb="md"
    >
      <Text size="sm">{t.product.goneBanner(unsaved.join(', '))}</Text>
    </Alert>
  );
}
