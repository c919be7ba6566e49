import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { settingsQuery } from '../api/session.ts';

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

export type BrandProviderProps = { children: ReactNode };

/** The operator's brand, as the settings tell it; what stands around it while they are not here. */
export function BrandProvider({ children }: BrandProviderProps) {
  const outer = use(BrandContext);
  // Every page's loader reads them before the page stands. Not observed: who stopped to observe while
  // they are on their way would call the loader's own request off.
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  return <BrandContext value={settings?.theme ?? outer}>{children}</BrandContext>;
}
