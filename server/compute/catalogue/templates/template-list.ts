import { builtInTemplates } from './built-in-templates.ts'
import { isDeployable } from './is-deployable.ts'
import { readTemplates, templateFolder } from './read-templates.ts'
import type { TemplateSource } from './template-source.ts'

/** The templates that can be deployed. Built-in ones first: they run without a registry and on every engine. */
export const templateList: readonly TemplateSource[] = [...builtInTemplates, ...readTemplates(templateFolder)].filter(
  isDeployable,
)

const inOrder = [
  'Start here',
  'Web servers',
  'Databases',
  'Development',
  'Monitoring',
  'Analytics',
  'Automation',
  'Messaging',
  'Content',
  'Storage',
  'Tools',
  'AI',
  'Node',
]

/** A category without a place in the order is last. */
const place = (category: string) => (inOrder.includes(category) ? inOrder.indexOf(category) : inOrder.length)

export const templateCategories: readonly string[] = [...new Set(templateList.map(({ category }) => category))].sort(
  (a, b) => place(a) - place(b),
)

export const findTemplate = (id: string): TemplateSource | undefined => templateList.find((item) => item.id === id)
