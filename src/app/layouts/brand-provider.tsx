import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsQuery } from '../api/session.ts';
import { BrandContext } from '../ui/brand.ts';

export type BrandProviderProps = { children: ReactNode };

const giro = { name: 'Giro', logo: null };

/** The operator's brand, as the settings tell it. */
export function BrandProvider({ children }: BrandProviderProps) {
  // Every page's loader asks for them.
  const { data, isError } = useQuery({ ...settingsQuery, enabled: false });
  return <BrandContext value={data?.theme ?? (isError ? giro : null)}>{children}</BrandContext>;
}
