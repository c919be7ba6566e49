/** An exact amount: a count of the currency's smallest units (contract 2.5), never a float. */
export type Money = { subunits: bigint; currency: string };
