import { createContext, use } from 'react';

export type Brand = {
  name: string;
  /** The address of a picture; null for Giro's own mark. */
  logo: string | null;
};

/** Whose app this is. Null while that is not known yet: another's name must not flash up before theirs. */
export const BrandContext = createContext<Brand | null>({ name: 'Giro', logo: null });

export const useBrand = () => use(BrandContext);
