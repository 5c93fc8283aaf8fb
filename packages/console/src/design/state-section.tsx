import { Alert, Button, Paper, SimpleGrid, Stack } from '@mantine/core';
import { ConnectionError } from '@pimento/client';
import { IconPackages } from '@tabler/icons-react';
import { useMessages } from '../i18n/language.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FailedAction } from '../ui/failed-action.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { DesignSection } from './design-section.tsx';

const failure = new ConnectionError('/api/products/v1/products', new TypeError('Failed to fetch'));

export function StateSection() {
  const t = useMessages();
  return (
    <DesignSection
      id="states"
      rule="An empty list says what will be here and offers the next step. While a list is loading, bars keep its place. A failure says what failed and offers to try again; what was typed stays."
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Paper withBorder>
          <EmptyState icon={IconPackages} title={t.imports.none} text={t.imports.noneText}>
            <Button variant="default">{t.imports.import}</Button>
          </EmptyState>
        </Paper>
        <Stack>
          <ListSkeleton rows={3} />
          <ProblemAlert error={failure} retry={() => undefined} />
          <FailedAction error={failure} />
          <Alert color="orange" variant="light">
            3 products have a country that is not in the list.
          </Alert>
          <Alert color="green" variant="light">
            All values fit.
          </Alert>
        </Stack>
      </SimpleGrid>
    </DesignSection>
  );
}
