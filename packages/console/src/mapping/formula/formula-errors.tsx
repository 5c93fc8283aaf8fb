import { Text } from '@mantine/core';
import type { FormulaError, FormulaScope } from '@pimento/formula';
import { sentenceOf } from '@pimento/formula/editor';
import { useMemo } from 'react';
import { useFormats, useLanguage } from '../../i18n/language.tsx';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { judgeFormula } from './formula-scope.ts';

/** One error of a formula, with its position. */
export function FormulaErrorText({ error }: { error: FormulaError }) {
  const t = useMappingTexts();
  const formats = useFormats();
  const { language } = useLanguage();
  const { line, column } = error.span;
  return (
    <>
      {t.formula.place(formats.number(line), formats.number(column))} {sentenceOf(error, language)}
    </>
  );
}

/** The errors of a formula that is not shown as text. */
export function FormulaErrors({ value, scope }: { value: string; scope: FormulaScope }) {
  const errors = useMemo(() => judgeFormula(value, scope), [value, scope]);
  return (
    <div aria-live="polite">
      {errors.map((error) => (
        <Text key={`${error.span.start} ${error.code}`} size="sm" className={classes.wrong}>
          <FormulaErrorText error={error} />
        </Text>
      ))}
    </div>
  );
}
