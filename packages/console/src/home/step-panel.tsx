import { CloseButton, Group, Paper, Text, Title } from '@mantine/core';
import { type CSSProperties, type ReactNode, useId } from 'react';
import { useFormats } from '../i18n/language.tsx';
import type { StepState } from './first-delivery-rules.ts';
import classes from './first-delivery.module.css';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';

/** The frame around the steps: title, progress, and the button that hides them. Wide windows show two columns of steps. */
export function StepPanel(props: {
  title: string;
  subtitle: string;
  states: readonly (StepState | undefined)[];
  onDismiss: () => void;
  children: ReactNode;
  /** Content below the steps. */
  after?: ReactNode;
}) {
  const { title, subtitle, onDismiss, children, after } = props;
  const t = useFirstDeliveryTexts();
  const formats = useFormats();
  const heading = useId();
  const states = props.states.filter((state) => state !== undefined);
  const done = states.filter((state) => state === 'done').length;
  // The style sheet cannot count the steps. The assertion is needed, because CSSProperties has no custom properties.
  const rows = { '--rows': Math.ceil(states.length / 2) } as CSSProperties;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} className={classes.way}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" mb="md">
        <div>
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {subtitle} · {t.progress(formats.number(done), formats.number(states.length))}
          </Text>
        </div>
        <CloseButton aria-label={t.dismiss} title={t.dismiss} onClick={onDismiss} />
      </Group>
      <ol className={classes.steps} style={rows}>
        {children}
      </ol>
      {after}
    </Paper>
  );
}
