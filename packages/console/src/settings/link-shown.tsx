import { Button, Group, Stack, Text } from '@mantine/core';
import type { SentLink } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ShownOnce } from '../ui/shown-once.tsx';
import { useInvitationTexts } from './invitation-texts.ts';

/** A one-time link that the user passes on. `sent` is the text that is shown instead if the link was sent by e-mail. */
export function LinkShown({ link, sent, onClose }: { link: string | null; sent: string; onClose: () => void }) {
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  if (link !== null)
    return <ShownOnce warning={invitationTexts.linkOnce} text={link} label={invitationTexts.link} onClose={onClose} />;
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
  const invitationTexts = useInvitationTexts();
  return (
    <Dialog title={invitationTexts.passwordLinkFor(props.name)} onClose={props.onClose} locked>
      <LinkShown link={props.link.link} sent={invitationTexts.passwordLinkSent} onClose={props.onClose} />
    </Dialog>
  );
}
