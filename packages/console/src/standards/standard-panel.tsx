import { SegmentedControl, Skeleton, Stack } from '@mantine/core';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ScrollRow } from '../ui/tabs/scroll-row.tsx';
import { NoStandard } from './no-standard.tsx';
import { CategoryPanel } from './parts/category-panel.tsx';
import { RulePanel } from './parts/rule-panel.tsx';
import { ValueListPanel } from './parts/value-list-panel.tsx';
import { VersionPanel } from './parts/version-panel.tsx';
import { StandardFacts } from './standard-facts.tsx';
import { type StandardPart, standardParts } from './standard-types.ts';
import { TargetPanel } from './targets/target-panel.tsx';
import { useStandardTexts } from './texts/standard-texts.ts';
import { isWithoutStandard, useStandard } from './use-standard.ts';

/** The data standard of a channel, read-only. */
export function StandardPanel(props: { channelId: string; part: StandardPart; onPart: (part: StandardPart) => void }) {
  const { channelId, part, onPart } = props;
  const t = useStandardTexts();
  const standard = useStandard(channelId);
  if (standard.isPending) return <Skeleton height={320} />;
  if (isWithoutStandard(standard.error)) return <NoStandard channelId={channelId} />;
  if (standard.isLoadingError) return <ProblemAlert error={standard.error} retry={standard.refetch} />;
  const version = standard.data.version.version;
  return (
    <Stack gap="md">
      <StandardFacts standard={standard.data} />
      <ScrollRow active={part}>
        <SegmentedControl
          aria-label={t.parts.label}
          value={part}
          onChange={(next) => onPart(standardParts.find((one) => one === next) ?? 'attributes')}
          data={standardParts.map((value) => ({ value, label: t.parts[value] }))}
        />
      </ScrollRow>
      {part === 'attributes' && <TargetPanel channelId={channelId} version={version} />}
      {part === 'categories' && <CategoryPanel channelId={channelId} version={version} />}
      {part === 'lists' && <ValueListPanel channelId={channelId} version={version} />}
      {part === 'rules' && <RulePanel channelId={channelId} version={version} />}
      {part === 'versions' && <VersionPanel channelId={channelId} />}
    </Stack>
  );
}
