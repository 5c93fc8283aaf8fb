import { useDebouncedValue } from '@mantine/hooks';
import { previewMapping } from '@pimento/contract/wire';
import { useMemo } from 'react';
import { useCall } from '../../session/use-call.ts';
import type { CategoryDraft } from './rule-draft.ts';
import { type RuleSamples, samplesOf } from './rule-samples.ts';

/** Milliseconds without typing after which the samples are updated. */
const pauseMs = 500;
const maxSamples = 200;

/** Returns sample products by the rule that determines their category, or undefined until the first result. */
export function useRuleSamples(channelId: string, draft: CategoryDraft, enabled: boolean): RuleSamples | undefined {
  const [text] = useDebouncedValue(JSON.stringify(draft), pauseMs);
  const category = JSON.parse(text) as CategoryDraft; // `text` is this value as JSON
  const { data } = useCall(
    previewMapping,
    { params: { channelId }, body: { category, withTargets: false, limit: maxSamples } },
    { enabled, keepsPrevious: true },
  );
  return useMemo(() => data && samplesOf(data.products), [data]);
}
