import {
  type AnswerOf,
  checkMapping,
  getMapping,
  type getStandardHead,
  type Mapping,
  type MappingCheck,
  type StoredMapping,
} from '@pimento/contract/wire';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCall } from '../../session/use-call.ts';
import { useStandard } from '../../standards/use-standard.ts';
import type { TargetTree } from '../../standards/targets/target-tree.ts';
import { useTargets } from '../../standards/targets/use-targets.ts';

/** The data that the screen of a mapping shows. */
export interface MappingWork {
  channelId: string;
  standard: AnswerOf<typeof getStandardHead>;
  tree: TargetTree;
  stored: StoredMapping;
  /** The published version, or undefined if no version has been published or it is not loaded. */
  published: Mapping | undefined;
  /** Undefined until the first check of the draft succeeds. */
  check: MappingCheck | undefined;
  checkError: Error | null;
}

/** Fetches the draft of a mapping, the result of its check, the published version, and the data standard with its targets. */
export function useMapping(channelId: string): {
  work: MappingWork | undefined;
  failed: UseQueryResult | undefined;
} {
  const params = { channelId };
  const standard = useStandard(channelId);
  const draft = useCall(getMapping, { params });
  const version = standard.data?.version.version;
  const targets = useTargets(channelId, version);
  const publishedVersion = draft.data?.publishedVersion ?? undefined;
  const published = useCall(
    getMapping,
    { params, query: { version: publishedVersion ?? 0 } },
    { enabled: publishedVersion !== undefined, staleMs: Infinity },
  );
  // Before the first change, the service has no draft to check, so the mapping is sent with the request.
  const unsaved = draft.data?.revision === 0 ? { mapping: draft.data.mapping } : {};
  const check = useCall(
    checkMapping,
    { params, body: unsaved },
    { enabled: standard.data !== undefined && draft.data !== undefined },
  );
  const failed = [standard, draft, targets].find(({ isLoadingError }) => isLoadingError);
  if (!standard.data || !draft.data || !targets.data) return { work: undefined, failed };
  return {
    work: {
      channelId,
      standard: standard.data,
      tree: targets.data,
      stored: draft.data,
      published: publishedVersion === undefined ? undefined : published.data?.mapping,
      check: check.data,
      checkError: check.error,
    },
    failed,
  };
}
