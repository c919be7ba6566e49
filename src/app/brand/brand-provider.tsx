import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { settingsQuery } from '../api/session.ts';

type Brand = {
  name: string;
  /** URL of the image; null for the default mark, empty while unknown. */
  logo: string | null;
};

// From the page's meta tag, so that the cached offline page has it too.
const name =
  typeof document === 'undefined'
    ? null
    : document.querySelector<HTMLMetaElement>('[name=application-name]')?.content;

/** The operator's brand. Null while unknown, so that no default name flashes before it. */
export const BrandContext = createContext<Brand | null>(name ? { name, logo: '' } : null);

export const useBrand = () => use(BrandContext);

type BrandProviderProps = { children: ReactNode };

/** Provides the brand from the settings, or the outer one while they are not loaded. */
export function BrandProvider({ children }: BrandProviderProps) {
  const outer = use(BrandContext);
  // Every loader fetches the settings first. Not `useQuery`: an observer that unmounts during the fetch
  // would cancel the loader's request.
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  return <BrandContext value={settings?.theme ?? outer}>{children}</BrandContext>;
}
