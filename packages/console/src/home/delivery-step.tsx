import { Loader, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { StepState } from './first-delivery-rules.ts';
import classes from './first-delivery.module.css';
import { useFirstDeliveryTexts } from './first-delivery-texts.ts';

/** One step: its state, its description, and its action. */
export function DeliveryStep(props: { state: StepState; title: string; text: string; children?: ReactNode }) {
  const { state, title, text, children } = props;
  const t = useFirstDeliveryTexts();
  return (
    <li className={classes.step} data-state={state}>
      <span className={classes.mark} aria-hidden>
        <Mark state={state} />
      </span>
      <div className={classes.text}>
        <Text fw={600} size="sm">
          {title}
          <VisuallyHidden>{` (${t.states[state]})`}</VisuallyHidden>
        </Text>
        {/* The text changes only with the state. A region that appears together with its text would not be announced. */}
        <Text size="sm" c="dimmed" aria-live="polite">
          {text}
        </Text>
      </div>
      {children}
    </li>
  );
}

function Mark({ state }: { state: StepState }) {
  if (state === 'done') return <IconCheck size={14} stroke={3} />;
  if (state === 'failed') return <IconAlertTriangle size={14} />;
  return state === 'running' ? <Loader size={12} /> : null;
}
