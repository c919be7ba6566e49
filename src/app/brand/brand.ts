import { createContext, use } from 'react';

export type Brand = {
  name: string;
  /** The address of a picture; null for our own mark, empty where it is not known. */
  logo: string | null;
};

// As the page tells it, which a browser keeps for when there is no network.
const name =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('[name=application-name]')?.content;

/** Whose app this is. Null while that is not known yet: another's name must not flash up before theirs. */
export const BrandContext = createContext<Brand | null>(name ? { name, logo: '' } : null);

export const useBrand = () => use(BrandContext);
