import { Paper, Text, Title } from '@mantine/core';
import { getWorkList } from '@pimento/contract/wire';
import { IconCircleCheck } from '@tabler/icons-react';
import { useCall } from '../session/use-call.ts';
import { ListSkeleton } from '../ui/page.tsx';
import { ProblemAlert } from '../ui/problem-alert.tsx';
import { WorkRow } from './work-row.tsx';
import { useWorkTexts } from './work-texts.ts';
import classes from './work.module.css';

const pollMs = 20_000;

/** The items that need attention, most urgent first, each with a link to the screen on which it can be fixed. */
export function WorkList() {
  const texts = useWorkTexts();
  const { data, isPending, isError, error, refetch } = useCall(getWorkList, {}, { refetchMs: pollMs });
  return (
    <section aria-label={texts.title}>
      <Title order={2} size="h4" mb="sm">
        {texts.title}
      </Title>
      {isPending && <ListSkeleton rows={3} />}
      {isError && <ProblemAlert error={error} retry={refetch} />}
      {data?.items.length === 0 && (
        <Paper withBorder className={classes.nothing}>
          <IconCircleCheck size={22} aria-hidden />
          <div>
            <Text size="sm" fw={600}>
              {texts.none}
            </Text>
            <Text size="sm" c="dimmed">
              {texts.noneText}
            </Text>
          </div>
        </Paper>
      )}
      {data && data.items.length > 0 && (
        <Paper withBorder component="ul" className={classes.list}>
          {data.items.map((item) => (
            <WorkRow
              key={[item.kind, 'channelId' in item && item.channelId, 'state' in item && item.state].join(' ')}
              item={item}
              days={data.days}
            />
          ))}
        </Paper>
      )}
    </section>
  );
}
