import { Button, Stack } from '@mantine/core';
import type { Person } from '@pimento/contract/wire';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ListPanel } from '../ui/list-panel.tsx';
import { SearchField } from '../ui/fields/search-field.tsx';
import { TableFrame } from '../ui/tables/table-frame.tsx';
import { PasswordLinkDialog } from './link-shown.tsx';
import { NewOperatorDialog } from './new-operator-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import { usePeople, usePersonChanges } from './use-people.ts';

/** The people of the installation, for operators. */
export function PeoplePanel() {
  const t = useMessages();
  const [text, setText] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  const [removing, setRemoving] = useState<Person>();
  const pages = usePeople(text);
  const { change, endSessions, secondFactorRemoval, linking, removal } = usePersonChanges(() => setRemoving(undefined));
  const people = pages.data?.pages.flatMap((page) => page.people) ?? [];
  return (
    <ListPanel
      text={t.people.text}
      add={{ label: t.people.newOperator, onClick: () => setCreating(true) }}
      query={pages}
    >
      <SearchField label={t.people.find} placeholder={t.people.find} value={text} onChange={setText} />
      {pages.isSuccess && people.length === 0 && (
        <EmptyState icon={IconUsers} title={t.people.none} text={t.people.noneText} />
      )}
      {people.length > 0 && (
        <Stack>
          <TableFrame
            label={t.people.title}
            minWidth={680}
            actions={56}
            headings={[
              { label: t.people.name },
              { label: t.people.clients },
              { label: t.people.state },
              { label: t.people.lastSeen },
            ]}
          >
            {people.map((person) => (
              <PersonRow
                key={person.personId}
                person={person}
                onChange={(next) => change.mutate({ person, change: next })}
                onPasswordLink={() => linking.mutate(person)}
                onEndSessions={() => endSessions.mutate(person)}
                onRemoveSecondFactor={() => secondFactorRemoval.mutate(person)}
                onRemove={() => setRemoving(person)}
              />
            ))}
          </TableFrame>
          {pages.hasNextPage && (
            <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {t.common.showMore}
            </Button>
          )}
        </Stack>
      )}
      {removing && (
        <ConfirmDialog
          title={t.people.removeTitle(removing.name)}
          text={t.people.removeText}
          confirm={t.people.remove}
          loading={removal.isPending}
          onConfirm={() => removal.mutate(removing)}
          onClose={() => setRemoving(undefined)}
        />
      )}
      {linking.data && <PasswordLinkDialog name={linking.variables.name} link={linking.data} onClose={linking.reset} />}
      {isCreating && <NewOperatorDialog onClose={() => setCreating(false)} />}
    </ListPanel>
  );
}
