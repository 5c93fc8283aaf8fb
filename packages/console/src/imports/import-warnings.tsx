import { Alert, Stack, Text } from '@mantine/core';
import type { ImportReport } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { ItemProblemText } from './item-problem-text.tsx';

const maxShown = 20;

/** The first warnings of an import. */
export function ImportWarnings({ warnings }: { warnings: ImportReport['warnings'] }) {
  const t = useMessages();
  return (
    <Alert color="orange" variant="light" title={t.imports.warnings}>
      <Stack gap={2}>
        {warnings.slice(0, maxShown).map((warning, index) => (
          <ItemProblemText key={index} problem={warning} />
        ))}
        {warnings.length > maxShown && <Text size="sm">{t.common.more(warnings.length - maxShown)}</Text>}
      </Stack>
    </Alert>
  );
}
