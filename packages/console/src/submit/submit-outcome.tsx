import { visibleText } from '@pimento/contract/text';
import { Alert, Anchor, Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import type { SubmitAnswer } from '@pimento/contract';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import layout from '../ui/layout.module.css';

const maxShown = 50;

/** The result of a submit, with the number of products that were sent, and the skipped products with the reasons. */
export function SubmitOutcome({ answer, onClose }: { answer: SubmitAnswer; onClose: () => void }) {
  const t = useMessages();
  const formats = useFormats();
  const { submissionId, submitted, skipped, skippedCount, missingAssets } = answer;
  const isSent = submissionId !== null;
  return (
    <Stack role="status">
      <Alert
        color={isSent ? 'green' : 'orange'}
        variant="light"
        icon={isSent ? <IconCheck aria-hidden /> : <IconInfoCircle aria-hidden />}
        title={isSent ? t.submit.done(formats.number(submitted)) : t.submit.nothing}
      >
        {missingAssets > 0 && t.submit.missingAssets(formats.number(missingAssets))}
      </Alert>
      {skippedCount > 0 && (
        <Stack gap="xs">
          <Text size="sm" fw={600}>
            {t.submit.skipped(formats.number(skippedCount))}
          </Text>
          <Paper
            withBorder
            className={layout.frame}
            tabIndex={0}
            role="group"
            aria-label={t.submit.skipped(formats.number(skippedCount))}
            mah={280}
          >
            <Table>
              <Table.Tbody>
                {skipped.slice(0, maxShown).map((skip) => (
                  <Table.Tr key={skip.productId}>
                    <Table.Td style={{ overflowWrap: 'anywhere' }}>
                      <Anchor component={Link} to={`/products/${encodeURIComponent(skip.productId)}`} size="sm">
                        {visibleText(skip.productId)}
                      </Anchor>
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm">{textOfProblem(t, skip)}</Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Paper>
          {skippedCount > maxShown && (
            <Text size="sm" c="dimmed">
              {t.submit.more(formats.number(skippedCount - maxShown))}
            </Text>
          )}
        </Stack>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t.common.close}
        </Button>
        {isSent && (
          <Button component={Link} to={`/submissions/${submissionId}`}>
            {t.submit.log}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
