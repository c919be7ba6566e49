import { americanBanks } from './banks-of-the-americas.ts';
import { overseasBanks } from './banks-overseas.ts';
import { countries } from './countries.ts';

export type Bank = { id: bigint; code: string; name: string; country_name: string };

const rows = { ...americanBanks, ...overseasBanks };

export const banks: readonly Bank[] = countries
  .flatMap(({ code, name }) => (rows[code] ?? []).map((row) => [name, ...row] as const))
  .map(([country_name, code, name], index) => ({
    id: BigInt(101 + index),
    code,
    name,
    country_name,
  }));
