import type { MessageDescriptor } from '@lingui/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';

/**
 * Describes a message of the catalogue by its English text in ICU MessageFormat. Lingui's extractor reads
 * calls of it as those of its own macro (`lingui.config.ts`), which the BFF can't use: Node runs it unbuilt.
 */
export function msg({
  message,
  context,
}: {
  message: string;
  context?: string;
}): MessageDescriptor {
  return { id: generateMessageId(message, context), message };
}
