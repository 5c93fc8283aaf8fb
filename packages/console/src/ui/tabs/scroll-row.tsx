import { type ReactNode, useEffect, useRef } from 'react';
import classes from './scroll-row.module.css';

const activeElement = '[aria-selected="true"], [aria-current="page"], label[data-active]';

/** One line of tabs, links or choices. If it is too wide, it scrolls without a scrollbar, and the active element is in view. */
export function ScrollRow({ active, children }: { active: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    const element = row?.querySelector(activeElement)?.getBoundingClientRect();
    if (!row || !element) return;
    const { left, width } = row.getBoundingClientRect();
    row.scrollLeft += element.left + element.width / 2 - left - width / 2;
  }, [active]);
  return (
    <div ref={ref} className={classes.row}>
      {children}
    </div>
  );
}
