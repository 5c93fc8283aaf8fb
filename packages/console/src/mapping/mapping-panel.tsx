import { Paper, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import type { ConnectionView } from '@pimento/contract';
import { IconArrowsSplit2, IconCategory } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useWork } from '../session/session.tsx';
import { NoStandard } from '../standards/no-standard.tsx';
import { isWithoutStandard } from '../standards/use-standard.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { lazyPart } from '../ui/loading/lazy-part.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { ScrollRow } from '../ui/tabs/scroll-row.tsx';
import { DraftBar } from './draft-bar.tsx';
import { type MappingWork, useMapping } from './draft/use-mapping.ts';
import classes from './mapping.module.css';
import { type MappingView, mappingViews } from './mapping-types.ts';
import { TablePanel } from './tables/table-panel.tsx';
import { TargetList } from './targets/target-list.tsx';
import { useMappingTexts } from './texts/mapping-texts.ts';
import { ValueMapPanel } from './value-maps/value-map-panel.tsx';

/** Loaded on demand, because the editors load the formula language, which most visits do not need. */
const TargetEditor = lazyPart(async () => (await import('./targets/target-editor.tsx')).TargetEditor);
const CategoryEditor = lazyPart(async () => (await import('./categories/category-editor.tsx')).CategoryEditor);

interface Place {
  view?: MappingView | undefined;
  /** Path of the open target. */
  target?: string | undefined;
}

/** The mapping of a channel, which determines how the channel's targets get their values from the client's attributes. */
export function MappingPanel(props: { channel: ConnectionView; place: Place; onPlace: (place: Place) => void }) {
  const { channel, place, onPlace } = props;
  const t = useMappingTexts();
  const { canWrite } = useWork();
  const { work, failed } = useMapping(channel.channelId);
  if (failed) {
    if (isWithoutStandard(failed.error)) return <NoStandard channelId={channel.channelId} />;
    return <ProblemAlert error={failed.error} retry={failed.refetch} />;
  }
  if (!work) return <Skeleton height={320} />;
  const { view = 'targets', target } = place;
  return (
    <Stack gap="md">
      {!canWrite && (
        <Text size="sm" c="dimmed">
          {t.readOnly}
        </Text>
      )}
      <DraftBar work={work} isConnected={channel.connected} />
      <ScrollRow active={view}>
        <SegmentedControl
          aria-label={t.views.label}
          value={view}
          onChange={(next) => onPlace({ view: mappingViews.find((one) => one === next) })}
          data={mappingViews.map((value) => ({ value, label: t.views[value] }))}
        />
      </ScrollRow>
      {view === 'targets' && (
        <div className={classes.work} data-open={target === undefined ? undefined : true}>
          <TargetList
            work={work}
            isConnected={channel.connected}
            target={target}
            onTarget={(path) => onPlace({ target: path })}
          />
          <OpenTarget work={work} channel={channel} target={target} />
        </div>
      )}
      {view === 'categories' &&
        (work.standard.version.counts.categories === 0 ? (
          <Paper withBorder>
            <EmptyState icon={IconCategory} title={t.categories.noCategories} text={t.categories.noCategoriesText} />
          </Paper>
        ) : (
          <Suspense fallback={<Skeleton height={320} />}>
            <CategoryEditor work={work} channel={channel} />
          </Suspense>
        ))}
      {view === 'maps' && <ValueMapPanel work={work} />}
      {view === 'tables' && <TablePanel work={work} />}
    </Stack>
  );
}

function OpenTarget(props: { work: MappingWork; channel: ConnectionView; target: string | undefined }) {
  const { work, channel, target } = props;
  const t = useMappingTexts();
  if (target === undefined)
    return (
      <Paper withBorder>
        <EmptyState icon={IconArrowsSplit2} title={t.choose} text={t.chooseText} />
      </Paper>
    );
  const node = work.tree.byPath.get(target);
  if (!node) return <Text size="sm">{t.unknownTarget}</Text>;
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <TargetEditor key={target} work={work} channel={channel} node={node} />
    </Suspense>
  );
}
