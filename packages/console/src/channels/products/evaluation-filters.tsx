import { Button, Group, Text } from '@mantine/core';
import { type ReadinessFilter, shownOutcomes } from '../../readiness/readiness-types.ts';
import { useReadinessTexts } from '../../readiness/texts/readiness-texts.ts';
import { useTargets } from '../../standards/targets/use-targets.ts';
import { ChipChoice } from '../../ui/chip-choice.tsx';

/** Filters the products on a channel by readiness and by problem. */
export type EvaluationFilter = Pick<ReadinessFilter, 'outcome' | 'target' | 'code'>;

/** The choice of an outcome and, if the list is filtered by a problem, the name of the problem with a button that removes the filter. */
export function EvaluationFilters(props: {
  channelId: string;
  standardVersion: number;
  filter: EvaluationFilter;
  onFilter: (filter: EvaluationFilter) => void;
}) {
  const { channelId, standardVersion, filter, onFilter } = props;
  const { outcome, target, code } = filter;
  const t = useReadinessTexts();
  const hasProblem = target !== undefined || code !== undefined;
  return (
    <>
      <Group gap="sm" role="group" aria-label={t.outcome}>
        <Text size="sm" c="dimmed" aria-hidden>
          {t.outcome}
        </Text>
        <ChipChoice
          value={outcome}
          all={t.all}
          choices={shownOutcomes.map((value) => ({ value, label: t.outcomes[value] }))}
          onChange={(next) => onFilter({ ...filter, outcome: next })}
        />
      </Group>
      {hasProblem && (
        <Group gap="sm">
          <ProblemName channelId={channelId} standardVersion={standardVersion} target={target} code={code} />
          <Button variant="default" size="compact-sm" onClick={() => onFilter({ outcome })}>
            {t.clearFilter}
          </Button>
        </Group>
      )}
    </>
  );
}

function ProblemName(props: {
  channelId: string;
  standardVersion: number;
  target: string | undefined;
  code: string | undefined;
}) {
  const { channelId, standardVersion, target, code } = props;
  const t = useReadinessTexts();
  const { data } = useTargets(channelId, standardVersion);
  const name = target === undefined ? undefined : (data?.byPath.get(target)?.target.name ?? target);
  const problem = [name, code && (t.codes[code] ?? code)].filter((text) => text !== undefined).join(': ');
  return <Text size="sm">{t.withProblem(problem)}</Text>;
}
