import { useBrand } from './brand-provider.tsx';

export type PageTitleProps = { children: string };

/** What the window is called: the page, then the app. */
export function PageTitle({ children }: PageTitleProps) {
  const brand = useBrand();
  return <title>{brand ? `${children} · ${brand.name}` : children}</title>;
}
