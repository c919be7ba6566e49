import { AgainChoice } from './again-choice.tsx';
import { SentBeforeNotice } from './sent-before-notice.tsx';
import { UnderWayNotice } from './under-way-notice.tsx';
import type { EarlierSends } from './use-earlier-sends.ts';

export type EarlierNoticesProps = {
  earlier: EarlierSends;
  /** What would be sent now, as written for the person. */
  sends: string;
  alias: string;
  /** The key of the sending that Send was refused for, as just sent. */
  refusedFor: string | undefined;
};

/** What the person is to know of their own sendings of the same, and decide. */
export function EarlierNotices({ earlier, sends, alias, refusedFor }: EarlierNoticesProps) {
  const { sent, underWay, unresolved, again, choose } = earlier;
  return (
    <>
      {sent && (
        <SentBeforeNotice
          key={sent.key}
          send={sent}
          alias={alias}
          isNews={sent.key === refusedFor}
        />
      )}
      {underWay && <UnderWayNotice sendKey={underWay.key} colleague={underWay.colleague} />}
      {!underWay && unresolved.length > 0 && (
        <AgainChoice
          earlier={unresolved}
          sends={sends}
          alias={alias}
          chosen={again !== null}
          onChoose={choose}
        />
      )}
    </>
  );
}
