import { useConfiguration } from './use-configuration.ts'

/** The document is named after the product until a page names it. */
const atStart = document.title

/** The product's name, from the first paint on. */
export const useProductName = (): string => useConfiguration()?.product.name ?? atStart
