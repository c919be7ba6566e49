export type Country = { id: bigint; name: string; code: string; is_asset: boolean };

/** Name, ISO 3166 alpha-2 code, and the payout currency of seeded transfers. */
const rows = [
  ['Argentina', 'AR', 'ARS'],
  ['Bolivia', 'BO', 'BOB'],
  ['Brazil', 'BR', 'BRL'],
  ['Canada', 'CA', 'CAD'],
  ['Chile', 'CL', 'CLP'],
  ['Colombia', 'CO', 'COP'],
  ['Costa Rica', 'CR', 'CRC'],
  ['Dominican Republic', 'DO', 'DOP'],
  ['Ecuador', 'EC', 'USD'],
  ['El Salvador', 'SV', 'USD'],
  ['France', 'FR', 'EUR'],
  ['Germany', 'DE', 'EUR'],
  ['Guatemala', 'GT', 'GTQ'],
  ['Honduras', 'HN', 'HNL'],
  ['India', 'IN', 'INR'],
  ['Italy', 'IT', 'EUR'],
  ['Japan', 'JP', 'JPY'],
  ['Kuwait', 'KW', 'KWD'],
  ['Mexico', 'MX', 'MXN'],
  ['Nigeria', 'NG', 'NGN'],
  ['Panama', 'PA', 'USD'],
  ['Paraguay', 'PY', 'PYG'],
  ['Peru', 'PE', 'PEN'],
  ['Philippines', 'PH', 'PHP'],
  ['Portugal', 'PT', 'EUR'],
  ['Spain', 'ES', 'EUR'],
  ['Switzerland', 'CH', 'CHF'],
  ['United Kingdom', 'GB', 'GBP'],
  ['United States', 'US', 'USD'],
  ['Uruguay', 'UY', 'UYU'],
  ['Venezuela', 'VE', 'VES'],
] as const;

/** contract 4.4: digital assets are entries in the list of countries. Their code is their currency. */
export const bitcoin: Country = {
  id: BigInt(rows.length + 1),
  name: 'Bitcoin',
  code: 'BTC',
  is_asset: true,
};
export const ethereum: Country = {
  id: BigInt(rows.length + 2),
  name: 'Ethereum',
  code: 'ETH',
  is_asset: true,
};

export const countries: readonly Country[] = [
  ...rows.map(([name, code], index) => ({ id: BigInt(index + 1), name, code, is_asset: false })),
  bitcoin,
  ethereum,
];

export const payoutCurrency: ReadonlyMap<string, string> = new Map([
  ...rows.map(([, code, currency]) => [code, currency] as const),
  [bitcoin.code, bitcoin.code],
  [ethereum.code, ethereum.code],
]);
