import { Plural, Trans } from '@lingui/react/macro';
import { useId } from 'react';
import type { Send } from '../../../contract/api/send.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Stack } from '../../ui/stack.tsx';
import styles from './again-choice.module.css';
import { EarlierSend } from './earlier-send.tsx';
import { SameSend } from './same-send.tsx';

export type AgainChoiceProps = {
  /** The identical sendings that nobody knows the outcome of, the latest first. */
  earlier: Send[];
  /** What would be sent now, as written for the person. */
  sends: string;
  alias: string;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
};

/** The earlier sending and the new one side by side, and the choice to send again all the same. */
export function AgainChoice({ earlier, sends, alias, chosen, onChoose }: AgainChoiceProps) {
  const headingId = useId();
  return (
    <Card as="section" aria-labelledby={headingId}>
      <Stack>
        <h2 id={headingId} className={styles.title}>
          <Icon name="warning" size={18} />
          {earlier.some(({ colleague }) => colleague !== undefined) ? (
            <Trans>The same transfer from your team may have gone through</Trans>
          ) : (
            <Plural
              value={earlier.length}
              one="Your earlier transfer may have gone through"
              other="Your # earlier transfers may have gone through"
            />
          )}
        </h2>
        <div className={styles.both}>
          {earlier.map((send) => (
            <EarlierSend key={send.key} send={send} alias={alias} />
          ))}
          <SameSend
            title={<Trans>This one</Trans>}
            sends={sends}
            alias={alias}
            note={<Trans>Not sent yet. If both go through, {alias} is paid twice.</Trans>}
          />
        </div>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <span>
            <Trans>I know that the earlier one may have gone through. Send again.</Trans>
          </span>
        </label>
      </Stack>
    </Card>
  );
}
