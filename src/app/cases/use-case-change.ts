import {
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { AnyCase } from '../../contract/api/case.ts';
import { sendKeys, supportKeys } from '../api/query-keys.ts';

/** Changes a case. Its answer is the case as it is then; after a failure the case is read again. */
export function useCaseChange<Asked = void>(
  queryKey: QueryKey,
  mutationFn: (asked: Asked) => Promise<AnyCase>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    // The answer of a poll that began before the change would undo it on the page.
    onMutate: () => client.cancelQueries({ queryKey }),
    onSuccess: (found) => {
      client.setQueryData(queryKey, found);
      // The entry of this change is written to the audit after its answer was made.
      void client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: supportKeys.cases });
    },
    onError: () => client.invalidateQueries({ queryKey }),
  });
}

/** Reads again what shows how a send ended. */
export function refreshResolved(client: QueryClient) {
  const shown = [
    ...[sendKeys.all, ['transfers'], supportKeys.cases],
    ...[supportKeys.resolved, supportKeys.senderSends],
  ];
  for (const queryKey of shown) void client.invalidateQueries({ queryKey });
}
