import { Group, Progress, Stack, Text } from '@mantine/core';
import type { ConversionProgress as Conversion } from '@pimento/contract';
import { assetReason } from '../../assets/record/asset-reason.ts';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import { ConversionFiles } from './conversion-files.tsx';
import { convertedPercent, isRunning } from './conversion-state.ts';
import classes from './conversion.module.css';
import { useConversionTexts } from './conversion-texts.ts';

interface Props {
  conversion: Conversion;
  /** The number of products with a value, or undefined if it is unknown. */
  productCount: number | undefined;
}

/** The progress of a conversion, with its products, its files, and the reasons why files failed. */
export function ConversionProgress({ conversion, productCount }: Props) {
  const conversionTexts = useConversionTexts();
  return (
    <Stack aria-live="polite">
      <ConvertedProducts conversion={conversion} productCount={productCount} />
      <ConversionFiles conversion={conversion} />
      <Failures failures={conversion.failures} />
      {isRunning(conversion) && (
        <Text size="sm" c="dimmed">
          {conversionTexts.mayClose}
        </Text>
      )}
    </Stack>
  );
}

function ConvertedProducts({ conversion, productCount }: Props) {
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  const { job } = conversion;
  if (!job) return null;
  const isConverting = job.status === 'Converting';
  const converted = formats.number(job.products);
  return (
    <div>
      <Group justify="space-between" mb={6}>
        <Text size="sm" fw={500}>
          {conversionTexts.products}
        </Text>
        <Text size="sm" c="dimmed" className="number">
          {productCount === undefined || !isConverting
            ? converted
            : conversionTexts.productsOf(converted, formats.number(productCount))}
        </Text>
      </Group>
      <Progress
        value={convertedPercent(conversion, productCount)}
        animated={isConverting}
        aria-label={conversionTexts.products}
      />
    </div>
  );
}

function Failures({ failures }: { failures: Conversion['failures'] }) {
  const t = useMessages();
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  if (failures.length === 0) return null;
  return (
    <ul className={classes.failures} aria-label={conversionTexts.failures}>
      {failures.map(({ statusCode, assets, sample }) => (
        <li key={statusCode}>
          <span className="number">{formats.number(assets)}</span> {assetReason(t, { statusCode, statusInfo: null })}{' '}
          <Text span size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {sample}
          </Text>
        </li>
      ))}
    </ul>
  );
}
