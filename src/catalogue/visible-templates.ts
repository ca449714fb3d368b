import type { Template } from '../contract/wire/catalogue.ts'

/** Templates of these categories need a GPU, which no region offers. */
const GPU_CATEGORIES = new Set(['Node', 'AI'])

export const visibleCategories = (categories: readonly string[]): string[] =>
  categories.filter((category) => !GPU_CATEGORIES.has(category))

export interface TemplateFilter {
  search: string
  category: string
}

/** Built-in templates come first; the search covers name, description and image. */
export const visibleTemplates = (templates: readonly Template[], { search, category }: TemplateFilter): Template[] => {
  const searchText = search.trim().toLowerCase()
  return templates
    .filter(
      ({ name, description, metadata, services }) =>
        !GPU_CATEGORIES.has(metadata.category) &&
        (category === '' || metadata.category === category) &&
        `${name} ${description} ${services[0]?.image ?? ''}`.toLowerCase().includes(searchText),
    )
    .sort((a, b) => Number(b.builtIn) - Number(a.builtIn))
}
