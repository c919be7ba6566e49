/** How an open send is marked in lists, and filtered by: "Not confirmed yet" and "Needs review". */
export const openSendMarks = ['unconfirmed', 'unresolved'] as const;
export type OpenSendMark = (typeof openSendMarks)[number];

/** True for a mark; undefined is no state. */
export function isOpenSendMark(state: string | undefined): state is OpenSendMark {
  return openSendMarks.some((mark) => mark === state);
}
