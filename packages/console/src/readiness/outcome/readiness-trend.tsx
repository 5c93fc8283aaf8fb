import { Stack, Table, Text, Title } from '@mantine/core';
import { listReadinessDays, type ReadinessDay } from '@pimento/contract/wire';
import { useFormats } from '../../i18n/language.tsx';
import { useCall } from '../../session/use-call.ts';
import classes from './trend.module.css';
import { shownOutcomes } from '../readiness-types.ts';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { trendBars } from './trend-bars.ts';

const size = { width: 600, height: 80 };

/** The numbers of products by outcome, day by day, as a chart and as a table. Renders nothing until two days have been counted. */
export function ReadinessTrend(props: {
  channel: { channelId: string; name: string };
  days: number;
  isCompact?: boolean;
}) {
  const { channel, days, isCompact = false } = props;
  const t = useReadinessTexts();
  const query = { days: String(days) };
  const { data } = useCall(listReadinessDays, { params: { channelId: channel.channelId }, query });
  const found = data?.days ?? [];
  if (found.length < 2) return null;
  const chart = <Chart days={found} label={t.trend.label(channel.name)} isCompact={isCompact} />;
  if (isCompact) return chart;
  return (
    <Stack gap="xs" component="section" aria-label={t.trend.title}>
      <Title order={2} size="h5">
        {t.trend.title}
      </Title>
      {chart}
    </Stack>
  );
}

function Chart({ days, label, isCompact }: { days: readonly ReadinessDay[]; label: string; isCompact: boolean }) {
  const t = useReadinessTexts();
  const formats = useFormats();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const summary = t.trend.summary(
    formats.day(first.day),
    formats.number(first.ready),
    formats.day(last.day),
    formats.number(last.ready),
  );
  return (
    <div>
      <svg
        className={classes.chart}
        data-compact={isCompact || undefined}
        viewBox={`0 0 ${size.width} ${size.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label}. ${summary}`}
      >
        {trendBars(days, size).flatMap(({ day, x, width, segments }) =>
          segments.map(({ outcome, y, height }) => (
            <rect
              key={`${day} ${outcome}`}
              data-outcome={outcome}
              className={classes.part}
              x={x}
              y={y}
              width={width}
              height={height}
            />
          )),
        )}
      </svg>
      <Text size="xs" c="dimmed" aria-hidden>
        {summary}
      </Text>
      <details>
        <summary className={classes.summary}>{t.trend.table}</summary>
        <div className={classes.table}>
          <Table aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.trend.day}</Table.Th>
                {shownOutcomes.map((outcome) => (
                  <Table.Th key={outcome} ta="right">
                    {t.outcomes[outcome]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {days.toReversed().map((day) => (
                <Table.Tr key={day.day}>
                  <Table.Td>{formats.day(day.day)}</Table.Td>
                  {shownOutcomes.map((outcome) => (
                    <Table.Td key={outcome} ta="right" className="number">
                      {formats.number(day[outcome])}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      </details>
    </div>
  );
}
