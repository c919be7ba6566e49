import { Trans } from '@lingui/react/macro';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Stack } from '../../../ui/stack.tsx';
import type { TransferListState } from './use-transfer-list.ts';

export type ListEndProps = { windows: TransferListState['windows'] };

/** Under the rows: more is on its way, or could not be had and can be asked for again. */
export function ListEnd({ windows }: ListEndProps) {
  const failureMessage = useFailureMessage();
  if (windows.isFetchingNextPage) return <Skeleton lines={2} />;
  if (!windows.isFetchNextPageError) return null;
  return (
    <Stack>
      <Notice tone="wait" role="status" title={<Trans>The next transfers could not be read</Trans>}>
        <p>{failureMessage(windows.error)}</p>
      </Notice>
      <Button wide onClick={() => void windows.fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </Stack>
  );
}
