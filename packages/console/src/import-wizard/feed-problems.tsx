import { Text } from '@mantine/core';
import type { FilePreview } from '@pimento/contract';
import { useMessages } from '../i18n/language.tsx';
import { textOfProblem } from '../ui/problem-text.ts';
import { useWizardTexts } from './texts/wizard-texts.ts';
import classes from './wizard.module.css';

const listed = 8;

/** The problems of the first products of a feed, each with its position in the file and its product. */
export function FeedProblems({ problems }: { problems: FilePreview['problems'] }) {
  const t = useMessages();
  const texts = useWizardTexts();
  if (problems.length === 0) return null;
  return (
    <div>
      <Text size="sm" className={classes.bad}>
        {texts.feedProblems}
      </Text>
      <ul className={classes.samples}>
        {problems.slice(0, listed).map((problem, at) => {
          const { cell, productId } = problem;
          const { sheet = null, row = 0, column = null, header = null } = cell ?? {};
          const place = t.imports.cell({ sheet, row: String(row), column, header });
          return (
            <li key={at} style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
              <b>{[place, productId].filter(Boolean).join(', ')}</b>: {textOfProblem(t, problem)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
