import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertNoBarriers } from './support/accessible-screens.ts';
import { withoutBrowser } from './support/browser.ts';
import { visit } from './support/console-visit.ts';
import { englishFinder, readPage } from './support/german-texts.ts';
import { openStill, recordShifts } from './support/layout-shifts.ts';
import { connectAndSubmit } from './support/played-adapter.ts';
import { screens } from './support/screens.ts';
import { setStage } from './support/stage.ts';

const stage = setStage({ visit: { locale: 'de-DE' }, isSignedOut: true });

async function signInGerman(): Promise<void> {
  const { page, service } = stage;
  await page.goto('/sign-in');
  await page.getByLabel('E-Mail-Adresse').fill(service.operator.email);
  await page.getByLabel('Passwort', { exact: true }).fill(service.operator.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation').waitFor();
}

describe('A person who speaks German: imports', { skip: withoutBrowser }, () => {
  test('reads in German what is wrong with an import, with the values that it is about', async () => {
    const { page } = stage;
    await signInGerman();
    const products = [
      { __ID: 'g1', netWeight: 'schwer' },
      { __ID: 'g2', texts: [{ colour: 'rot' }] },
      { netWeight: '1' },
      { __ID: 'g4', netWeight: ['1', '2'] },
      { __ID: 'g5', PACKAGING: ['g5'] },
      { __ID: 'g6' },
      { __ID: 'g6' },
    ];
    await page.goto('/imports');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Datei auswählen' }).click(),
    ]);
    const buffer = Buffer.from(JSON.stringify({ products }));
    await chooser.setFiles({ name: 'falsch.json', mimeType: 'application/json', buffer });
    await page.getByText('Mit Fehlern abgeschlossen').waitFor();
    for (const sentence of [
      /„schwer“ ist keine Dezimalzahl wie 12 oder -0\.5\./,
      /hat kein Attribut „colour“; legen Sie es zuerst an\./,
      /Das Produkt hat keine __ID\./,
      /nimmt hier einen einzelnen Text, nicht eine Liste\./,
      /„g5“ kann sich nicht selbst enthalten\./,
      /„g6“ kommt an den Positionen 6 und 7 vor; beides wird in dieser Reihenfolge übernommen\./,
    ])
      await page.getByText(sentence).first().waitFor();
    assert.equal(await page.getByText('The product has no __ID').count(), 0);
  });
});

