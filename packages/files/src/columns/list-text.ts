/** Separates the items of a list in a cell. A backslash escapes a separator or a backslash within an item. */
const separator = '|';
/** Represents a list with one empty item, because an empty cell means that there is no list. */
const emptyMember = '\\e';

const memberText = (member: string): string => member.replaceAll(/[\\|]/g, (unit) => `\\${unit}`);

/** Formats the items of a list as one cell. */
const listText = (members: readonly string[]): string =>
  members.length === 1 && members[0] === '' ? emptyMember : members.map(memberText).join(separator);

/** Formats the items of a list as cells of at most `limit` characters. An item that is longer than the limit gets a separate cell. */
export function listCells(members: readonly string[], limit: number): string[] {
  const whole = listText(members);
  if (whole.length <= limit || members.length < 2) return [whole];
  const middle = Math.floor(members.length / 2);
  return [...listCells(members.slice(0, middle), limit), ...listCells(members.slice(middle), limit)];
}

/** Parses a cell that `listText` or `listCells` wrote. */
export function parseListText(text: string): string[] {
  if (!text.includes('\\')) return text.split(separator);
  if (text === emptyMember) return [''];
  const members: string[] = [];
  let member = '';
  for (let at = 0; at < text.length; at++) {
    const unit = text[at] ?? '';
    if (unit === '\\' && at + 1 < text.length) member += text[++at] ?? '';
    else if (unit === separator) {
      members.push(member);
      member = '';
    } else member += unit;
  }
  members.push(member);
  return members;
}
