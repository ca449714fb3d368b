import { selectRead } from '../../src/calls/reads.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import type { State } from '../../src/state.ts'
import { useSelected } from './use-selected.ts'

const selectConfiguration = (state: State): Configuration | null =>
  lastLoaded(selectRead('readConfig', {})(state))?.value ?? null

/** What this installation says of itself: name, links, sizes of pages. The root wants it; null until it has come. */
export const useConfiguration = (): Configuration | null => useSelected(selectConfiguration)
