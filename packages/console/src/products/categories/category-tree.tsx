import { IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useFormats, useMessages } from '../../i18n/language.tsx';
import classes from './category-panel.module.css';
import { type CategoryRow, treeAction } from './category-rows.ts';

/** Indentation of a level in pixels. */
const indent = 16;

/** A tree of categories. Only the active row is in the tab order. Arrow keys move, expand and collapse. Enter and Space choose. */
export function CategoryTree(props: {
  rows: CategoryRow[];
  chosen: string | undefined;
  /** False if the numbers of products are lower bounds. */
  isExact: boolean;
  onChoose: (path: string) => void;
  onExpand: (path: string, isExpanded: boolean) => void;
}) {
  const { rows, chosen, onChoose, onExpand } = props;
  const t = useMessages();
  const tree = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<string | undefined>(undefined);
  const found = rows.findIndex(({ node }) => node.path === (moved ?? chosen));
  const active = Math.max(0, found);
  const moveTo = (path: string) => {
    setMoved(path);
    const index = rows.findIndex(({ node }) => node.path === path);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = treeAction(rows, active, event.key);
    if (!action) return;
    event.preventDefault();
    if (action.kind === 'move') moveTo(action.path);
    else if (action.kind === 'choose') onChoose(action.path);
    else onExpand(action.path, action.kind === 'expand');
  };
  return (
    <div ref={tree} role="tree" aria-label={t.products.categories} className={classes.tree} onKeyDown={onKeyDown}>
      {rows.map((row, index) => (
        <TreeRow
          key={row.node.path}
          row={row}
          isActive={index === active}
          isChosen={row.node.path === chosen}
          isExact={props.isExact}
          onChoose={() => {
            setMoved(row.node.path);
            onChoose(row.node.path);
          }}
          onToggle={() => onExpand(row.node.path, row.isExpanded !== true)}
        />
      ))}
    </div>
  );
}

function TreeRow(props: {
  row: CategoryRow;
  isActive: boolean;
  isChosen: boolean;
  isExact: boolean;
  onChoose: () => void;
  onToggle: () => void;
}) {
  const { row, isActive, isChosen, isExact, onChoose, onToggle } = props;
  const { node, level, isExpanded, position, siblings } = row;
  const formats = useFormats();
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={isExpanded}
      aria-selected={isChosen}
      tabIndex={isActive ? 0 : -1}
      className={classes.row}
      style={{ paddingInlineStart: (level - 1) * indent }}
      title={node.path}
      onClick={onChoose}
    >
      <span
        className={classes.toggle}
        data-expanded={isExpanded}
        aria-hidden
        onClick={(event) => {
          event.stopPropagation();
          if (isExpanded !== undefined) onToggle();
        }}
      >
        {isExpanded !== undefined && <IconChevronRight size={14} />}
      </span>
      <span className={classes.name}>{node.name}</span>
      <span className={classes.count}>
        {formats.number(node.products)}
        {!isExact && '+'}
      </span>
    </div>
  );
}
