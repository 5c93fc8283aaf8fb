import { jsonPointer } from '../../platform/core.ts';

/** One array or object that is open at the current position. */
interface Level {
  /** Names found so far in an object. Undefined for an array. */
  names: Set<string> | undefined;
  /** JSON Pointer step of the current property or element. */
  step: string | number;
}

/**
 * Returns the JSON Pointer of the first duplicate property. Escapes in names are decoded before the comparison. `text` must be valid JSON.
 * Call this function only after JSON.parse succeeded and the property count shows that a property was dropped.
 * @returns undefined if no property is duplicated
 */
export function findDuplicateKey(text: string): { path: string } | undefined {
  const open: Level[] = [];
  // A string is a property name only inside an object, directly after the opening brace or a comma.
  let nameNext = false;

  for (let at = 0; at < text.length; at += 1) {
    const level = open.at(-1);
    switch (text[at]) {
      case '"': {
        const end = stringEnd(text, at);
        if (nameNext && level?.names !== undefined) {
          const name = String(JSON.parse(text.slice(at, end)));
          level.step = name;
          if (level.names.has(name)) return { path: pointerOf(open) };
          level.names.add(name);
        }
        nameNext = false;
        at = end - 1;
        break;
      }
      case '{':
        open.push({ names: new Set(), step: '' });
        nameNext = true;
        break;
      case '[':
        open.push({ names: undefined, step: 0 });
        nameNext = false;
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case ',':
        nameNext = true;
        if (typeof level?.step === 'number' && level.names === undefined) level.step += 1;
        break;
      default:
        break;
    }
  }
  return undefined;
}

/** Returns the index after the closing quote of the string that starts at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function pointerOf(levels: Level[]): string {
  return jsonPointer(levels.map(({ step }) => step));
}
