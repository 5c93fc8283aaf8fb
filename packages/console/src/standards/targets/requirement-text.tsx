import { Text } from '@mantine/core';
import { useStandardTexts } from '../texts/standard-texts.ts';
import classes from '../standard.module.css';
import { requirementFor } from './requirement.ts';
import type { ListedTarget } from './target-tree.ts';

/** The requirement of a target, listed by purpose if the purposes differ. */
export function RequirementText({ target }: { target: ListedTarget }) {
  const t = useStandardTexts();
  const { requirement, appliesTo } = target;
  const level = requirementFor(target);
  const lines =
    typeof requirement === 'object'
      ? Object.entries(requirement).map(([purpose, one]) => t.forPurpose(t.requirements[one], purpose))
      : [t.requirements[level]];
  return (
    <>
      {lines.map((line) => (
        <Text
          key={line}
          size="sm"
          {...(level === 'optional' && { c: 'dimmed' })}
          {...(level === 'required' && { className: classes.required })}
        >
          {line}
        </Text>
      ))}
      {appliesTo === 'linked' && (
        <Text size="xs" c="dimmed">
          {t.linked}
        </Text>
      )}
    </>
  );
}
