import { AgainChoice } from './again-choice.tsx';
import { SentBeforeNotice } from './sent-before-notice.tsx';
import { UnderWayNotice } from './under-way-notice.tsx';
import type { EarlierSends } from './use-earlier-sends.ts';

export type EarlierNoticesProps = {
  earlier: EarlierSends;
  /** What would be sent now, as written for the person. */
  sends: string;
  alias: string;
};

/** What the person is to know of their own sendings of the same, and decide. */
export function EarlierNotices({ earlier, sends, alias }: EarlierNoticesProps) {
  const { sent, underWay, unresolved, again, choose } = earlier;
  return (
    <>
      {sent && <SentBeforeNotice send={sent} alias={alias} />}
      {underWay && <UnderWayNotice sendKey={underWay.key} />}
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
