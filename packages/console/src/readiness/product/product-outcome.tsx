import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ProductReadiness } from '@pimento/contract';
import { useState } from 'react';
import { useFormats } from '../../i18n/language.tsx';
import { useWork } from '../../session/session.tsx';
import { OutcomeBadge } from '../outcome/outcome-badge.tsx';
import { LeveledProblem, problemKey } from '../outcome/problem-text.tsx';
import classes from '../readiness.module.css';
import { useReadinessTexts } from '../texts/readiness-texts.ts';
import { CategoryDialog } from './category-dialog.tsx';

/** The evaluation of one product on one channel: the outcome, the category with its reason, and the problems, errors first. */
export function ProductOutcome({ readiness }: { readiness: ProductReadiness }) {
  const t = useReadinessTexts();
  const formats = useFormats();
  const { outcome, filled, required, problems, problemCount } = readiness;
  const sorted = problems.toSorted((a, b) => Number(a.level === 'warning') - Number(b.level === 'warning'));
  return (
    <Paper withBorder p="md">
      <Group gap="sm">
        <OutcomeBadge outcome={outcome} />
        <Text size="sm">
          {t.filled}: {t.filledOf(formats.number(filled), formats.number(required))}
        </Text>
      </Group>
      <ProductCategory readiness={readiness} />
      <Stack gap={6} mt="md" component="section" aria-label={t.productProblems}>
        <Title order={2} size="h5">
          {t.productProblems}
        </Title>
        {problems.length === 0 && (
          <Text size="sm" c="dimmed">
            {t.noProductProblems}
          </Text>
        )}
        {sorted.map((problem) => (
          <LeveledProblem key={problemKey(problem)} problem={problem} />
        ))}
        {problemCount > problems.length && (
          <Text size="xs" c="dimmed">
            {t.moreProblems(formats.number(problemCount - problems.length))}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

const categoryCodes = ['no-category', 'unknown-category', 'category-not-leaf'];

/** The channel category of the product and the reason for it. Renders nothing if the channel has no categories. */
function ProductCategory({ readiness }: { readiness: ProductReadiness }) {
  const { categoryPath, categoryReason, categoryOverride, problems } = readiness;
  const t = useReadinessTexts();
  const formats = useFormats();
  const { canWrite } = useWork();
  const [isOpen, setOpen] = useState(false);
  const isLacking = problems.some(({ code }) => categoryCodes.includes(code));
  if (categoryReason === null && categoryOverride === null && !isLacking) return null;
  const { from, rule } = categoryReason ?? {};
  const number = rule ? formats.number(rule.number) : '';
  const reason = rule
    ? rule.map === null
      ? t.reasons.rule(number, rule.formula)
      : t.reasons.map(number, rule.formula, rule.map)
    : from === undefined || from === 'rule'
      ? undefined
      : t.reasons[from];
  return (
    <Group gap="sm" mt={8}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t.category}: {categoryPath.length > 0 ? categoryPath.join(' › ') : t.noCategory}
        {reason !== undefined && (
          <Text span inherit c="dimmed" className={classes.reason}>
            {' '}
            {reason}
          </Text>
        )}
      </Text>
      {canWrite && (
        <Button variant="default" size="compact-xs" onClick={() => setOpen(true)}>
          {t.chooseCategory}
        </Button>
      )}
      {isOpen && <CategoryDialog readiness={readiness} onClose={() => setOpen(false)} />}
    </Group>
  );
}
