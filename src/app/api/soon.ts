/** How long a page waits for what would push its content. In milliseconds. */
const maxWaitMs = 300;

/** Waits for a read, but not for long. */
export async function soon(read: Promise<unknown>, waitMs = maxWaitMs): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, waitMs);
  });
  await Promise.race([read, late]);
  clearTimeout(timer);
}
