import { StartUpRefusal } from './start-up-refusal.ts'

/** Whether a program says that it has no room. */
export const saysFull = (words: string): boolean => /no space left on device|disk quota exceeded/i.test(words)

export const fullDisk = (cause?: unknown): StartUpRefusal =>
  new StartUpRefusal('The disk of the data folder is full. Free some space and start again.', { cause })
