import { useBrand } from './brand-provider.tsx';

export type PageTitleProps = { children: string };

/** The document title: the page, then the app's name. */
export function PageTitle({ children }: PageTitleProps) {
  const brand = useBrand();
  return <title>{brand ? `${children} · ${brand.name}` : children}</title>;
}
