import { Select, Stack, TextInput } from '@mantine/core';
import { inviteMember, type Role, roles } from '@pimento/contract/wire';
import { type FormEvent, useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { useChange } from '../session/use-change.ts';
import { FailedAction } from '../ui/failed-action.tsx';
import { DialogActions, FormDialog } from '../ui/dialog.tsx';
import { LinkShown } from './link-shown.tsx';
import { roleOf } from './member-changes.ts';
import { useInvitationTexts } from './invitation-texts.ts';

interface Invitee {
  email: string;
  name: string;
  role: Role;
}

/** Invites a person. The link is either shown once or sent by e-mail. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const invitationTexts = useInvitationTexts();
  const invitation = useChange(
    (api, { name, ...rest }: Invitee) =>
      api.call(inviteMember, { body: { ...rest, ...(name === '' ? {} : { name }) } }),
    undefined,
    { showsFailure: true },
  );
  const { data, error } = invitation;
  return (
    <FormDialog action={invitation} title={invitationTexts.invite} onClose={onClose} locked={invitation.isSuccess}>
      {data ? (
        <LinkShown link={data.link} sent={invitationTexts.sent(data.invitation.email)} onClose={onClose} />
      ) : (
        <InviteForm error={error} isPending={invitation.isPending} onSubmit={invitation.mutate} onClose={onClose} />
      )}
    </FormDialog>
  );
}

function InviteForm(props: {
  error: Error | null;
  isPending: boolean;
  onSubmit: (invitee: Invitee) => void;
  onClose: () => void;
}) {
  const { error, isPending, onSubmit, onClose } = props;
  const t = useMessages();
  const invitationTexts = useInvitationTexts();
  const [invitee, setInvitee] = useState<Invitee>({ email: '', name: '', role: 'editor' });
  const { email, name, role } = invitee;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(invitee);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <FailedAction error={error} />
        <TextInput
          label={invitationTexts.email}
          type="email"
          required
          data-autofocus
          value={email}
          onChange={({ currentTarget }) => setInvitee({ ...invitee, email: currentTarget.value })}
        />
        <TextInput
          label={t.settings.memberName}
          description={invitationTexts.nameHint}
          value={name}
          onChange={({ currentTarget }) => setInvitee({ ...invitee, name: currentTarget.value })}
        />
        <Select
          label={t.settings.role}
          description={t.settings.roleHints[role]}
          data={roles.map((value) => ({ value, label: t.roles[value] }))}
          value={role}
          allowDeselect={false}
          onChange={(next) => setInvitee({ ...invitee, role: roleOf(next) })}
          comboboxProps={{ withinPortal: false }}
        />
        <DialogActions onClose={onClose} submit={invitationTexts.invite} loading={isPending} />
      </Stack>
    </form>
  );
}
