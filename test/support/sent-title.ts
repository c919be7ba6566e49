/**
 * The title of a transfer's page right after it was sent. A slow machine may read a later state: the sandbox
 * goes on meanwhile.
 */
export const sentTitle = /^Transfer \d+:\s*(Sent|In progress|.+ has arrived)$/;
