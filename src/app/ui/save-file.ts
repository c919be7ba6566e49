/** Saves a file that the page made, as if it were downloaded. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // Some browsers ask where to save it before they read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
