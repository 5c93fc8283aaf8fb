import { Button, Paper, Text, UnstyledButton } from '@mantine/core';
import type { CategoryRule } from '@pimento/contract';
import { IconPlus } from '@tabler/icons-react';
import { useFormats } from '../../i18n/language.tsx';
import classes from '../mapping.module.css';
import { useMappingTexts } from '../texts/mapping-texts.ts';
import { isFinished } from './rule-draft.ts';
import type { RuleSamples } from './rule-samples.ts';

/** The category rules in their order, each with the number of sample products whose category it determines. */
export function RuleList(props: {
  rules: readonly CategoryRule[];
  open: number | undefined;
  samples: RuleSamples | undefined;
  readOnly: boolean;
  onOpen: (at: number) => void;
  onAdd: () => void;
}) {
  const { rules, open, samples, readOnly, onOpen, onAdd } = props;
  const t = useMappingTexts();
  const formats = useFormats();
  return (
    <Paper withBorder component="section" aria-label={t.categories.rules}>
      <ol className={classes.rules}>
        {rules.map((rule, at) => (
          // rules have no id, so their position is the key
          <li key={at}>
            <UnstyledButton
              className={classes.target}
              aria-current={open === at || undefined}
              onClick={() => onOpen(at)}
            >
              <span className={classes.state}>{formats.number(at + 1)}</span>{' '}
              <span className={classes.text}>{'when' in rule ? rule.when || '…' : rule.from || '…'}</span>
              <Text size="sm" component="span" display="block">
                → {'when' in rule ? rule.category || '…' : t.categories.fromMap(rule.map || '…')}
              </Text>
              <span className={classes.state} data-missing={!isFinished(rule) || undefined}>
                {isFinished(rule)
                  ? samples &&
                    t.categories.samples(
                      formats.number(samples.byRule.get(at + 1)?.length ?? 0),
                      formats.number(samples.total),
                    )
                  : t.categories.unfinished}
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ol>
      {!readOnly && (
        <Button
          variant="subtle"
          size="compact-sm"
          m="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={onAdd}
        >
          {t.categories.add}
        </Button>
      )}
    </Paper>
  );
}
