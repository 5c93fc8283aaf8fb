import { Input, SegmentedControl, Stack } from '@mantine/core';
import type { FormulaScope } from '@pimento/formula';
import { useState } from 'react';
import { FormulaErrors } from '../formula/formula-errors.tsx';
import { FormulaField } from '../formula/formula-field.tsx';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { StepCards } from './step-cards.tsx';

/** A field for a formula, as text or as step cards. Both are views of the same text. */
export function FormulaEditor(props: {
  label: string;
  description: string;
  value: string;
  scope: FormulaScope;
  readOnly: boolean;
  onChange: (text: string) => void;
}) {
  const { label, value, scope, readOnly, onChange } = props;
  const t = useMappingTexts();
  const [view, setView] = useState<'text' | 'steps'>('text');
  return (
    <Stack gap="xs">
      <SegmentedControl
        w="fit-content"
        size="xs"
        aria-label={`${label}: ${t.steps.view}`}
        value={view}
        onChange={(next) => setView(next === 'steps' ? 'steps' : 'text')}
        data={(['text', 'steps'] as const).map((one) => ({ value: one, label: t.steps.views[one] }))}
      />
      {view === 'text' ? (
        <FormulaField {...props} />
      ) : (
        <Input.Wrapper label={label} labelElement="div">
          <StepCards label={label} value={value} scope={scope} readOnly={readOnly} onChange={onChange} />
          <FormulaErrors value={value} scope={scope} />
        </Input.Wrapper>
      )}
    </Stack>
  );
}
