import { builtInTemplates } from './built-in-templates.ts'
import { publicTemplates } from './public-templates.ts'
import type { TemplateSource } from './template-source.ts'

/** Built-in ones first: they run without a registry and on every engine. */
export const templateList: readonly TemplateSource[] = [...builtInTemplates, ...publicTemplates]

export const templateCategories: readonly string[] = [...new Set(templateList.map(({ category }) => category))]

export const findTemplate = (id: string): TemplateSource | undefined => templateList.find((item) => item.id === id)
