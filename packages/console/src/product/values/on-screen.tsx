import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Content within this distance from the visible part of the page is rendered, so that scrolling and the Tab key reach rendered content. */
const margin = '800px';

/**
 * Renders its children when they are about to become visible, and keeps them rendered. A composite can have hundreds of inputs, of which
 * only a few dozen are visible.
 * @param props.height the estimated height of the children in pixels; reserved until they are rendered
 * @param props.isEager true to render the children at once, for example because one of them gets the focus
 */
export function OnScreen(props: { height: number; isEager: boolean; children: ReactNode }) {
  const [isSeen, setSeen] = useState(props.isEager);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen ? props.children : <div ref={place} style={{ height: props.height }} />;
}
