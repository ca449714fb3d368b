import { selectConfiguration } from '../../src/calls/select-configuration.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import { useSelected } from './use-selected.ts'

/** What this installation says of itself: name, links, sizes of pages. The root wants it; null until it has come. */
export const useConfiguration = (): Configuration | null => useSelected(selectConfiguration)
