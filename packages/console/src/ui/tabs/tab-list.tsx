import { Box, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollRow } from './scroll-row.tsx';
import classes from './scroll-row.module.css';

/** The tabs of a page in one line, which scrolls on narrow screens. */
export function TabList({ active, mb, children }: { active: string; mb: 'md' | 'lg'; children: ReactNode }) {
  return (
    <Box mb={mb}>
      <ScrollRow active={active}>
        <Tabs.List className={classes.tabs}>{children}</Tabs.List>
      </ScrollRow>
    </Box>
  );
}
