import { openScenes } from './scenes/open.ts';
import { quoteScenes } from './scenes/quote.ts';
import { recipientScenes } from './scenes/recipients.ts';
import { sendScenes } from './scenes/send.ts';
import { supportScenes } from './scenes/support.ts';
import { transferScenes } from './scenes/transfers.ts';
import type { Scene } from './stage.ts';

/** Every page in every state, once: for the pictures, and for all that holds on every page. */
export const scenes: readonly Scene[] = [
  ...openScenes,
  ...quoteScenes,
  ...sendScenes,
  ...recipientScenes,
  ...transferScenes,
  ...supportScenes,
];
