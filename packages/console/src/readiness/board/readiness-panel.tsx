import { Paper, Skeleton, Stack, Text } from '@mantine/core';
import { type ConnectionView, getChannelReadiness } from '@pimento/contract/wire';
import { useRef } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import { NoStandard } from '../../standards/no-standard.tsx';
import { useTargets } from '../../standards/targets/use-targets.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { NoMapping } from '../outcome/no-mapping.tsx';
import { OutcomeBar } from '../outcome/outcome-bar.tsx';
import { ReadinessTrend } from '../outcome/readiness-trend.tsx';
import { totalOf } from '../outcome/outcome-total.ts';
import type { ReadinessFilter } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { CategoryCounts } from './category-counts.tsx';
import { FrequentProblems } from './frequent-problems.tsx';
import { PassLine } from './pass-line.tsx';
import { ReadinessProducts } from './readiness-products.tsx';
import { ReadyWhenSwitch } from './ready-when-switch.tsx';

const pollMs = 5_000;

/** The readiness of a channel's products: counts, frequent problems, categories, products. */
export function ReadinessPanel(props: {
  channel: ConnectionView;
  filter: ReadinessFilter;
  onFilter: (filter: ReadinessFilter) => void;
}) {
  const { channel, filter, onFilter } = props;
  const { channelId } = channel;
  const t = useReadinessTexts();
  const formats = useFormats();
  const list = useRef<HTMLHeadingElement>(null);
  const readiness = useCall(getChannelReadiness, { params: { channelId } }, { refetchMs: pollMs });
  const targets = useTargets(channelId, readiness.data?.standardVersion ?? undefined);
  if (readiness.isPending) return <Skeleton height={320} />;
  if (readiness.isLoadingError) return <ProblemAlert error={readiness.error} retry={readiness.refetch} />;
  const { standardVersion, mappingVersion, rulesetNo, outcomes, problems, categories, pending } = readiness.data;
  if (standardVersion === null) return <NoStandard channelId={channelId} />;
  if (mappingVersion === null) return <NoMapping channelId={channelId} />;
  const nameOf = (target: string) => targets.data?.byPath.get(target)?.target.name ?? target;
  const total = totalOf(outcomes);
  // Focuses the list, because it is below the counts and a keyboard user would otherwise have to tab to it.
  const focusList = () => list.current?.focus();
  const open = (next: ReadinessFilter) => {
    onFilter(next);
    focusList();
  };
  return (
    <Stack gap="lg">
      <Paper withBorder p="md">
        <Text fw={600} mb="xs">
          {t.readyOf(formats.number(outcomes.ready), total, formats.number(total))}
        </Text>
        <OutcomeBar channel={channel} outcomes={outcomes} onOpen={focusList} />
        <PassLine channelId={channelId} readiness={readiness.data} />
        <ReadyWhenSwitch channel={channel} />
      </Paper>
      <ReadinessTrend channel={channel} days={90} />
      <FrequentProblems
        channelId={channelId}
        mappingVersion={mappingVersion}
        problems={problems}
        nameOf={nameOf}
        onOpen={open}
      />
      <CategoryCounts categories={categories} onOpen={open} />
      <ReadinessProducts
        channelId={channelId}
        state={`${rulesetNo ?? 0} ${pending === 0}`}
        filter={filter}
        tree={targets.data}
        nameOf={nameOf}
        categoryName={(id) => categories.find(({ categoryId }) => categoryId === id)?.name ?? id}
        onFilter={onFilter}
        headingRef={list}
      />
    </Stack>
  );
}
