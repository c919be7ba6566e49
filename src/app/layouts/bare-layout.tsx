import { type ReactNode, useRef } from 'react';
import { BrandContext, BrandProvider } from '../brand/brand-provider.tsx';
import { Logo } from '../brand/logo.tsx';
import { Hydrated, HydratedApart } from '../hydration/hydrated-part.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './bare-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

type BareLayoutProps = { children: ReactNode };

/** One narrow column under the brand: for sign-in, and for errors of the layout itself. */
export function BareLayout({ children }: BareLayoutProps) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <BrandProvider>
      <main ref={main} className={styles.page}>
        <div className={styles.head}>
          <Logo large />
          <HydratedApart>
            <LanguageSwitch />
          </HydratedApart>
        </div>
        <Hydrated>{children}</Hydrated>
      </main>
    </BrandProvider>
  );
}

/** Shown while the first page loads. */
export function Starting() {
  return (
    // No brand: the operator's is not known yet, and the default would flash.
    <BrandContext value={null}>
      <BareLayout>
        <Skeleton />
      </BareLayout>
    </BrandContext>
  );
}
