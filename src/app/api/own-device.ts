import { browserStorage } from './storage.ts';

/** In local storage: the mark of the person who said that this device is theirs. */
const ownDeviceKey = 'giro own device';
/** In local storage: the list of transfers that they saw last. */
export const lastListKey = 'giro last list';

/** A short hash of a person's id, so that the browser's storage holds no id. */
export function markOfPerson(user_id: string): string {
  let mark = 0;
  for (const letter of user_id) mark = (Math.imul(mark, 31) + letter.charCodeAt(0)) | 0;
  return String(mark);
}

/** True where this person said that the device is theirs. */
export const isOwnDevice = (user_id: string) =>
  browserStorage.readText(ownDeviceKey) === markOfPerson(user_id);

export function setOwnDevice(user_id: string): void {
  browserStorage.writeText(ownDeviceKey, markOfPerson(user_id));
}

/** True where a list may be kept, before it is known who is signed in. */
export const isSomebodysDevice = () => browserStorage.readText(ownDeviceKey) !== null;

/** The list goes, but not that the device is theirs: for a session that ended. */
export function forgetLastList(): void {
  browserStorage.remove(lastListKey);
}

export function forgetDevice(): void {
  browserStorage.remove(ownDeviceKey);
  forgetLastList();
}
