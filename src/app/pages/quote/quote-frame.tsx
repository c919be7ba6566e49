import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { PageTitle } from '../../brand/page-title.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';

export type QuoteFrameProps = { children: ReactNode };

/** The page's title and head over what it shows. */
export function QuoteFrame({ children }: QuoteFrameProps) {
  const { t } = useLingui();
  return (
    <Stack>
      <PageTitle>{t`Send money`}</PageTitle>
      <PageHead title={t`Send money`} />
      {children}
    </Stack>
  );
}
