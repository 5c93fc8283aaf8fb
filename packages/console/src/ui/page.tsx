import { Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './ui.module.css';

/** A screen with title, actions and content. */
export function Page(props: {
  title: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** A picture beside the title. */
  picture?: ReactNode;
  /** True if the content fills the height and scrolls independently of the page. */
  fill?: boolean;
  wide?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    document.title = `${props.title} · Pimento`;
  }, [props.title]);
  return (
    <div className={props.fill ? classes.pageFill : classes.page} data-wide={props.wide ?? props.fill}>
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        {props.picture}
        <div className={classes.heading} data-pictured={props.picture !== undefined}>
          <Title order={1} size="h2">
            {props.title}
          </Title>
          {/* as high as one line, so that nothing moves when the text arrives */}
          {props.subtitle !== undefined && (
            <Text c="dimmed" size="sm" component="div" mih="1lh">
              {props.subtitle}
            </Text>
          )}
        </div>
        <Group gap="xs">{props.actions}</Group>
      </Group>
      {props.children}
    </div>
  );
}

/** A placeholder for a list that is being loaded. */
export function ListSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <Stack gap="xs" aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={40} radius="sm" />
      ))}
    </Stack>
  );
}
