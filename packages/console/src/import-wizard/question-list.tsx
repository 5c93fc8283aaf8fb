import { Alert, Stack } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { useFormats } from '../i18n/language.tsx';
import { ItemProblemText } from '../imports/item-problem-text.tsx';
import { QuestionAnswer } from './question-answer.tsx';
import { useWizardTexts } from './texts/wizard-texts.ts';
import type { Wizard } from './use-wizard.ts';
import classes from './wizard.module.css';

const maxShown = 20;

/** The questions that only the user can answer, each with its possible answers. */
export function QuestionList({ wizard, onColumn }: { wizard: Wizard; onColumn: (at: number) => void }) {
  const texts = useWizardTexts();
  const formats = useFormats();
  const questions = wizard.preview.data?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      icon={<IconHelpCircle aria-hidden />}
      title={texts.questions(formats.number(questions.length))}
      component="section"
      aria-label={texts.questions(formats.number(questions.length))}
    >
      <ul className={classes.samples} style={{ display: 'grid', gap: 12 }}>
        {questions.slice(0, maxShown).map((question) => (
          <li key={`${question.path} ${question.message}`} style={{ whiteSpace: 'normal' }}>
            <Stack gap={6}>
              <ItemProblemText problem={question} />
              <QuestionAnswer wizard={wizard} question={question} onColumn={onColumn} />
            </Stack>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
