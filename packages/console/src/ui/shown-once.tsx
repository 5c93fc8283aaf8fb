import { Alert, Button, Group, Stack } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { CopyLine } from './curl-line.tsx';

/** A secret that the service shows this once. */
export function ShownOnce(props: { warning: string; text: string; label: string; onClose: () => void }) {
  const t = useMessages();
  return (
    <Stack>
      <Alert color="orange" variant="light">
        {props.warning}
      </Alert>
      <CopyLine text={props.text} label={props.label} />
      <Group justify="flex-end">
        <Button onClick={props.onClose}>{t.common.close}</Button>
      </Group>
    </Stack>
  );
}
