import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { hiddenTags, parseMarkup } from '../../session/labels/inert-markup.ts';
import { hasMarkup, isLinkAddress } from './markup.ts';
import classes from './formatted-view.module.css';

/**
 * Elements that are shown unchanged, in addition to lists, links, line breaks and `hr`. Headings become bold lines, because the page has
 * its own headings. Elements of `hiddenTags` are left out. Of any other element, only the content is shown.
 */
const shownTags = new Set(
  (
    'p b strong i em u s del ins small sub sup mark code pre blockquote div ' +
    'table caption thead tbody tfoot tr th td'
  ).split(' '),
);
const listTags = new Set(['ul', 'ol']);
/** Longer texts are shown as source. */
const maxLength = 200_000;

/** Returns true for white space, comments and elements of `hiddenTags`. */
const isNothing = (node: Node): boolean =>
  node instanceof Text ? node.data.trim() === '' : !(node instanceof Element) || node.matches(hiddenTags);

/** Renders a child of a list as an item, because screen readers expect a list to contain only items. */
function listItem(node: Node, key: number): ReactNode {
  if (isNothing(node)) return null;
  const isItem = node instanceof Element && node.localName === 'li';
  return <li key={key}>{isItem ? Array.from(node.childNodes, shownNode) : shownNode(node, 0)}</li>;
}

function shownNode(node: Node, key: number): ReactNode {
  if (node instanceof Text) return node.data;
  if (!(node instanceof Element) || node.matches(hiddenTags)) return null;
  const name = node.localName;
  if (name === 'br' || name === 'hr') return createElement(name, { key });
  if (listTags.has(name)) return createElement(name, { key }, Array.from(node.childNodes, listItem));
  const children = Array.from(node.childNodes, shownNode);
  // an item outside a list, because `listItem` renders the items of lists
  if (name === 'li') return <div key={key}>{children}</div>;
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
  return shownTags.has(name) ? createElement(name, { key }, children) : <Fragment key={key}>{children}</Fragment>;
}

/**
 * Shows HTML with its formatting. Only known elements become elements of the page, and of their attributes only the address of a link is
 * kept. A value can therefore not run scripts, load files or change styles.
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
