import type { OpenTerminals } from './open-terminals.ts'

type Load = () => Promise<OpenTerminals>

let load: Load = () => Promise.reject(new Error('The console has not started.'))

/** Called once, by the composition root; the code of the first page is too small for a part that few pages need. */
export const setTerminals = (given: Load): void => {
  load = given
}

/** Loads the console's terminals with the first page that shows one. */
export const loadTerminals: Load = () => load()
