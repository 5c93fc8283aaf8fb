import { Text } from '@mantine/core';
import { type AnsweredProblem, findProblemText } from '../i18n/item-problem.ts';
import { useMessages } from '../i18n/language.tsx';

/** A problem in the user's language, or in English if there is no translation for it. */
export function ItemProblemText({ problem }: { problem: AnsweredProblem }) {
  const text = findProblemText(useMessages(), problem);
  return (
    <Text size="sm" lang={text === undefined ? 'en' : undefined} style={{ overflowWrap: 'anywhere' }}>
      {text ?? problem.message}
    </Text>
  );
}
