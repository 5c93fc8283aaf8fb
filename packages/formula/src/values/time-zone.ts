/**
 * Returns true if `zone` is a time zone (`Europe/Berlin`) in the spelling of the time zone database, or an offset (`+02:00`). `Intl`
 * accepts names in any letter case, but other programs do not.
 */
export function isTimeZone(zone: string): boolean {
  const format = formatOf(zone);
  if (format === undefined) return false;
  const { timeZone } = format.resolvedOptions();
  // A zone can have an old and a new name, and `Intl` may return the other name. In that case, only the spelling of the parts is checked.
  return timeZone.toLowerCase() === zone.toLowerCase() ? timeZone === zone : zone.split('/').every(isZonePart);
}

const zoneWord = '(?:(?:[A-Z][a-z]+)+|[A-Z]{1,4}|of|au|es|la)';
const zonePart = new RegExp(`^(?:${zoneWord}(?:[_-]${zoneWord})*|[A-Z]{2,4}[+-]?\\d+[A-Z]{0,3})$`);
const isZonePart = (part: string) => zonePart.test(part);

const formats = new Map<string, Intl.DateTimeFormat>();
/** Maximum number of cached formats. There are about 600 zones, but `Intl` also accepts offsets, and names in any letter case. */
const maxFormats = 1_000;

/** Returns the format of dates in a zone, or undefined for an unknown zone. */
export function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-u-ca-iso8601-hc-h23', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (formats.size < maxFormats) formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}
