import { Loader, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { Entrance } from '../session/entrance.tsx';
import { useSession } from '../session/use-session.ts';
import { LinkProblem } from './link-problem.tsx';
import { KnownPersonForm, NewcomerForm, SignedInForm } from './invitation-forms.tsx';
import { useInvitation } from './use-opened-link.ts';

/**
 * The page of an invitation. A new person sets a name and a password, a person who already has a login signs in, and a signed-in person
 * only accepts.
 */
export function InvitationPage() {
  const t = useMessages();
  const invitation = useInvitation();
  const session = useSession();
  const [way, setWay] = useState('new');
  if (invitation.isError) return <LinkProblem error={invitation.error} />;
  if (!invitation.data || session.isPending) return <Loader role="progressbar" aria-label={t.common.loading} />;
  const { clientName, email, name, role } = invitation.data;
  const isSignedIn = session.data?.email === email;
  return (
    <Entrance title={t.links.invitedTo(clientName)} subtitle={t.links.invitedAs(email, t.roles[role])}>
      {isSignedIn ? (
        <SignedInForm email={email} />
      ) : (
        <>
          <SegmentedControl
            value={way}
            onChange={setWay}
            data={[
              { value: 'new', label: t.links.isNew },
              { value: 'known', label: t.links.hasLogin },
            ]}
          />
          {way === 'new' ? <NewcomerForm email={email} suggestedName={name} /> : <KnownPersonForm email={email} />}
        </>
      )}
    </Entrance>
  );
}
