import { type ReactNode, useRef } from 'react';
import { BrandContext, BrandProvider } from '../brand/brand-provider.tsx';
import { Logo } from '../brand/logo.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import styles from './bare-layout.module.css';
import { LanguageSwitch } from './language-switch.tsx';
import { useFocusOnNewPage } from './use-focus-on-new-page.ts';

export type BareLayoutProps = { children: ReactNode };

/** One narrow column under the brand: for those who are not signed in, and when nothing else works. */
export function BareLayout({ children }: BareLayoutProps) {
  const main = useRef<HTMLElement>(null);
  useFocusOnNewPage(main);
  return (
    <BrandProvider>
      <main ref={main} className={styles.page}>
        <div className={styles.head}>
          <Logo large />
          <LanguageSwitch />
        </div>
        {children}
      </main>
    </BrandProvider>
  );
}

/** Stands while the very first page loads. */
export function Starting() {
  return (
    // Nobody's name stands here before the operator's is known.
    <BrandContext value={null}>
      <BareLayout>
        <Skeleton />
      </BareLayout>
    </BrandContext>
  );
}
