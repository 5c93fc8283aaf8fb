import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from './browser.ts';
import { setStage } from './stage.ts';

describe('A person who speaks German', { skip: withoutBrowser }, () => {
  const stage = setStage({ visit: { locale: 'de-DE' }, isSignedOut: true });

  test('reads in German what is wrong with an import, with the values that it is about', async () => {
    const { page, service } = stage;
    await page.goto('/sign-in');
    await page.getByLabel('E-Mail-Adresse').fill(service.operator.email);
    await page.getByLabel('Passwort', { exact: true }).fill(service.operator.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByRole('navigation').waitFor();
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
      page.getByRole('button', { name: 'Datei wählen' }).click(),
    ]);
    const buffer = Buffer.from(JSON.stringify({ products }));
    await chooser.setFiles({ name: 'falsch.json', mimeType: 'application/json', buffer });
    await page.getByText('Fertig mit Fehlern').waitFor();
    for (const sentence of [
      /„schwer“ ist keine Dezimalzahl wie 12 oder -0\.5\./,
      /hat kein Attribut „colour“; legen Sie es zuerst an\./,
      /Das Produkt hat keine __ID\./,
      /nimmt hier einen einzelnen Text, nicht eine Liste\./,
      /„g5“ kann sich nicht selbst enthalten\./,
      /„g6“ steht an Stelle 5 und an Stelle 6; beides gilt in dieser Reihenfolge\./,
    ])
      await page.getByText(sentence).first().waitFor();
    assert.equal(await page.getByText('The product has no __ID').count(), 0);
  });

  test('reads in German why a value is refused, and why a file that is no JSON ended early', async () => {
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
      page.getByRole('button', { name: 'Datei wählen' }).click(),
    ]);
    const buffer = Buffer.from('{"products":[{"__ID":"a"},');
    await chooser.setFiles({ name: 'kaputt.json', mimeType: 'application/json', buffer });
    await page.getByText('Die Datei ist kein gültiges JSON.').waitFor();
    await page.getByText(/^Line 1, column/).waitFor();
    assert.deepEqual(stage.complaints, []);
  });
});
