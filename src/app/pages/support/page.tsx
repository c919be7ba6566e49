import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { supportSearchQuery } from '../../api/support.ts';
import { PageTitle } from '../../brand/page-title.tsx';
import { KeysButton } from '../../keys/keys-button.tsx';
import { KeysHelp } from '../../keys/keys-help.tsx';
import { useLiveTransfers } from '../../live/use-live-transfers.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { Stack } from '../../ui/stack.tsx';
import { FoundHeading } from './found-heading.tsx';
import { LookUpBox } from './look-up-box.tsx';
import { OpenSends } from './open-sends.tsx';
import { Results } from './results.tsx';
import { Totals } from './totals.tsx';
import { useLookUpKeys } from './use-look-up-keys.ts';
import { useSearched } from './use-searched.ts';

export function Page() {
  const { t } = useLingui();
  const searched = useSearched();
  const { q, recipient } = searched;
  // From the start, so that no change is missed between an answer and the stream.
  useLiveTransfers();
  const search = useQuery(supportSearchQuery(q, recipient));
  const { data: found, error, isFetching, isPlaceholderData, refetch } = search;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const showKeys = () => setIsHelpOpen(true);
  const { box, rows, expectHeading, focusHeading, takeHeading } = useLookUpKeys(showKeys);

  const again = () => void refetch().then(focusHeading);

  return (
    <Stack gap="s5">
      <PageTitle>{t`Look up`}</PageTitle>
      <PageHead title={<Trans>Look up</Trans>} side={<KeysButton onClick={showKeys} />} />
      <LookUpBox q={q} pending={isFetching} box={box} onFind={expectHeading} onAgain={again} />
      {q !== '' && (
        <div role="status">{found && <FoundHeading found={found} takeHeading={takeHeading} />}</div>
      )}
      {/* What was found is not what stood for it, moved: nothing shifts under who reads. */}
      <div key={found ? 'found' : 'sought'} ref={rows}>
        {q === '' ? (
          <Stack gap="s5">
            <OpenSends />
            <Totals />
          </Stack>
        ) : (
          <Results
            key={q}
            searched={searched}
            found={found}
            isNarrowing={isPlaceholderData}
            isAsking={isFetching}
            onTryAgain={again}
            error={error}
          />
        )}
      </div>
      <KeysHelp isOpen={isHelpOpen} onClose={() => setIsHelpOpen(false)} />
    </Stack>
  );
}
