/** Elements inside a line of text. All others begin and end lines. */
const inlineTags = new Set(
  'a abbr b bdi bdo cite code data del em font i ins kbd mark q s samp small span strong sub sup u'.split(' '),
);

function tagOf(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}=${JSON.stringify(value)}`).toSorted();
  return element.localName + attributes.join('');
}

/** Collects tokens and collapses white space as browsers do. */
class Tokens {
  readonly list: string[] = [];
  /** The text that is not in `list` yet, with its marks. Further text with the same marks is appended to it. */
  #text: { marks: string; text: string } | undefined;
  #endsWithSpace = true;

  mark(token: string, isLine: boolean): void {
    this.#flush(isLine);
    this.list.push(token);
    this.#endsWithSpace = isLine;
  }

  text(data: string, marks: readonly string[]): void {
    let text = data.replaceAll(/[ \t\r\n\f]+/g, ' ');
    if (this.#endsWithSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    this.#endsWithSpace = text.endsWith(' ');
    const key = marks.toSorted().join('|');
    if (this.#text?.marks === key) this.#text.text += text;
    else {
      this.#flush(false);
      this.#text = { marks: key, text };
    }
  }

  end(): string[] {
    this.#flush(true);
    return this.list;
  }

  #flush(isLineEnd: boolean): void {
    if (this.#text === undefined) return;
    const text = isLineEnd ? this.#text.text.trimEnd() : this.#text.text;
    if (text !== '') this.list.push(`${this.#text.marks}:${text}`);
    this.#text = undefined;
  }
}

/**
 * Returns the content of an element as a list of tokens. Two contents with equal tokens are the same text with the same markup: only white
 * space that browsers ignore and the nesting of marks may differ (`<b><i>` and `<i><b>`). Comments and empty marks are tokens, too.
 */
export function markupTokens(root: ParentNode): string[] {
  const tokens = new Tokens();
  const walk = (node: Node, marks: readonly string[]): void => {
    if (node instanceof Text) tokens.text(node.data, marks);
    else if (!(node instanceof Element)) tokens.mark(`#${node.nodeType}`, false);
    else if (inlineTags.has(node.localName) && node.childNodes.length > 0) {
      const tag = tagOf(node);
      for (const child of node.childNodes) walk(child, marks.includes(tag) ? marks : [...marks, tag]);
    } else {
      tokens.mark(`<${tagOf(node)}>`, true);
      for (const child of node.childNodes) walk(child, marks);
      tokens.mark(`</${node.localName}>`, true);
    }
  };
  for (const child of root.childNodes) walk(child, []);
  return tokens.end();
}
