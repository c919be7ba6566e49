import type { Messages } from '@lingui/core';
import { describe, expect, test } from 'vitest';
import { type AppLocale, appLocales } from '../src/contract/api/languages.ts';
import { problems } from '../src/contract/api/problem-table.ts';

const catalogues = import.meta.glob<{ messages: Messages }>('../src/app/i18n/catalogues/*.po', {
  eager: true,
});
const messagesOf = (locale: string) =>
  catalogues[`../src/app/i18n/catalogues/${locale}.po`]?.messages ?? {};
const en = messagesOf('en');

/** Words that people don't say, with what they read instead. */
const banned: Record<AppLocale, readonly (readonly [words: RegExp, instead: string])[]> = {
  en: [
    [/\bsendings?\b/i, 'transfer'],
    [/\bof yours\b/i, 'your'],
    [/\bwho gets it\b|\bto somebody\b/i, 'recipient'],
    [/\bthey (get|got)\b|\b(was|were) to get\b/i, 'recipient gets'],
    [/\bestimate taken\b|\bquoted\b/i, 'estimated'],
    [/\bexecuted\b/i, 'Completed'],
    [/\bassigned\b/i, 'In progress'],
    [/\bwhat became of\b/i, 'not confirmed yet, result'],
    [/\bsettle[sd]?\b|\byour word\b/i, 'resolve'],
    [/\bknown as\b|\bname for (this|the) recipient\b/i, 'nickname'],
    [/\bdocuments?\b/i, 'ID type, ID number'],
    // The header and the credential have their names from HTTP and from the service.
    [/(?<!Idempotency-|Secret )\bkeys?\b/i, 'keyboard shortcut'],
    [/\bwhoever\b/i, 'your administrator'],
    [/\bhalf within\b/i, 'median'],
    [/\b(intent|ledger|reading|window)s?\b/i, 'nothing: it is an internal word'],
    [/\blist of the service\b|\bservice[’']s list\b/i, 'the payment service'],
    [/\b(stands?|anew|meanwhile)\b|\bas it was then\b|\bnone of that name\b/i, 'a plain sentence'],
    [/(?<!payment )\bservices?\b/i, 'payment service'],
    [/\bstates?\b(?!, province)/i, 'status'],
    [/\bsecond factor\b/i, 'two-step verification'],
    [/\bwhat we tell you\b/i, 'notifications'],
    [/\b(bring|brought) back\b/i, 'restore'],
    [/\bmails\b/i, 'email'],
    [/'|"/, '’ “ ”'],
  ],
  es: [
    [/\benv[ií]os?\b/i, 'transferencia'],
    [/\bejecutad[ao]s?\b/i, 'Completada'],
    [/\basignad[ao]s?\b/i, 'En proceso'],
    [/\bcotiza|\bcotizó/i, 'estimación, estimado'],
    [/\b(liquid|sald)(ar|a|ó|ad[ao])\b/i, 'resolver'],
    [/\brecibos?\b/i, 'comprobante'],
    [/\bbeneficiari/i, 'destinatario'],
    [/\b(tú|tu|tus|te)\b/i, 'usted'],
    [/\bpuls(ar|e|ó|a|ado)\b/i, 'presionar'],
    // The page of the payment service's health has a short name.
    [/^(?!Servicio$).*\bservicios?\b(?! de pagos)/i, 'servicio de pagos'],
    [/\bsegundo factor\b/i, 'verificación en dos pasos'],
    [/\bllaves?\b(?! de acceso)/i, 'llave de acceso'],
    [/\b(salió|salido|saliera)\b/i, 'enviar'],
    [/\bentrar\b/i, 'iniciar sesión'],
    [/\btermina en\b/i, 'terminada en'],
    [/\ba d[oó]nde\b/i, 'adónde'],
    [/\b(menos|más) que lo\b/i, 'menos de lo, más de lo'],
    [/\baplicaci(ón|ones)\b/i, 'app'],
    [/\bquienquiera\b|\bquien (lleva|cuida|administra)\b/i, 'su administrador'],
    [/[«»'"]/, '“ ”'],
  ],
  pt: [
    [/\benvios?\b/i, 'transferência'],
    [/\bexecutad[ao]s?\b/i, 'Concluída'],
    [/\batribuíd[ao]s?\b/i, 'Em andamento'],
    [/\brejeitad[ao]s?\b/i, 'Recusada'],
    [/\bcota(ção|ções|d[ao]s?)\b/i, 'estimativa, estimado'],
    [/\bliquida(r|da|do)\b/i, 'resolver'],
    [/\brecibos?\b/i, 'comprovante'],
    [/\bbeneficiári/i, 'destinatário'],
    [/\bapert(ar|e|ou|ado)\b|\bpression/i, 'tocar em'],
    [/^(?!Serviço$).*\bserviços?\b(?! de pagamentos)/i, 'serviço de pagamentos'],
    [/\bsegundo fator\b/i, 'verificação em duas etapas'],
    // In Brazil, a key alone is one of Pix.
    [/\b(adicionar|remover|renomear|uma|sua) chave\b(?! de acesso)/i, 'chave de acesso'],
    [/\broteamento\b/i, 'código ABA'],
    [/\ba (menos|mais) que\b/i, 'a menos do que, a mais do que'],
    [/\bcorresponde/i, 'encontrado'],
    [/\bsituaç(ão|ões)\b/i, 'status'],
    [/\baplicativos?\b/i, 'app'],
    [/\([ao]s?\)/i, 'words for everybody'],
    [/\bquem (cuida|administra)\b/i, 'seu administrador'],
    [/[«»'"]/, '“ ”'],
  ],
};

/** By their English words: messages that may be longer than the rest, and why. */
const longOnPurpose: Readonly<Record<string, string>> = {};

const maxLength = 140;
const maxSentences = 2;

describe.each(appLocales)('%s', (locale) => {
  const texts = textsOf(messagesOf(locale));

  test('uses no word that people do not say', () => {
    const found = texts.flatMap(({ text }) =>
      banned[locale]
        .filter(([words]) => words.test(text))
        .map(([, instead]) => `${text} -> ${instead}`),
    );
    expect(found).toEqual([]);
  });

  test('says each message in two sentences and 140 characters', () => {
    const long = texts.filter(
      ({ id, text }) =>
        longOnPurpose[englishOf(id)] === undefined &&
        (text.length > maxLength || sentencesOf(text) > maxSentences),
    );
    expect(long.map(({ text }) => text)).toEqual([]);
  });
});

test('the titles of problems use the same words', () => {
  const titles = Object.values(problems).map(([, title]) => title);
  const found = titles.filter((title) =>
    banned.en.some(([words]) => words.source !== '\'|"' && words.test(title)),
  );
  expect(found).toEqual([]);
});

test('each message that is long on purpose exists, and is long', () => {
  const stale = Object.keys(longOnPurpose).filter((english) => {
    const ids = Object.keys(en).filter((id) => englishOf(id) === english);
    const texts = appLocales.flatMap((locale) =>
      textsOf(messagesOf(locale)).filter(({ id }) => ids.includes(id)),
    );
    return !texts.some(({ text }) => text.length > maxLength || sentencesOf(text) > maxSentences);
  });
  expect(stale).toEqual([]);
});

test('a long message and a banned word would be seen', () => {
  expect(sentencesOf('One. Two! And a third')).toBe(3);
  expect(sentencesOf('Getting the rate…')).toBe(1);
  expect(sentencesOf('About 1.5 of 2.')).toBe(1);
  const message: Messages[string] = [
    ['n', 'plural', { one: '# key', other: ['#', ' ', ['what']] }],
  ];
  expect(variantsOf(message)).toEqual(['2 key', '2 Abuelita']);
  expect(banned.en.some(([words]) => words.test('2 key'))).toBe(true);
});

type Text = { id: string; text: string };

/** Every text that a catalogue can come to: a message with plurals is several. */
function textsOf(messages: Messages): Text[] {
  return Object.entries(messages).flatMap(([id, message]) =>
    variantsOf(message).map((text) => ({ id, text: text.replace(/<\/?\d+\/?>/g, '') })),
  );
}

/** The texts of one message, with a name of eight letters in each placeholder. */
function variantsOf(message: unknown): string[] {
  if (typeof message === 'string') return [message.replaceAll('#', '2')];
  if (!Array.isArray(message)) return [];
  return message.reduce<string[]>(
    (heads, token) => {
      const tails = Array.isArray(token) ? placeholderTexts(token) : variantsOf(token);
      return heads.flatMap((head) => tails.map((tail) => head + tail));
    },
    [''],
  );
}

function placeholderTexts([, , choices]: unknown[]): string[] {
  if (typeof choices !== 'object' || choices === null) return ['Abuelita'];
  return Object.entries(choices).flatMap(([name, choice]) =>
    name === 'offset' ? [] : variantsOf(choice),
  );
}

/** A message as the code writes it, its placeholders by name. */
function englishOf(id: string): string {
  const plain = (message: unknown): string => {
    if (!Array.isArray(message)) return String(message);
    return message
      .map((token) => (Array.isArray(token) ? `{${String(token[0])}}` : String(token)))
      .join('');
  };
  return plain(en[id]);
}

function sentencesOf(text: string): number {
  return text.split(/[.!?…]+(?=\s|$)/).filter((part) => part.trim() !== '').length;
}
