import { Text } from '@mantine/core';
import { itemProblem } from '../i18n/item-problem.ts';
import { useMessages } from '../i18n/language.tsx';

/** A problem in the user's language, and below it the server's English message if it adds something. */
export function ItemProblemText({ problem }: { problem: { code: string; message: string } }) {
  const t = useMessages();
  const { text, detail } = itemProblem(t, problem);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {text}
      </Text>
      {detail !== undefined && (
        <Text size="xs" c="dimmed" lang="en" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
      )}
    </>
  );
}
