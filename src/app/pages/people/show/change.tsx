import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { PersonDetail } from '../../../../contract/api/people.ts';
import { isFailure } from '../../../api/api-error.ts';
import { peopleKey, personQuery } from '../../../api/people.ts';
import { useFailureMessage } from '../../../i18n/failure-message.ts';
import styles from '../people.module.css';

/** A change of a person. Its answer is the person as they are then. */
export function useChange<Given>(
  detail: PersonDetail,
  change: (given: Given) => Promise<PersonDetail>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    async onSuccess(next) {
      client.setQueryData(personQuery(detail.person.id).queryKey, next);
      await client.invalidateQueries({ queryKey: [...peopleKey, 'list'] });
    },
  });
}

type OutcomeProps = {
  change: { isSuccess: boolean; error: Error | null };
  children: ReactNode;
};

/** What came of a change. */
export function Outcome({ change: { isSuccess, error }, children }: OutcomeProps) {
  const failureMessage = useFailureMessage();
  return (
    <>
      <p role="status" className={styles.note}>
        {isSuccess && children}
      </p>
      {error && (
        <p role="alert">
          {isFailure(error, 'last-admin') ? (
            <Trans>Nothing changed. The last administrator can’t be removed.</Trans>
          ) : (
            failureMessage(error)
          )}
        </p>
      )}
    </>
  );
}
