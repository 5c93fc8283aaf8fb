import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { type Readiness, refreshReadiness } from '@pimento/contract/wire';
import { IconRefresh } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { useChange } from '../../session/use-change.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** The number of products that are still being checked, and a button that checks all products again. */
export function PassLine({ channelId, readiness }: { channelId: string; readiness: Readiness }) {
  const t = useReadinessTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const { pass, pending } = readiness;
  const refresh = useChange(
    (api, _input: void) => api.call(refreshReadiness, { params: { channelId } }),
    () => t.refreshed,
  );
  return (
    <Group mt="sm" gap="sm" justify="space-between">
      <Stack gap={4} style={{ flex: '1 1 240px' }} aria-live="polite">
        {pass !== null && pass.total > 0 && (
          <>
            <Text size="sm">{t.pass(formats.number(Math.min(pass.done, pass.total)), formats.number(pass.total))}</Text>
            <Progress value={(100 * pass.done) / pass.total} aria-label={t.passLabel} />
          </>
        )}
        {pass === null && pending > 0 && (
          <Text size="sm" c="dimmed">
            {t.pending(pending, formats.number(pending))}
          </Text>
        )}
      </Stack>
      {canWrite && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={refresh.isPending}
          disabled={pass !== null}
          onClick={() => refresh.mutate()}
        >
          {t.refresh}
        </Button>
      )}
    </Group>
  );
}
