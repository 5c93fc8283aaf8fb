import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import {
  type AttributeDefinition,
  convertClientAttribute,
  getClientConversionProgress,
  previewClientConversion,
} from '@pimento/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { callKey, useCall } from '../../session/use-call.ts';
import { useChange } from '../../session/use-change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ConversionProgress, isUnderWay } from './conversion-progress.tsx';
import { ValueKind } from './conversion-values.tsx';
import classes from './conversion.module.css';

const busyMs = 1000;
const idleMs = 10_000;

/**
 * Makes an attribute an asset or a text again: first what is there, then how far it is.
 * @param holders products with a value, where that is known
 */
export function ConversionDialog(props: {
  definition: AttributeDefinition;
  holders: number | undefined;
  onClose: () => void;
}) {
  const { definition, holders, onClose } = props;
  const t = useMessages();
  const params = { attributeId: definition.path };
  const isAsset = definition.type.id.toLowerCase() === 'asset';
  const convert = useChange(
    (api, type: 'asset' | 'string') => api.call(convertClientAttribute, { params, body: { type } }),
    (_preview, type) =>
      type === 'asset' ? t.conversion.started(definition.name) : t.conversion.backDone(definition.name),
    { showsFailure: true },
  );
  const back = () => convert.mutate('string', { onSuccess: onClose });
  return (
    <Dialog
      title={isAsset ? t.conversion.backTitle(definition.name) : t.conversion.title(definition.name)}
      onClose={onClose}
      size="xl"
    >
      <Stack>
        {convert.isError && (
          <Alert color="red" variant="light" role="alert">
            {problemText(t, convert.error)}
          </Alert>
        )}
        {isAsset ? (
          <Progress attributeId={definition.path} holders={holders} />
        ) : (
          <Preview attributeId={definition.path} />
        )}
        {isAsset && (
          <Text size="sm" c="dimmed">
            {t.conversion.backText}
          </Text>
        )}
        <Group justify="space-between">
          {isAsset ? (
            <Button variant="default" loading={convert.isPending} onClick={back}>
              {t.conversion.back}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant={isAsset ? 'filled' : 'default'} onClick={onClose}>
              {isAsset ? t.common.close : t.common.cancel}
            </Button>
            {!isAsset && (
              <Button loading={convert.isPending} onClick={() => convert.mutate('asset')} data-autofocus>
                {t.conversion.submit}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** What the stored values would become. */
function Preview({ attributeId }: { attributeId: string }) {
  const t = useMessages();
  const formats = useFormats();
  const preview = useCall(previewClientConversion, { params: { attributeId } }, { staleMs: 60_000 });
  if (preview.isPending)
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {t.conversion.reading}
        </Text>
        <Skeleton height={150} />
      </Stack>
    );
  if (preview.isError) return <ProblemAlert error={preview.error} retry={preview.refetch} />;
  const { urls, ids, others, values } = preview.data;
  return (
    <Stack>
      <Text size="sm">{t.conversion.text}</Text>
      {values === 0 ? (
        <Text size="sm" c="dimmed">
          {t.conversion.noValues}
        </Text>
      ) : (
        <div className={classes.kinds}>
          <ValueKind
            label={t.conversion.urls}
            kind={urls}
            text={t.conversion.urlsText(
              formats.number(urls.distinct),
              urls.waiting === urls.distinct ? undefined : formats.number(urls.waiting),
            )}
          />
          <ValueKind
            label={t.conversion.ids}
            kind={ids}
            text={t.conversion.idsText(
              formats.number(ids.distinct),
              ids.waiting === ids.distinct ? undefined : formats.number(ids.waiting),
            )}
          />
          <ValueKind
            label={t.conversion.others}
            kind={others}
            text={t.conversion.othersText(formats.number(others.distinct))}
            isDoubtful
          />
        </div>
      )}
    </Stack>
  );
}

function Progress({ attributeId, holders }: { attributeId: string; holders: number | undefined }) {
  const { api, clientId } = useWork();
  const progress = useQuery({
    queryKey: callKey(clientId, getClientConversionProgress, attributeId),
    queryFn: ({ signal }) => api.call(getClientConversionProgress, { params: { attributeId }, signal }),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? idleMs : busyMs),
    staleTime: 0,
  });
  if (progress.isPending) return <Skeleton height={120} />;
  if (progress.isError) return <ProblemAlert error={progress.error} retry={progress.refetch} />;
  return <ConversionProgress progress={progress.data} holders={holders} />;
}
