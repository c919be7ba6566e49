import { Plural } from '@lingui/react/macro';
import { useId } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { Card } from '../../ui/card.tsx';
import { RecordList } from '../../ui/record-list.tsx';
import { Stack } from '../../ui/stack.tsx';
import { OpenSendRow } from './open-send-row.tsx';

export type FoundSendsProps = { sends: readonly Send[] };

/** The sendings without a known outcome that were found. */
export function FoundSends({ sends }: FoundSendsProps) {
  const headingId = useId();
  return (
    <Stack as="section" gap="s2">
      <h2 id={headingId}>
        <Plural
          value={sends.length}
          one="# transfer is not confirmed yet"
          other="# transfers are not confirmed yet"
        />
      </h2>
      <Card flush>
        <RecordList aria-labelledby={headingId}>
          {sends.map((send) => (
            <OpenSendRow
              key={send.key}
              send={send}
              needsSupport={send.state === 'unresolved' || send.look_alikes !== undefined}
            />
          ))}
        </RecordList>
      </Card>
    </Stack>
  );
}
