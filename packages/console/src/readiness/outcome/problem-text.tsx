import { Badge, Group, Text } from '@mantine/core';
import type { ReadinessProblem } from '@pimento/contract';
import { ItemProblemText } from '../../imports/item-problem-text.tsx';
import { useReadinessTexts } from '../texts/readiness-texts.ts';

/** A problem of a product on a channel. Shows the explanation of the standard or house rule, if there is one, and the message. */
export function ReadinessProblemText({ problem }: { problem: ReadinessProblem }) {
  const t = useReadinessTexts();
  const { explanation, message, row } = problem;
  // the English message begins with the explanation, which is shown on a separate line
  const own = explanation === undefined ? message : message.slice(explanation.length).trim();
  return (
    <div>
      {explanation !== undefined && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {explanation}
        </Text>
      )}
      <ItemProblemText problem={{ ...problem, message: own }} />
      {row !== undefined && (
        <Text size="xs" c="dimmed">
          {t.row(String(row))}
        </Text>
      )}
    </div>
  );
}

export function LeveledProblem({ problem }: { problem: ReadinessProblem }) {
  const t = useReadinessTexts();
  const isError = problem.level === 'error';
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Badge color={isError ? 'red' : 'orange'} style={{ flex: 'none' }}>
        {isError ? t.error : t.warning}
      </Badge>
      <ReadinessProblemText problem={problem} />
    </Group>
  );
}

/** Returns a key for lists of problems. It is unique, because no two problems of a product have equal target, row, code and message. */
export const problemKey = ({ target, row, code, message }: ReadinessProblem): string =>
  JSON.stringify([target, row, code, message]);
