/** Number of bad rows of a table. */
export const bad = 37;

/** Rows in which every so many is bad, by its number, its date or its missing id in turn. */
export function tableOf(rows: number): string {
  const step = Math.floor(rows / bad);
  const lines = Array.from({ length: rows }, (_, at) => {
    const fault = at % step === 0 && at / step < bad ? (at / step) % 3 : -1;
    const id = fault === 2 ? '' : `p${at}`;
    return `${id};${fault === 0 ? 'viel' : '4,20'};${fault === 1 ? 'gestern' : '2026-01-31'};${'x'.repeat(60)}\n`;
  });
  return `sku;Gewicht;Datum;text\n${lines.join('')}`;
}

/** What the columns of the table hold. */
export const definitions = [
  { id: 'Gewicht', name: 'Gewicht', type: { id: 'decimal', multiValue: false } },
  { id: 'Datum', name: 'Datum', type: { id: 'date', multiValue: false } },
];
/** Options of its import: the ids are not complete, so they are not recognised. */
export const options = { answers: { id: 'sku', decimal: ',' } };
