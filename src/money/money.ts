/** An exact amount: an integer count of the currency's subunits (contract 2.5), never a float. */
export type Money = { subunits: bigint; currency: string };
