import { selectConfiguration } from '../../src/calls/select-configuration.ts'
import type { Configuration } from '../../src/contract/wire/configuration.ts'
import { useSelected } from './use-selected.ts'

/** Returns the installation's configuration (name, links, page sizes), which the root loads; null until then. */
export const useConfiguration = (): Configuration | null => useSelected(selectConfiguration)

/** `index.html` carries the product's name until a page sets a title. Tests read the routes without a document. */
const initialTitle = globalThis.document?.title ?? ''

/** Returns the product's name, from the first paint on. */
export const useProductName = (): string => useConfiguration()?.product.name ?? initialTitle
