import { Trans, useLingui } from '@lingui/react/macro';
import { useLoaderData } from 'react-router-dom';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Stack } from '../../ui/stack.tsx';
import { FoundTransfer } from './found-transfer.tsx';
import type { LookUp } from './loader.ts';
import { LookUpBox } from './look-up-box.tsx';
import { OpenSends } from './open-sends.tsx';

export function Page() {
  const { t } = useLingui();
  const { q, id } = useLoaderData<LookUp>();
  return (
    <Stack gap="s5">
      <PageTitle>{t`Look up`}</PageTitle>
      <PageHead title={<Trans>Look up</Trans>} />
      <LookUpBox q={q} invalid={q !== '' && id === undefined} />
      {id !== undefined && <FoundTransfer id={id} />}
      <OpenSends />
    </Stack>
  );
}
