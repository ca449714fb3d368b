import type { Configuration } from '../contract/wire/configuration.ts'
import { lastLoaded } from '../core/remote-data.ts'
import { type Reads, selectRead } from './reads.ts'

/** What this installation says of itself; null until it has come. */
export const selectConfiguration = (state: { reads: Reads }): Configuration | null =>
  lastLoaded(selectRead('readConfig', {})(state))?.value ?? null
