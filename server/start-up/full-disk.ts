import { StartUpError } from './start-up-error.ts'

/** Returns whether a program's output reports a full disk. */
export const isFullDiskMessage = (message: string): boolean =>
  /no space left on device|disk quota exceeded/i.test(message)

export const fullDisk = (cause?: unknown): StartUpError =>
  new StartUpError('The disk of the data folder is full. Free some space and start again.', { cause })
