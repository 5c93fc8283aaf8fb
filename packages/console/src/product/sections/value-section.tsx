import { Paper, Title, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './sections.module.css';

/** A group of values below its name. If `onFold` is set, clicking the name folds or unfolds the group. */
export function ValueSection(props: {
  id: string;
  label: string;
  isFolded: boolean;
  onFold: (() => void) | undefined;
  /** A button beside the name. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const { id, label, isFolded, onFold, action, children } = props;
  const content = useId();
  return (
    <section id={id} aria-label={label} className={classes.section}>
      <div className={classes.sectionHead}>
        <Title order={2} size="h5">
          {onFold ? (
            <UnstyledButton
              className={classes.sectionTitle}
              aria-expanded={!isFolded}
              aria-controls={content}
              onClick={onFold}
            >
              {label}
              <IconChevronRight className={classes.fold} data-open={!isFolded || undefined} size={15} aria-hidden />
            </UnstyledButton>
          ) : (
            // focused by the links to sections
            <span tabIndex={-1}>{label}</span>
          )}
        </Title>
        {!isFolded && action}
      </div>
      {/* `clip` instead of `hidden`, because the buttons of an edited table stick to the bottom of the window */}
      <Paper id={content} withBorder style={{ overflow: 'clip' }} hidden={isFolded}>
        {!isFolded && children}
      </Paper>
    </section>
  );
}
