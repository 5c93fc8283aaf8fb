import { Anchor, Group, Stack } from '@mantine/core';
import { Page } from '../ui/page.tsx';
import { ColorSection } from './color-section.tsx';
import { designTitle, sections } from './design-texts.ts';
import { EdgeSection } from './edge-section.tsx';
import { FieldSection } from './field-section.tsx';
import { OverlaySection } from './overlay-section.tsx';
import { StateSection } from './state-section.tsx';
import { TableSection } from './table-section.tsx';
import { TextSection } from './text-section.tsx';
import { VerbSection } from './verb-section.tsx';

/** Shows every part of the design system, built from the components that the screens use. Only in development. */
export function DesignPage() {
  return (
    <Page
      title={designTitle}
      subtitle={
        <Group component="nav" aria-label="Sections" gap="md">
          {Object.entries(sections).map(([id, title]) => (
            <Anchor key={id} href={`#${id}`} size="sm">
              {title}
            </Anchor>
          ))}
        </Group>
      }
    >
      <Stack gap={48}>
        <ColorSection />
        <TableSection />
        <EdgeSection />
        <TextSection />
        <VerbSection />
        <FieldSection />
        <OverlaySection />
        <StateSection />
      </Stack>
    </Page>
  );
}
