import { isolated } from '../../contract/text-direction.ts';
import { useBrand } from './brand-provider.tsx';

type PageTitleProps = { children: string };

/** The document title: the page, then the app's name. */
export function PageTitle({ children }: PageTitleProps) {
  const brand = useBrand();
  const page = isolated(children);
  return <title>{brand ? `${page} · ${brand.name}` : page}</title>;
}
