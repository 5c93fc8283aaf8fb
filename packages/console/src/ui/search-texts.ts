/**
 * The search part of a URL. Parameters are strings, and lists are repeated parameters. A URL with a single value does not show whether the
 * parameter is a list, so the function that reads a screen's parameters decides. Values stay strings. Only lists in the format of earlier
 * versions of the console are read as JSON.
 */

type Search = Record<string, unknown>;

/** Parses the search part of a URL. Omits empty parameters. A repeated parameter becomes an array, any other parameter a string. */
export function parseSearch(search: string): Search {
  const parameters = new URLSearchParams(search);
  const read = new Map<string, unknown>();
  for (const name of parameters.keys()) {
    const texts = parameters.getAll(name).filter((text) => text !== '');
    if (texts.length > 0) read.set(name, texts.length === 1 ? texts[0] : texts);
  }
  return Object.fromEntries(read);
}

/** Returns the search part of a URL with its question mark, or '' without parameters. Omits values other than strings and `true`. */
export function stringifySearch(search: Search): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    for (const one of values) if (typeof one === 'string' || one === true) parameters.append(name, String(one));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

/** Returns the value of a parameter. If it is repeated, returns its first value. */
function firstIn(search: Search, name: string): unknown {
  const value = search[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the value of a parameter, or undefined if it is empty or absent. */
export function textIn(search: Search, name: string): string | undefined {
  const value = firstIn(search, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the values of a parameter that is a list, or undefined if there are none. */
export function textsIn(search: Search, name: string): string[] | undefined {
  const value = search[name];
  const values: unknown[] = Array.isArray(value) ? value : [value];
  const texts = values.filter((one): one is string => typeof one === 'string' && one !== '');
  const read = texts.length === 1 ? (writtenAsJson(texts[0] ?? '') ?? texts) : texts;
  return read.length > 0 ? read : undefined;
}

/** Reads a list such as `["a","b"]`. Bookmarks may still contain this format of earlier versions of the console. */
function writtenAsJson(text: string): string[] | undefined {
  if (!text.startsWith('["')) return undefined;
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) && read.every((one) => typeof one === 'string') ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the parameter if it is one of the choices, otherwise undefined. */
export const choiceIn = <Choice extends string>(
  search: Search,
  name: string,
  choices: readonly Choice[],
): Choice | undefined => choices.find((one) => one === firstIn(search, name));

/** Returns true if the value of the parameter is `true`. */
export const isSetIn = (search: Search, name: string): boolean =>
  [true, 'true'].some((one) => one === firstIn(search, name));

/** Removes the parameters that are undefined. */
export function without<Read extends object>(read: { [Name in keyof Read]: Read[Name] | undefined }): Read {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as Read; // undefined properties are optional
}

/**
 * Wraps the function that reads a screen's parameters, so that the screen gets only what the function returns. Without this, the router
 * would also pass the raw parameters that the function ignored.
 * @param inherited parameters that a parent route has read
 */
export const onlyRead =
  <Read extends object>(read: (search: Search) => Read, inherited: readonly string[] = []) =>
  (search: Search): Read => ({
    ...Object.fromEntries(
      Object.keys(search)
        .filter((name) => !inherited.includes(name))
        .map((name) => [name, undefined]),
    ),
    ...read(search),
  });
