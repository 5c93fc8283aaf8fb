import { Text } from '@mantine/core';
import type { ConversionPreview } from '@pimento/contract';
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import classes from './conversion.module.css';
import { useConversionTexts } from './conversion-texts.ts';

/** One kind of stored value, with the number of its values and samples. */
export function ValueKind(props: {
  label: string;
  text: string;
  kind: ConversionPreview['urls'];
  isDoubtful?: boolean;
  children?: ReactNode;
}) {
  const { label, text, kind, isDoubtful, children } = props;
  const conversionTexts = useConversionTexts();
  const formats = useFormats();
  return (
    <section
      className={classes.kind}
      aria-label={label}
      data-empty={kind.values === 0 || undefined}
      data-doubtful={(isDoubtful === true && kind.values > 0) || undefined}
    >
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <strong className={classes.amount}>{formats.number(kind.values)}</strong>
      {kind.values > 0 && (
        <>
          <Text size="xs" c="dimmed">
            {text}
          </Text>
          <ul className={classes.samples} aria-label={conversionTexts.samples}>
            {kind.samples.map((sample) => (
              <li key={sample} title={sample}>
                {sample}
              </li>
            ))}
          </ul>
          {children}
        </>
      )}
    </section>
  );
}
