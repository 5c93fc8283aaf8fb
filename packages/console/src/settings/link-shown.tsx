import { Button, Group, Stack, Text } from '@mantine/core';
import type { SentLink } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';

/** A one-time link that the user passes on. `sent` is the text that is shown instead if the link was sent by e-mail. */
export function LinkShown({ link, sent, onClose }: { link: string | null; sent: string; onClose: () => void }) {
  const t = useMessages();
  if (link !== null)
    return <ShownOnce warning={t.invitations.linkOnce} text={link} label={t.invitations.link} onClose={onClose} />;
  return (
    <Stack>
      <Text size="sm">{sent}</Text>
      <Group justify="flex-end">
        <Button onClick={onClose}>{t.common.close}</Button>
      </Group>
    </Stack>
  );
}

/** A dialog with the link that lets a person set a new password. */
export function PasswordLinkDialog(props: { name: string; link: SentLink; onClose: () => void }) {
  const t = useMessages();
  return (
    <Dialog title={t.invitations.passwordLinkFor(props.name)} onClose={props.onClose} locked>
      <LinkShown link={props.link.link} sent={t.invitations.passwordLinkSent} onClose={props.onClose} />
    </Dialog>
  );
}
