import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { withoutBrowser } from '../support/browser.ts';
import { setStage } from '../support/stage.ts';

const stage = setStage({ visit: { locale: 'de-DE' }, isSignedOut: true });
const quotaNames = ['Produkte', 'Dateien', 'Wartende Importe', 'Schlüssel', 'Unbestätigte Ereignisse'];

async function signInGerman(): Promise<void> {
  const { page, service } = stage;
  await page.goto('/sign-in');
  await page.getByLabel('E-Mail-Adresse').fill(service.operator.email);
  await page.getByLabel('Passwort', { exact: true }).fill(service.operator.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation').waitFor();
}

describe('Quotas in German', { skip: withoutBrowser }, () => {
  test('an operator sets a quota, sees that it is used up, and reads why an import is refused', async () => {
    const { page, complaints } = stage;
    await signInGerman();
    await page.goto('/settings?tab=storage');
    await page.getByText('Der Betreiber legt die Kontingente fest.').waitFor();
    const storage = page.getByRole('group', { name: 'Kontingente' });
    for (const name of quotaNames)
      await storage.getByRole('row', { name: new RegExp(`^${name} .+ Keine Grenze$`) }).waitFor();
    const used = /\d+/.exec(await storage.getByRole('row', { name: /^Produkte/ }).innerText())?.[0] ?? '';
    assert.notEqual(used, '');

    await page.goto('/settings?tab=clients');
    await page
      .getByRole('button', { name: /^Aktionen für / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Kontingente' }).click();
    const dialog = page.getByRole('dialog', { name: /^Kontingente von / });
    await dialog.getByText('Lassen Sie ein Feld leer, um keine Grenze zu setzen.').waitFor();
    await dialog.getByLabel('Dateien (Bytes)', { exact: true }).waitFor();
    await dialog.getByLabel('Produkte', { exact: true }).fill(used);
    await dialog.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText(/^Kontingente von .+ gespeichert$/).waitFor();
    await dialog.waitFor({ state: 'detached' });

    await page.goto('/settings?tab=storage');
    await storage.getByLabel(/^Produkte: 100\s%\sbelegt$/).waitFor();
    await storage.getByRole('row', { name: /^Unbestätigte Ereignisse .+ Keine Grenze$/ }).waitFor();

    await page.goto('/imports');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Datei auswählen' }).click(),
    ]);
    const buffer = Buffer.from(JSON.stringify({ products: [{ __ID: 'one-too-many' }] }));
    await chooser.setFiles({ name: 'mehr.json', mimeType: 'application/json', buffer });
    await page
      .getByText(
        `Dieser Mandant darf ${used} Produkte speichern und hat ${used}. Löschen Sie, was nicht mehr benötigt wird`,
      )
      .first()
      .waitFor();
    assert.deepEqual(await page.locator('main [lang=en]').allInnerTexts(), []);
    assert.deepEqual(complaints, []);
  });
});
