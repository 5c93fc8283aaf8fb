import {
  changePerson,
  createPasswordLink,
  deletePerson,
  endPersonSessions,
  listPeople,
  type Person,
  removeSecondFactor,
} from '@pimento/contract/wire';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useMessages } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import { useChange } from '../session/use-change.ts';

/** Lists the people of the installation page by page. */
export function usePeople(text: string | undefined) {
  const { api, clientId } = useWork();
  return useInfiniteQuery({
    queryKey: [clientId, 'people', text],
    queryFn: ({ pageParam, signal }) =>
      api.call(listPeople, {
        query: { ...(text === undefined ? {} : { text }), ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page has no cursor
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export interface PersonChange {
  person: Person;
  change: { disabled?: boolean; isOperator?: boolean };
}

/** The requests that operators send to manage people. */
export function usePersonChanges(onRemoved: () => void) {
  const t = useMessages();
  const change = useChange(
    (api, { person, change: body }: PersonChange) =>
      api.call(changePerson, { params: { personId: person.personId }, body }),
    ({ name }) => t.people.changed(name),
  );
  const endSessions = useChange(
    (api, { personId }: Person) => api.call(endPersonSessions, { params: { personId } }),
    () => t.people.sessionsEnded,
  );
  const secondFactorRemoval = useChange(
    (api, { personId }: Person) => api.call(removeSecondFactor, { params: { personId } }),
    () => t.secondFactor.removed,
  );
  const linking = useChange((api, { personId }: Person) => api.call(createPasswordLink, { params: { personId } }));
  const removal = useChange(
    (api, { personId }: Person) => api.call(deletePerson, { params: { personId } }),
    () => {
      onRemoved();
      return t.people.removed;
    },
  );
  return { change, endSessions, secondFactorRemoval, linking, removal };
}
