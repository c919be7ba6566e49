import { transferStates } from '../../contract/transfer-state.ts';

// The words that people search by, in English, Spanish and Portuguese, in lower case and without accents.

const setOf = (words: string) => new Set(words.trim().split(/\s+/));

/** Say nothing beside another word. */
export const fillers = setOf(`
  a al and ao aos as at by com con da das de del do dos e el em en for from i in is la las lo los me mi my na no o on
  com os para por pra que the to um un una uma with y
  about approx approximately around unos unas cerca aproximadamente casi quase
  sent send enviado enviada enviados enviadas envio enviou enviei
  mr mrs ms miss mx sr sra srta sres dr dra don dona dna senor senora senorita senhor senhora prof
  hi hello hola ola please favor thanks gracias obrigado obrigada
`);

/** Say nothing beside a number. */
export const numberLabels = setOf(`
  account accounts amount code codigo cuenta conta ending envio final giro id monto n no nr nro num number numero
  pago pagamento payment ref reference referencia remesa remessa tail transaction transaccion transacao transfer
  transferencia transferencias transfers trx tx valor
`);

/** Before a short reference. */
export const referenceLabel = 'ref(?:er[eê]nc(?:e|ia))?';

const stateWords: Readonly<Record<string, string>> = {
  pending: 'pending|pendientes?|pendentes?',
  assigned: 'assigned|in progress|in process|asignad[ao]s?|en (?:proceso|curso)|em andamento',
  executed:
    'executed|completed|complete|done|ejecutad[ao]s?|completad[ao]s?|concluid[ao]s?|executad[ao]s?',
  rejected: 'rejected|failed|rechazad[ao]s?|recusad[ao]s?|rejeitad[ao]s?',
  unconfirmed:
    'unconfirmed|not confirmed(?: yet)?|sin confirmar|(?:ainda )?nao confirmad[ao]s?|por confirmar',
  unresolved: 'unresolved|needs review|requiere revision|precisa de analise',
};
const stateTests = Object.entries(stateWords).map(
  ([state, words]) => [state, new RegExp(`^(?:${words})$`)] as const,
);
/** The number of words of the longest name of a state. */
export const maxStateWords = 3;

/** The state, or mark of an open send, that a phrase names. */
export const stateNamed = (phrase: string): string | undefined =>
  stateTests.find(([, test]) => test.test(phrase))?.[0];

/** True for a state of contract 3: the others are marks of open sends. */
export const isTransferState = (state: string): boolean =>
  transferStates.some((one) => one === state);

const valuesOf = (lists: Readonly<Record<number, string>>) =>
  new Map(
    Object.entries(lists).flatMap(([value, words]) =>
      words.split(' ').map((word): [string, bigint] => [word, BigInt(value)]),
    ),
  );

/** Words of numbers below a thousand, which are added up. */
export const numberWords = valuesOf({
  ...{
    1: 'one un uno una um uma',
    2: 'two dos dois duas',
    3: 'three tres',
    4: 'four cuatro quatro',
  },
  ...{ 5: 'five cinco', 6: 'six seis', 7: 'seven siete sete', 8: 'eight ocho oito' },
  ...{ 9: 'nine nueve nove', 10: 'ten diez dez', 11: 'eleven once onze', 12: 'twelve doce doze' },
  ...{
    13: 'thirteen trece treze',
    14: 'fourteen catorce quatorze catorze',
    15: 'fifteen quince quinze',
  },
  ...{ 16: 'sixteen dieciseis dezesseis', 17: 'seventeen diecisiete dezessete' },
  ...{ 18: 'eighteen dieciocho dezoito', 19: 'nineteen diecinueve dezenove' },
  ...{ 20: 'twenty veinte vinte', 21: 'veintiun veintiuno veintiuna', 22: 'veintidos' },
  ...{
    23: 'veintitres',
    24: 'veinticuatro',
    25: 'veinticinco',
    26: 'veintiseis',
    27: 'veintisiete',
  },
  ...{ 28: 'veintiocho', 29: 'veintinueve', 30: 'thirty treinta trinta' },
  ...{
    40: 'forty cuarenta quarenta',
    50: 'fifty cincuenta cinquenta',
    60: 'sixty sesenta sessenta',
  },
  ...{ 70: 'seventy setenta', 80: 'eighty ochenta oitenta', 90: 'ninety noventa' },
  ...{ 100: 'cien ciento cem cento', 200: 'doscientos doscientas duzentos duzentas' },
  ...{ 300: 'trescientos trescientas trezentos trezentas' },
  ...{ 400: 'cuatrocientos cuatrocientas quatrocentos quatrocentas' },
  ...{
    500: 'quinientos quinientas quinhentos quinhentas',
    600: 'seiscientos seiscientas seiscentos seiscentas',
  },
  ...{
    700: 'setecientos setecientas setecentos setecentas',
    800: 'ochocientos ochocientas oitocentos oitocentas',
  },
  ...{ 900: 'novecientos novecientas novecentos novecentas' },
});

/** Words that multiply what stands before them. */
export const multipliers = valuesOf({
  100: 'hundred',
  1000: 'k mil thousand',
  1000000: 'm mm mio million millions millon millones milhao milhoes',
});

/** Join the words of a number. */
export const numberJoiners = setOf('and y e');
