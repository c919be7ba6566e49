type Currency = { name: string; iso_code: string; subunit_to_unit: bigint };

/** Code, name, subunits in a unit, units for one US dollar (null: listed without a rate). */
const rows: readonly (readonly [string, string, bigint, string | null])[] = [
  ['ARS', 'Peso argentino', 100n, '1395.5'],
  ['AUD', 'Australian Dollar', 100n, '1.5214'],
  ['BOB', 'Boliviano', 100n, '6.91'],
  ['BRL', 'Real brasileño', 100n, '5.4321'],
  ['BTC', 'Bitcoin', 100_000_000n, '0.000008912'],
  ['CAD', 'Canadian Dollar', 100n, '1.3914'],
  ['CHF', 'Swiss Franc', 100n, '0.7968'],
  ['CLP', 'Peso chileno', 1n, '945.25'],
  ['CNY', 'Chinese Renminbi Yuan', 100n, '7.1196'],
  ['COP', 'Peso colombiano', 100n, '4050.75'],
  ['CRC', 'Colón costarricense', 100n, '505.3'],
  ['CUP', 'Peso cubano', 100n, null],
  ['DOP', 'Peso dominicano', 100n, '62.45'],
  ['ETH', 'Ethereum', 1_000_000_000_000_000_000n, '0.0002413'],
  ['EUR', 'Euro', 100n, '0.8564'],
  ['GBP', 'British Pound', 100n, '0.7441'],
  ['GTQ', 'Quetzal guatemalteco', 100n, '7.662'],
  ['HNL', 'Lempira hondureño', 100n, '26.21'],
  ['INR', 'Indian Rupee', 100n, '88.312'],
  ['JPY', 'Japanese Yen', 1n, '149.63'],
  ['KRW', 'South Korean Won', 1n, '1396.2'],
  ['KWD', 'Kuwaiti Dinar', 1000n, '0.30562'],
  ['MXN', 'Peso mexicano', 100n, '18.452'],
  ['NGN', 'Nigerian Naira', 100n, '1495.8'],
  ['PAB', 'Balboa panameño', 100n, '1'],
  ['PEN', 'Sol peruano', 100n, '3.6185'],
  ['PHP', 'Philippine Peso', 100n, '57.41'],
  ['PYG', 'Guaraní paraguayo', 1n, '7191.4'],
  ['TND', 'Tunisian Dinar', 1000n, '2.9124'],
  ['USD', 'Dólar estadounidense', 100n, '1'],
  ['UYU', 'Peso uruguayo', 100n, '40.12'],
  ['VES', 'Bolívar soberano', 100n, '148.22'],
];

export const currencies: readonly Currency[] = rows.map(([iso_code, name, subunit_to_unit]) => ({
  name,
  iso_code,
  subunit_to_unit,
}));

/** Units of each currency for one US dollar, as decimal strings. */
export const unitsPerDollar: ReadonlyMap<string, string> = new Map(
  rows.flatMap(([iso_code, , , units]) => (units === null ? [] : [[iso_code, units] as const])),
);
