import { Skeleton, Stack, Text } from '@mantine/core';
import { previewClientConversion } from '@pimento/contract/wire';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { ValueKind } from './conversion-values.tsx';
import classes from './conversion.module.css';

/** A preview of the assets that the stored values of an attribute would become. */
export function ConversionPreview({ attributeId }: { attributeId: string }) {
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
  /** Returns the number of missing files as text, unless all files are missing. */
  const waitingOf = ({ waiting, distinct }: typeof urls) =>
    waiting === distinct ? undefined : formats.number(waiting);
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
            text={t.conversion.urlsText(formats.number(urls.distinct), waitingOf(urls))}
          />
          <ValueKind
            label={t.conversion.ids}
            kind={ids}
            text={t.conversion.idsText(formats.number(ids.distinct), waitingOf(ids))}
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
