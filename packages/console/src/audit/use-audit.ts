import { type AuditObject, listAuditEvents, listClientAuditEvents } from '@pimento/contract/wire';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { type Language, useLanguage } from '../i18n/language.tsx';
import { useWork } from '../session/session.tsx';
import type { AuditTexts } from './audit-texts.ts';
import { deAudit } from './de-audit.ts';
import { enAudit } from './en-audit.ts';

const auditTexts: Record<Language, AuditTexts> = { en: enAudit, de: deAudit };

/** The filters of the audit log, in the form of the input fields. */
export interface AuditFilter {
  /** True to show all clients and the installation itself, which only operators may do. */
  isWhole: boolean;
  objectKind: AuditObject | null;
  object: string | undefined;
  /** Days such as 2026-01-31, in the time zone of the browser. An empty text means no limit. */
  from: string;
  until: string;
  failed: boolean;
}
export const noFilter: AuditFilter = {
  isWhole: false,
  objectKind: null,
  object: undefined,
  from: '',
  until: '',
  failed: false,
};

const startOf = (day: string, daysLater: number): string => {
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
};

/** Returns the query parameters of a filter. The day `until` is included. */
export function auditQuery({ objectKind, object, from, until, failed }: AuditFilter) {
  return {
    ...(objectKind === null ? {} : { objectKind }),
    ...(object === undefined ? {} : { object }),
    ...(from === '' ? {} : { from: startOf(from, 0) }),
    ...(until === '' ? {} : { until: startOf(until, 1) }),
    ...(failed ? { failed } : {}),
  };
}

/** Returns the matching events, newest first, page by page. */
export function useAudit(filter: AuditFilter) {
  const { api, clientId } = useWork();
  const operation = filter.isWhole ? listAuditEvents : listClientAuditEvents;
  return useInfiniteQuery({
    queryKey: [clientId, 'audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(operation, {
        query: { ...auditQuery(filter), ...(pageParam === null ? {} : { startingAfter: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null, // the first page begins with the newest event
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });
}

export const useAuditTexts = () => auditTexts[useLanguage().language];
