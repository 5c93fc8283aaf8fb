import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Content is rendered when it is nearer to the visible part of the page than this, so that scrolling and the Tab key find it in place. */
const margin = '800px';

/**
 * Renders its children when they are about to become visible, and keeps them from then on. A composite can have hundreds of inputs, of which
 * the page shows a few dozen.
 * @param props.height the estimated height in pixels, which keeps the place of the children
 * @param props.isEager true to render the children at once, for example because one of them takes the focus
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
