import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMessages } from '../i18n/language.tsx';
import { CopyLine } from './curl-line.tsx';

/** A secret that is shown only once. `example` is a command that uses the secret. */
export function ShownOnce(props: {
  warning: string;
  text: string;
  label: string;
  example?: string;
  onClose: () => void;
}) {
  const t = useMessages();
  return (
    <Stack>
      <Alert color="orange" variant="light">
        {props.warning}
      </Alert>
      <CopyLine text={props.text} label={props.label} />
      {props.example !== undefined && (
        <div>
          <Text size="sm" fw={500} mb={4}>
            {t.settings.testCall}
          </Text>
          <CopyLine text={props.example} label={t.common.command} />
        </div>
      )}
      <Group justify="flex-end">
        <Button onClick={props.onClose}>{t.common.close}</Button>
      </Group>
    </Stack>
  );
}
