import { Alert, Text } from '@mantine/core';
import { IconRefreshAlert } from '@tabler/icons-react';
import { useFormats, useMessages } from '../i18n/language.tsx';

/** Warns that an action was not carried out, because the number of chosen products has changed since the user saw it. */
export function RecountAlert({ before, now }: { before: number; now: number }) {
  const t = useMessages();
  const formats = useFormats();
  return (
    <Alert
      color="orange"
      variant="light"
      role="alert"
      icon={<IconRefreshAlert aria-hidden />}
      title={t.products.recounted(formats.number(now))}
    >
      <Text size="sm">{t.products.recountedText(formats.number(before))}</Text>
    </Alert>
  );
}
