import { Input, Text } from '@mantine/core';
import type { FormulaScope } from '@pimento/formula';
import { useId, useMemo } from 'react';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import classes from '../mapping.module.css';
import { FormulaErrorText } from './formula-errors.tsx';
import { judgeFormula } from './formula-scope.ts';
import { useFormulaView } from './use-formula-view.ts';

/** A field for a formula. It marks the exact position of each error, lists the errors below, and suggests names. */
export function FormulaField(props: {
  label: string;
  description?: string;
  value: string;
  scope: FormulaScope;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const { label, description, value, scope, readOnly, onChange } = props;
  const t = useMappingTexts();
  const id = useId();
  const errors = useMemo(() => judgeFormula(value, scope), [value, scope]);
  const { ref, replace } = useFormulaView({ label, describedBy: id, value, scope, errors, readOnly, onChange });
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <div ref={ref} className={classes.formula} data-invalid={errors.length > 0 || undefined} />
      <div id={id} aria-live="polite">
        {errors.map((error) => (
          <Text key={`${error.span.start} ${error.code}`} size="sm" className={classes.wrong}>
            <FormulaErrorText error={error} />
            {error.replacement !== undefined && !readOnly && (
              <>
                {' '}
                <button
                  type="button"
                  className={classes.replace}
                  onClick={() => replace(error.span.start, error.span.end, error.replacement ?? '')}
                >
                  {t.formula.replace(error.replacement)}
                </button>
              </>
            )}
          </Text>
        ))}
      </div>
    </Input.Wrapper>
  );
}
