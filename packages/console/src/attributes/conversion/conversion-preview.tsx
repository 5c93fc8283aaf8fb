import { Skeleton, Stack, Text } from '@mantine/core';
import type { ConversionPreview as Preview } from '@pimento/contract';
import { useFormats } from '../../i18n/language.tsx';
import { SplitOffer } from './split-offer.tsx';
import { ValueKind } from './conversion-values.tsx';
import classes from './conversion.module.css';
import { useConversionTexts } from './conversion-texts.ts';

/** The kinds of values that are probably not files. A kind is shown only if it has values. */
const doubtfulKinds = ['lists', 'brokenUrls', 'paths', 'placeholders', 'others', 'refused'] as const;

/** Shows which assets the stored values of an attribute would become. `preview` is undefined until it is loaded. */
export function ConversionPreview({ preview }: { preview: Preview | undefined }) {
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  if (preview === undefined)
    return (
      <Stack gap="xs">
        <Text size="sm" c="dimmed">
          {conversionTexts.reading}
        </Text>
        <Skeleton height={150} />
      </Stack>
    );
  const { urls, ids, values } = preview;
  /** Returns the number of missing files as text, or undefined if every file is missing. */
  const waitingOf = ({ waiting, distinct }: typeof urls) =>
    waiting === distinct ? undefined : formats.number(waiting);
  if (values === 0)
    return (
      <Stack>
        <Text size="sm">{conversionTexts.text}</Text>
        <Text size="sm" c="dimmed">
          {conversionTexts.noValues}
        </Text>
      </Stack>
    );
  return (
    <Stack>
      <Text size="sm">{conversionTexts.text}</Text>
      <div className={classes.kinds}>
        <ValueKind
          label={conversionTexts.urls}
          kind={urls}
          text={conversionTexts.urlsText(formats.number(urls.distinct), waitingOf(urls))}
        />
        <ValueKind
          label={conversionTexts.ids}
          kind={ids}
          text={conversionTexts.idsText(formats.number(ids.distinct), waitingOf(ids))}
        />
        {doubtfulKinds
          .filter((kind) => preview[kind].values > 0)
          .map((kind) => (
            <ValueKind
              key={kind}
              label={conversionTexts.doubtful[kind].label}
              kind={preview[kind]}
              text={conversionTexts.doubtful[kind].text}
              isDoubtful
            >
              {kind === 'lists' && <SplitOffer preview={preview} />}
            </ValueKind>
          ))}
      </div>
    </Stack>
  );
}
