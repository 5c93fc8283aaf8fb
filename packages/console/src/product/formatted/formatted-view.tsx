import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { hasMarkup, isLinkAddress, parseMarkup } from './markup.ts';
import classes from './formatted-view.module.css';

/** The elements that are shown; the text inside all others is shown without them. Headings are bold lines, because the page has its own. */
const shownTags: Record<string, string | undefined> = Object.fromEntries(
  'p br hr b strong i em u s del ins small sub sup mark code pre blockquote ul ol li div table thead tbody tr th td'
    .split(' ')
    .map((tag) => [tag, tag]),
);
/** Elements whose content is no text to read. */
const hiddenTags = new Set(
  'script style template iframe object embed noscript svg math head title select textarea'.split(' '),
);
/** Longer texts are shown as source. */
const maxLength = 200_000;

function shownNode(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || hiddenTags.has(node.localName)) return null;
  const name = node.localName;
  const children = Array.from(node.childNodes, shownNode);
  if (/^h[1-6]$/.test(name))
    return (
      <p key={key}>
        <strong>{children}</strong>
      </p>
    );
  const href = node.getAttribute('href') ?? '';
  if (name === 'a' && isLinkAddress(href))
    return (
      <a key={key} href={href} target="_blank" rel="noreferrer noopener">
        {children}
      </a>
    );
  const tag = shownTags[name];
  if (tag === undefined) return <Fragment key={key}>{children}</Fragment>;
  if (tag === 'br' || tag === 'hr') return createElement(tag, { key });
  return createElement(tag, { key }, ...children);
}

/**
 * Shows HTML with its formatting. Only elements of a list become elements of the page, without their attributes except for the address of a link, so a
 * value can run no script, load nothing and change no style.
 */
export function FormattedView({ text }: { text: string }) {
  const nodes = useMemo(
    () =>
      text.length <= maxLength && hasMarkup(text) ? Array.from(parseMarkup(text).childNodes, shownNode) : undefined,
    [text],
  );
  if (nodes === undefined) return <span className={classes.text}>{text}</span>;
  return <div className={classes.formatted}>{nodes}</div>;
}
