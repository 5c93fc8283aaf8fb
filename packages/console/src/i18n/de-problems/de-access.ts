import type { AccessCode } from '@pimento/contract';
import type { ProblemSentences } from '@pimento/contract/problem-sentences';
import { quoted } from './de-texts.ts';

const forms =
  'Senden Sie „Authorization: Bearer <Schlüsselwert oder Token>“, „Authorization: Basic base64(keyId:secret)“ oder den Schlüsselwert allein als „Authorization: <Schlüsselwert>“.';

export const deAccess: Pick<ProblemSentences, AccessCode> = {
  'invalid-client': () =>
    'client_id muss eine keyId sein und client_secret der zugehörige Schlüsselwert, als Formularfelder oder als Basic.',
  'invalid-scope': ({ scope, scopes }) =>
    `Ihr Schlüssel hat die Berechtigung ${quoted(scope)} nicht; ${scopes.length === 0 ? 'er hat keine' : `er hat: ${scopes.join(', ')}`}.`,
  'unsupported-grant-type': () => 'grant_type muss client_credentials sein.',
  unauthorized: {
    missing: () => `Es fehlen Anmeldedaten. ${forms}`,
    unreadable: () => `Der Header Authorization hat keine bekannte Form. ${forms}`,
    wrong: () => `Die Anmeldedaten sind falsch, widerrufen oder abgelaufen. ${forms}`,
    ended: () => 'Der Schlüssel wurde widerrufen, gelöscht oder ist abgelaufen, während die Anfrage lief.',
    person: () => 'Melden Sie sich zuerst an: Das ist nur für Personen, nicht mit einem Schlüssel möglich.',
    'person-gone': () => 'Diese Person gibt es nicht mehr.',
  },
  'sign-in-failed': {
    wrong: () =>
      'E-Mail-Adresse oder Passwort ist falsch. Wenn Sie das Passwort vergessen haben, bitten Sie einen Eigentümer oder Betreiber um einen Link.',
    'person-gone': () => 'Diese Person gibt es nicht mehr.',
    code: () =>
      'Der Code ist falsch. Die Codes der App wechseln alle 30 Sekunden, und ein Wiederherstellungscode gilt nur einmal.',
    'code-too-late': () =>
      'Geben Sie E-Mail-Adresse und Passwort noch einmal ein: Diese Anmeldung hat zu lange gedauert oder hatte zu viele Codes.',
    password: () => 'Das Passwort ist falsch; nichts wurde geändert.',
    'old-password': () => 'Das bisherige Passwort ist falsch; nichts wurde geändert.',
    'no-password': () => 'Sie haben kein Passwort. Schützen Sie Ihre Anmeldung stattdessen mit einem Passkey.',
    passkey: () => 'Der Passkey wurde nicht angenommen. Versuchen Sie es noch einmal.',
    'not-recent': () =>
      'Melden Sie sich zuerst neu an: Ein Passkey lässt sich nur innerhalb einer Stunde nach der Anmeldung hinzufügen.',
    'old-password-often': () =>
      'Das bisherige Passwort war zu oft falsch; es wurde nichts geändert. Melden Sie sich neu an.',
  },
  'single-sign-on-required': ({ provider }) =>
    `Mit dieser E-Mail-Domain melden Sie sich nur über ${provider} an, nicht mit Passwort oder Passkey.`,
  'weak-password': {
    guessable: () =>
      'Dieses Passwort ist leicht zu erraten. Verwenden Sie mehrere beliebige Wörter, oder lassen Sie einen Passwortmanager wählen.',
    personal: () =>
      'Dieses Passwort enthält Ihren Namen oder Ihre E-Mail-Adresse und ist leicht zu erraten. Wählen Sie ein anderes.',
  },
  'second-factor-needed': ({ clientId }) =>
    `${clientId} ist nur mit einem zweiten Faktor zugänglich. Richten Sie in Ihrem Profil eine Authenticator-App oder einen Passkey ein, oder melden Sie sich damit neu an.`,
  'key-in-query': ({ parameter }) =>
    `Mit dem Abfrageparameter ${quoted(parameter)} kämen Anmeldedaten in Protokolle; das wird abgelehnt. ${forms}`,
  forbidden: {
    'key-kind': ({ needed, found }) =>
      `Dafür ist ein Schlüssel der Art ${needed} nötig; Ihrer ist von der Art ${found}.`,
    scope: ({ scope, scopes }) =>
      `Ihrem Schlüssel fehlt die Berechtigung ${quoted(scope)}; er hat: ${scopes.join(', ')}.`,
    'key-address': ({ address }) => `Ihr Schlüssel gilt nicht für die Adresse ${address}.`,
    owner: ({ clientId, role }) => `Das darf nur ein Eigentümer von ${clientId}; Ihre Rolle ist ${role}.`,
    viewer: ({ clientId }) =>
      `Als Leser von ${clientId} dürfen Sie alles ansehen und nichts ändern; wenden Sie sich an einen Eigentümer.`,
    comment: () =>
      'Sie können nur Ihre eigenen Kommentare ändern. Eigentümer können auch die anderer Personen löschen.',
    operator: () => 'Das darf nur ein Betreiber dieser Installation.',
    'client-header': () => 'Geben Sie Ihren Mandanten im Header Pimento-Client an.',
    'adapter-key': () => 'Dafür ist der Schlüssel eines Adapters nötig.',
    'other-site': () =>
      'Mit einem Sitzungs-Cookie kann nur von den Seiten dieses Dienstes aus geschrieben werden; verwenden Sie einen Schlüssel.',
    'other-site-sign-in': () =>
      'Die Anmeldung ist nur in der Konsole dieses Dienstes möglich, nicht von einer anderen Website.',
    'password-change': () => 'Ändern Sie zuerst Ihr Anfangspasswort.',
    'other-person': ({ email }) => `Diese Einladung gilt für ${email}. Melden Sie sich mit dieser E-Mail-Adresse an.`,
    signature: () => 'Die Signatur dieser Adresse ist falsch.',
    'link-expired': () => 'Diese Adresse ist abgelaufen; rufen Sie das Archiv noch einmal auf.',
    expired: () =>
      'Diese Adresse ist abgelaufen; rufen Sie die Seite der Produkte noch einmal ab, um eine neue zu erhalten.',
  },
};
