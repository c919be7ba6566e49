import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, use } from 'react';
import { settingsQuery } from '../api/session.ts';
import { BrandContext } from './brand.ts';

export type BrandProviderProps = { children: ReactNode };

/** The operator's brand, as the settings tell it; what stands around it while they are not here. */
export function BrandProvider({ children }: BrandProviderProps) {
  const outer = use(BrandContext);
  // Every page's loader reads them before the page stands. Not observed: who stopped to observe while
  // they are on their way would call the loader's own request off.
  const settings = useQueryClient().getQueryData(settingsQuery.queryKey);
  return <BrandContext value={settings?.theme ?? outer}>{children}</BrandContext>;
}
