import type { TargetNode } from './target-tree.ts';

/**
 * Returns a value in the channel shape as text, with one line per value or row, or undefined if there is no value.
 * @param node the target, which provides the names of nested targets. If it is undefined, their ids are shown
 */
export function valueText(value: unknown, node?: TargetNode): string | undefined {
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).map((one: unknown) => partText(one, node)).join('\n');
}

/** Returns one value or row on one line. Nested rows are in parentheses. */
function partText(value: unknown, node: TargetNode | undefined): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([id, cell]) => {
      const child = node?.children.find(({ target }) => target.id === id);
      const texts = (Array.isArray(cell) ? cell : [cell]).map((one: unknown) => {
        const text = partText(one, child);
        return typeof one === 'object' && one !== null ? `(${text})` : text;
      });
      return `${child?.target.name ?? id}: ${texts.join(', ')}`;
    })
    .join(' · ');
}
