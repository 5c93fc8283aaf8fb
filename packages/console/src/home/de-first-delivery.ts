import type { FirstDeliveryTexts } from './en-first-delivery.ts';

const products = (count: string | undefined) =>
  count === undefined ? 'Produkte' : count === '1' ? '1 Produkt' : `${count} Produkte`;

export const deFirstDelivery: FirstDeliveryTexts = {
  title: 'Erste Lieferung',
  subtitle: (channel) => `Bringen Sie Ihre Produkte Schritt für Schritt auf den Kanal ${channel}`,
  noChannel: 'Bringen Sie Ihre Produkte Schritt für Schritt auf einen Kanal',
  progress: (done, all) => `${done} von ${all} erledigt`,
  doneTitle: (isPartial) =>
    isPartial ? 'Ihre ersten Produkte sind geliefert' : 'Ihre erste Lieferung ist abgeschlossen',
  doneSubtitle: (channel, isPartial) =>
    isPartial
      ? `Der Kanal ${channel} hat nicht alle Produkte angenommen`
      : `Der Kanal ${channel} hat Ihre Produkte erhalten`,
  partly: (accepted, all) => `${accepted} von ${all} Produkten geliefert`,
  dismiss: 'Diese Schritte ausblenden',
  place: 'Der Adapter meldet zu diesem Konto:',
  states: { done: 'erledigt', open: 'offen', running: 'läuft', failed: 'fehlgeschlagen', waiting: 'später' },
  import: {
    title: 'Importieren',
    done: (count) => (count === '1' ? '1 Produkt ist gespeichert' : `${count} Produkte sind gespeichert`),
    open: 'Importieren Sie eine Datei mit Ihren Produkten, oder legen Sie ein Produkt an',
    action: 'Produkte importieren',
    show: 'Produkte',
  },
  define: {
    title: 'Definieren',
    done: 'Die Typen der Attribute sind festgelegt',
    open: 'Legen Sie die Typen Ihrer Attribute fest: Zahlen, Datumsangaben, Wertelisten',
    waiting: 'Ein Import legt Ihre Attribute an',
    action: 'Attribute definieren',
    show: 'Attribute',
  },
  connect: {
    title: 'Verbinden',
    done: 'Ein Konto ist verbunden',
    open: 'Verbinden Sie ein Konto',
    running: 'Der Adapter prüft das Konto',
    failed: 'Der Adapter hat das Konto abgelehnt',
    waiting: 'Noch ist kein Kanal verfügbar. Ein Betreiber muss zuerst einen einrichten.',
    action: 'Verbinden',
    show: 'Konten',
  },
  map: {
    title: 'Zuordnen',
    done: 'Ein Mapping ist veröffentlicht',
    open: 'Ordnen Sie Ihre Attribute dem Datenstandard zu; Vorschläge helfen dabei',
    running: '',
    failed: '',
    waiting: '',
    action: 'Attribute zuordnen',
    show: 'Mapping',
  },
  fix: {
    title: 'Korrigieren',
    done: () => 'Alle Produkte sind bereit',
    open: (count) => (count === '1' ? '1 Produkt hat Probleme' : `${count} Produkte haben Probleme`),
    running: () => 'Die Produkte werden geprüft',
    failed: () => '',
    waiting: () => 'Probleme erscheinen, sobald ein Mapping veröffentlicht ist',
    action: 'Probleme beheben',
    show: 'Datenqualität',
  },
  submit: {
    title: 'Einreichen',
    done: (count) => `${products(count)} eingereicht`,
    open: (count) =>
      count === undefined
        ? 'Reichen Sie Ihre Produkte ein'
        : `${products(count)} ${count === '1' ? 'ist' : 'sind'} bereit`,
    running: () => '',
    failed: () => '',
    waiting: () => 'Noch kann kein Produkt eingereicht werden',
    action: 'Produkte einreichen',
    show: 'Einreichungen',
  },
  delivery: {
    title: 'Lieferung',
    done: 'Die Produkte wurden geliefert',
    open: '',
    running: 'Der Adapter liefert die Produkte',
    failed: 'Kein Produkt wurde angenommen',
    waiting: 'Noch nichts geliefert',
    action: 'Einreichung anzeigen',
  },
};