describe('A person who speaks German: rules', { skip: withoutBrowser }, () => {
  test('reads every rule that a value can break in German, with the value and the limit', async () => {
    const { page, service } = stage;
    const send = async (method: string, path: string, body: unknown) => {
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: { authorization: `Bearer ${service.secret}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      assert.equal(answer.status, 200, await answer.clone().text());
      return (await answer.json()) as { jobRef: string }; // the response to an import has this property
    };
    const attribute = (id: string, type: string, restriction: object = {}, multiValue = false) => ({
      id,
      name: id,
      compositeAttribute: null,
      type: { id: type, multiValue },
      restriction,
    });
    await send('PUT', '/api/datastandards/v1/datastandards/attributes', [
      attribute('d-int', 'integer', { parameters: { minValue: '1', maxValue: '5' } }),
      attribute('d-dec', 'decimal', { parameters: { maxDecimals: '2' } }),
      attribute('d-frac', 'fraction'),
      attribute('d-day', 'date'),
      attribute('d-gtin', 'gtin'),
      attribute('d-ref', 'reference'),
      attribute('d-text', 'string', { parameters: { minLength: '2', maxLength: '4' } }),
      attribute('d-list', 'string', { listOfValues: [{ value: 'a' }] }),
      attribute('d-pattern', 'string', { patterns: [{ pattern: '^A', message: 'mit A' }] }),
      attribute('d-many', 'string', {}, true),
    ]);
    const wrong: [string, unknown, RegExp][] = [
      ['d-int', 'x', /„d-int“: „x“ ist keine ganze Zahl\./],
      ['d-int', '0', /„d-int“: „0“ liegt unter 1 \(minValue\)\./],
      ['d-int', '6', /„d-int“: „6“ liegt über 5 \(maxValue\)\./],
      ['d-dec', '1.234', /„1\.234“ hat mehr als 2 Nachkommastellen \(maxDecimals\)\./],
      ['d-frac', '1/x', /„1\/x“ ist kein Bruch/],
      ['d-day', '31.12.', /„31\.12\.“ ist kein Datum/],
      ['d-gtin', '123', /„123“ ist keine GTIN aus/],
      ['d-gtin', '4006381333932', /Die Prüfziffer stimmt nicht\./],
      ['d-text', 'a', /„a“ ist kürzer als die mindestens 2 Zeichen/],
      ['d-text', 'abcde', /„abcde“ ist länger als die höchstens 4 Zeichen/],
      ['d-list', 'b', /„b“ ist keiner der erlaubten Werte/],
      ['d-pattern', 'B', /„B“ passt nicht zum Muster \^A: mit A/],
      ['d-many', 'x', /„d-many“ hat mehrere Werte: Senden Sie eine Liste/],
      ['rows', [{ a: 1 }], /„rows“ ist nicht angelegt, und sein Wert hat Zeilen/],
      ['__COLOUR', 'x', /ein Feld „__COLOUR“ gibt es nicht\./],
      ['QUANTITY', '2', /QUANTITY gilt für die Verknüpfungen in PACKAGING/],
      [
        'PACKAGING',
        [{ target: 'p', metadata: { QUANTITY: '-1' } }],
        /QUANTITY muss eine positive Dezimalzahl sein, nicht "-1"\./,
      ],
      ['PACKAGING', [{}], /Eine Verknüpfung braucht die ID des Produkts/],
    ];
    const products = wrong.map(([key, value], place) => ({ __ID: `wrong-${place}`, [key]: value }));
    const { jobRef } = await send('POST', '/api/import/v1/feeds/master', { products });
    await page.goto(`/imports/${jobRef}`);
    for (const [, , sentence] of wrong) await page.getByText(sentence).first().waitFor();
    assert.deepEqual(await page.locator('main [lang=en]').allInnerTexts(), []);
  });
});

describe('A person who speaks German: refusals', { skip: withoutBrowser }, () => {
  test('reads in German why a value is refused, and why a file that is not JSON ended early', async () => {
    const { page } = stage;
    await page.goto('/products/capers-100');
    await page.getByRole('button', { name: /Net weight bearbeiten/ }).click();
    await page.getByRole('textbox', { name: 'Net weight' }).fill('schwer');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('alert').getByText('„schwer“ ist keine Dezimalzahl wie 12 oder -0.5.').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Abbrechen' }).click();
    await page.goto('/imports');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Datei auswählen' }).click(),
    ]);
    const buffer = Buffer.from('{"products":[{"__ID":"a"},');
    await chooser.setFiles({ name: 'kaputt.json', mimeType: 'application/json', buffer });
    await page
      .getByText("Zeile 1, Spalte 27 (Byte 26): Erwartet wird ein Produkt nach ',', die Datei endet hier.")
      .waitFor();
    await page.getByText('Das ist nach dem ersten Produkt der Datei.').waitFor();
    await page.getByText(/^Es wurde nichts gespeichert\. Korrigieren Sie die Datei an dieser Stelle/).waitFor();
    assert.deepEqual(await page.locator('main [lang=en]').allInnerTexts(), []);
    assert.deepEqual(stage.complaints, []);
  });
});

/** Name of a screen → its path. The name is the path, unless the path is known only when the tests run. */
const addresses = new Map([...screens, '/sign-in'].map((screen) => [screen, screen]));
const [anImport, aSubmission] = ['an import', 'a submission'] as const;

describe('A person who speaks German: every screen', { skip: withoutBrowser }, () => {
  let page: Page;
  let isEnglish: (text: string) => boolean;

  before(async () => {
    const { browser, service } = stage;
    addresses.set(aSubmission, `/submissions/${await connectAndSubmit(service)}`);
    await stage.page.goto('/imports');
    const link = stage.page.getByRole('main').getByRole('row').getByRole('link').first();
    const path = (await link.getAttribute('href')) ?? '';
    assert.match(path, /^\/imports\/./);
    addresses.set(anImport, path);
    isEnglish = await englishFinder(service);
    const storageState = await stage.page.context().storageState();
    // axe needs `eval`, which the content security policy forbids
    ({ page } = await visit(browser, service.baseUrl, { locale: 'de-DE', bypassCSP: true, storageState }));
    await recordShifts(page.context());
  });

  // The three assertions share one load, because loading takes longer than the assertions.
  for (const name of [...addresses.keys(), anImport, aSubmission])
    test(`moves nothing while it is loaded, has no English text, and is free of barriers that axe knows: ${name}`, async () => {
      assert.deepEqual(
        await openStill(page, addresses.get(name) ?? assert.fail(`no path of ${name}`)),
        [],
        'what moved',
      );
      assert.deepEqual((await readPage(page)).filter(isEnglish), [], 'English texts');
      await assertNoBarriers(page);
    });
});
