import type { Configuration } from '../contract/wire/configuration.ts'
import { lastLoaded } from '../core/remote-data.ts'
import type { Queries } from './queries.ts'
import { selectQuery } from './queries.ts'

/** What this installation says of itself; null until it has come. */
export const selectConfiguration = (state: { queries: Queries }): Configuration | null =>
  lastLoaded(selectQuery('readConfig', {})(state))?.value ?? null
