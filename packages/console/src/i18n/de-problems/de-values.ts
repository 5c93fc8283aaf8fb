import type { ProblemParams, ProductCode, TypeFault, ValueCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { visibleText } from '@pimento/contract/text';
import { identifierFaults, number, quoted, typeFaults } from './de-texts.ts';

const ofValue = ({ attribute, value }: { attribute: string; value: string }, breach: string) =>
  `${quoted(attribute)}: ${quoted(value)} ${breach}.`;
const ofType = (fault: TypeFault) => (params: { attribute: string; value: string }) =>
  ofValue(params, typeFaults[fault]);

const maxUnits = 10;
const quantityFaults = {
  number: 'hat vor der Einheit keine Zahl mit Dezimalpunkt',
  space: 'hat zwischen Zahl und Einheit nicht genau ein Leerzeichen',
  'unit-missing': 'hat keine Einheit',
  'unit-unknown': 'hat eine Einheit, die nicht erlaubt ist',
};

function quantityBreach(params: ProblemParams['not-a-quantity']): string {
  // reading a parameter that is missing would throw
  const fault = 'fault' in params ? params.fault : undefined;
  const units = 'units' in params ? (params.units ?? []) : [];
  const [first] = units;
  const breach = fault === undefined ? typeFaults['not-a-quantity'] : quantityFaults[fault];
  if (first === undefined) return breach;
  const allowed = `${units.slice(0, maxUnits).join(', ')}${units.length > maxUnits ? ', …' : ''}`;
  return `${breach}. Erlaubte Einheiten: ${allowed}; Beispiel: 1.5 ${first}`;
}

export const deValues: Pick<ProblemSentences, ValueCode> = {
  'not-a-decimal': ofType('not-a-decimal'),
  'not-an-integer': ofType('not-an-integer'),
  'not-a-fraction': ofType('not-a-fraction'),
  'not-a-date': ofType('not-a-date'),
  'not-a-datetime': ofType('not-a-datetime'),
  'not-a-boolean': ofType('not-a-boolean'),
  'not-a-quantity': (p) => ofValue(p, quantityBreach(p)),
  'not-a-gtin': ofType('not-a-gtin'),
  'wrong-check-digit': ofType('wrong-check-digit'),
  'not-a-reference': ofType('not-a-reference'),
  'empty-asset': ofType('empty-asset'),
  'too-short': (p) =>
    'length' in p
      ? `${quoted(p.attribute)} hat ${number(Number(p.length))} Zeichen; mindestens ${number(p.minLength)} sind nötig.`
      : ofValue(p, `ist kürzer als die mindestens ${p.minLength} Zeichen (minLength)`),
  'too-long': (p) =>
    'length' in p
      ? `${quoted(p.attribute)} hat ${number(Number(p.length))} Zeichen; erlaubt sind ${number(p.maxLength)}. Mit „| truncate(${p.maxLength})“ wird der Wert gekürzt.`
      : ofValue(p, `ist länger als die höchstens ${p.maxLength} Zeichen (maxLength)`),
  'below-minimum': (p) => ofValue(p, `liegt unter ${p.minValue} (minValue)`),
  'above-maximum': (p) => ofValue(p, `liegt über ${p.maxValue} (maxValue)`),
  'too-many-decimals': (p) => ofValue(p, `hat mehr als ${p.max} Nachkommastellen (${p.limit})`),
  'not-in-list': (p) => {
    if (!('channel' in p) && !('allowed' in p)) return ofValue(p, 'ist keiner der erlaubten Werte (listOfValues)');
    const at = 'channel' in p ? ` bei ${p.channel}` : '';
    const count = 'allowed' in p ? ` (erlaubt sind ${number(Number(p.allowed))})` : '';
    return `${quoted(p.value)} ist kein Wert von ${quoted(p.attribute)}${at}${count}. Ordnen Sie den Wert zu.`;
  },
  'pattern-mismatch': (p) =>
    ofValue(p, `passt nicht zum Muster ${p.pattern}${p.explanation === null ? '' : `: ${p.explanation}`}`),
  'expected-rows': ({ attribute }) =>
    `${quoted(attribute)}: Ein Wert kann nicht in Zeilen einer Gruppe umgewandelt werden.`,
  'several-values': ({ attribute, count }) =>
    `${quoted(attribute)}: ${number(count)} Werte passen nicht in ein Attribut mit einem einzelnen Wert.`,
};

/** German sentences about problems with the products of an import. */
export const deProducts: Pick<ProblemSentences, ProductCode> = {
  'invalid-product': () => 'Ein Produkt muss ein Objekt sein.',
  'missing-id': () => 'Das Produkt hat keine __ID.',
  'invalid-id': {
    product: ({ fault }) =>
      fault === 'not-a-text' ? '__ID muss ein Text mit 1 bis 255 Zeichen sein.' : `__ID ${identifierFaults[fault]}.`,
    asset: ({ fault }) => `Die ID eines Assets ${identifierFaults[fault]}.`,
    definition: ({ fault }) => `Die ID ${identifierFaults[fault]}.`,
  },
  'invalid-name': {
    product: ({ fault }) => `Der Name eines Attributs ${identifierFaults[fault]}.`,
    definition: ({ fault }) => `Der Name ${identifierFaults[fault]}.`,
  },
  'invalid-character': {
    null: () => 'Der Text enthält U+0000, das nicht gespeichert werden kann.',
    'half-surrogate': () => 'Der Text enthält ein halbes Surrogatpaar.',
    definition: ({ field }) => `${field} enthält U+0000 oder ein halbes Surrogatpaar.`,
  },
  'expected-scalar': {
    attribute: ({ attribute, found }) =>
      `${quoted(attribute)} nimmt hier einen einzelnen Text, nicht ${{ array: 'eine Liste', object: 'ein Objekt', null: 'null' }[found]}.${found === 'array' ? ' Senden Sie einen Text oder lassen Sie im Attribut mehrere Werte zu.' : ''}`,
    field: ({ field }) => `${field} nimmt einen einzelnen Text.`,
    'rows-into-value': ({ attribute }) =>
      `${quoted(attribute)}: Zeilen einer Gruppe können nicht in einen Wert umgewandelt werden.`,
  },
  'expected-array': {
    attribute: ({ attribute }) =>
      `${quoted(attribute)} hat mehrere Werte: Senden Sie eine Liste, auch für einen einzigen Wert.`,
    composite: ({ composite }) => `Die Gruppe ${quoted(composite)} nimmt eine Liste von Zeilen.`,
    packaging: () => 'PACKAGING nimmt eine Liste von Verknüpfungen.',
  },
  'expected-row': ({ composite }) => `Jede Zeile der Gruppe ${quoted(composite)} muss ein Objekt sein.`,
  'unknown-child': ({ composite, child }) =>
    `Die Gruppe ${quoted(composite)} hat kein Attribut ${quoted(child)}; legen Sie es zuerst an.`,
  'composite-not-defined': ({ attribute }) =>
    `${quoted(attribute)} ist nicht angelegt, und sein Wert hat Zeilen: Legen Sie zuerst die Gruppe an.`,
  'ambiguous-name': ({ name }) =>
    `Mehrere Attribute haben den Namen ${quoted(name)}; senden Sie die ID des gewünschten Attributs.`,
  'reserved-name': {
    field: ({ field }) => `Namen, die mit „__“ beginnen, sind reserviert; ein Feld ${quoted(field)} gibt es nicht.`,
    definition: ({ name }) => `${quoted(name)} ist reserviert.`,
  },
  'duplicate-field': {
    id: () => 'Das Produkt hat zwei IDs.',
    expected: () => 'Das Produkt enthält __EXPECTED zweimal.',
    name: () => 'Derselbe Name kommt in einem Objekt zweimal vor.',
    spelling: ({ field }) => `${field} kommt im Produkt zweimal vor, in verschiedenen Schreibweisen.`,
    attribute: ({ key, attribute }) =>
      `${quoted(key)} bezeichnet das Attribut ${quoted(attribute)}, das im Produkt schon enthalten ist.`,
    child: ({ key, child }) =>
      `${quoted(key)} bezeichnet das Attribut ${quoted(child)}, das in der Zeile schon enthalten ist.`,
    'account-field': ({ field }) => `Das Feld ${quoted(field)} gibt es zweimal.`,
  },
  'text-too-long': ({ field, maxBytes }) => `${field} darf höchstens ${number(maxBytes)} Bytes lang sein.`,
  'too-deep': ({ maxLevels }) =>
    `Das Produkt ist tiefer verschachtelt, als eine Gruppe sein kann (${number(maxLevels)} Ebenen).`,
  'quantity-without-packaging': () => 'QUANTITY gilt für die Verknüpfungen in PACKAGING, aber PACKAGING fehlt.',
  'invalid-quantity': ({ value }) => `QUANTITY muss eine positive Dezimalzahl sein, nicht ${value}.`,
  'invalid-packaging': {
    'id-missing': () => 'Eine Verknüpfung braucht die ID des Produkts, das sie enthält.',
    id: ({ fault }) => `Die ID in einer Verknüpfung ${identifierFaults[fault]}.`,
  },
  'packaging-cycle': {
    itself: ({ productId }) => `${quoted(productId)} kann sich nicht selbst enthalten.`,
    cycle: ({ productIds }) => `Die Verpackung würde sich selbst enthalten: ${productIds.map(quoted).join(' → ')}.`,
  },
  'not-on-channel': ({ productId }) => `${quoted(productId)} wurde nie bei diesem Kanal eingereicht.`,
  'not-ready': ({ problem, explanation, more }, say) =>
    [explanation, say(problem), more === 0 ? null : `(${number(more)} weitere)`].filter(Boolean).join(' '),
  checking: () => 'Das Produkt wurde während der Prüfung geändert. Reichen Sie es noch einmal ein.',
  held: () => 'Das Produkt ist auf diesem Kanal zurückgehalten. Geben Sie es zuerst frei.',
  unchanged: () => 'Der Kanal hat das Produkt bereits so, wie es eingereicht würde.',
  'unresolved-packaging': ({ missing }) =>
    `PACKAGING verweist auf ${quoted(missing)}; dieses Produkt gibt es (noch) nicht.`,
  'not-defined': ({ attribute }) =>
    `${quoted(attribute)} ist nicht mehr definiert. Definieren Sie das Attribut zuerst wieder.`,
  'invalid-expectation': {
    'not-an-object': () => '__EXPECTED muss ein Objekt mit Feldern sein oder null.',
    'other-id': () => '__EXPECTED enthält die ID eines anderen Produkts.',
    nested: () => '__EXPECTED darf kein weiteres __EXPECTED enthalten.',
  },
  'changed-meanwhile': {
    value: ({ attribute }) => `${quoted(attribute)} wurde inzwischen von jemand anderem geändert.`,
    'product-gone': ({ productId }) => `Das Produkt ${quoted(productId)} gibt es nicht mehr.`,
    'product-exists': ({ productId }) => `Das Produkt ${quoted(productId)} gibt es schon.`,
    impossible: ({ problem }, say) =>
      `Gespeichert ist etwas anderes als erwartet; das Erwartete kann gar nicht gespeichert werden: ${say(problem)}`,
    product: ({ productId }) => `${quoted(productId)} wurde inzwischen von jemand anderem geändert oder gelöscht.`,
    definitions: () => 'Nichts wurde gespeichert: Die Definition wurde inzwischen geändert.',
    rules: () => 'Nichts wurde geändert: Die Regeln wurden inzwischen geändert.',
    channel: () => 'Nichts wurde geändert: Der Kanal wurde inzwischen geändert.',
    connection: () => 'Nichts wurde geändert: Die Einstellungen der Verbindung wurden inzwischen geändert.',
    standard: ({ version }) =>
      `Nichts wurde gespeichert: Die aktuelle Version des Datenstandards ist ${number(version)}.`,
    'operator-standard': ({ version }) =>
      `Version ${number(version)} wurde von einem Betreiber veröffentlicht. Senden Sie expectedVersion, um sie zu ersetzen.`,
    mapping: ({ revision }) =>
      `Nichts wurde gespeichert: Das Mapping wurde inzwischen geändert; seine Revision ist ${number(revision)}.`,
    'import-mapping': ({ name, version }) =>
      version === 0
        ? `Nichts wurde geändert: Das Mapping ${quoted(name)} gibt es nicht.`
        : `Nichts wurde geändert: Die aktuelle Version des Mappings ${quoted(name)} ist ${number(version)}.`,
    'import-source': ({ name, version }) =>
      version === 0
        ? `Nichts wurde geändert: Die Dateiquelle ${quoted(name)} gibt es nicht.`
        : `Nichts wurde geändert: Die aktuelle Version der Dateiquelle ${quoted(name)} ist ${version}.`,
    view: ({ name }) => `Nichts wurde geändert: Die Ansicht ${quoted(name)} ist inzwischen anders.`,
    'map-entry': ({ value }) =>
      `Nichts wurde gespeichert: Die Zuordnung von ${quoted(value)} wurde inzwischen geändert.`,
    'table-row': ({ key }) => `Nichts wurde gespeichert: Die Zeile von ${quoted(key)} wurde inzwischen geändert.`,
    override: ({ productId }) =>
      `Nichts wurde gespeichert: Was für ${quoted(productId)} auf diesem Kanal festgelegt ist, wurde inzwischen geändert.`,
    'category-rules': () => 'Nichts wurde gespeichert: Die Kategorieregeln wurden inzwischen geändert.',
    target: ({ target }) => `Nichts wurde gespeichert: Die Einträge von ${quoted(target)} wurden inzwischen geändert.`,
  },
  'ignored-field': ({ fields }) =>
    `Von Verknüpfungen werden nur die ID und QUANTITY gespeichert; nicht gespeichert: ${fields.join(', ')}.`,
  'duplicate-in-request': ({ productId, firstIndex, index, ...rows }) =>
    `${quoted(productId)} kommt ${rows.firstRow === undefined || rows.row === undefined ? `an den Positionen ${number(firstIndex + 1)} und ${number(index + 1)}` : `in den Zeilen ${number(rows.firstRow)} und ${number(rows.row)}`} vor; beides wird in dieser Reihenfolge übernommen.`,
  'differs-in-case-only': ({ productId, firstIndex, ...rows }) =>
    `Die ID ${rows.firstRow === undefined ? `an Position ${number(firstIndex + 1)}` : `in Zeile ${number(rows.firstRow)}`} unterscheidet sich von ${quoted(visibleText(productId))} nur in Groß- und Kleinschreibung, Leerzeichen oder Zeichenbreite; es sind zwei Produkte.`,
  'identifier-cleaned': ({ sent, stored }) =>
    `${quoted(visibleText(sent))} hat Leerraum am Rand oder unsichtbare Zeichen und wird als ${quoted(stored)} gelesen.`,
  'similar-name': ({ name, existing }) =>
    `${quoted(visibleText(name))} unterscheidet sich von ${quoted(visibleText(existing))} nur in Groß- und Kleinschreibung, Leerzeichen oder Zeichenbreite; beide bleiben.`,
};
