import { jsonPointer } from '../../platform/core.ts';

/** One array or object that is open at the current position. */
interface Level {
  /** Names seen in an object; undefined in an array. */
  names: Set<string> | undefined;
  /** The pointer step into the current member or element. */
  step: string | number;
}

/**
 * The first member whose object already has its name, as JSON Pointer; escapes in names are resolved before they are compared.
 * `text` must be JSON: for use after JSON.parse, if the member count shows that something was dropped.
 */
export function findDuplicateKey(text: string): { path: string } | undefined {
  const open: Level[] = [];
  // Only in an object and right after its brace or a comma is a string a name.
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

/** Index after the closing quote of the string that starts at `from`. */
function stringEnd(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function pointerOf(levels: Level[]): string {
  return jsonPointer(levels.map(({ step }) => step));
}
