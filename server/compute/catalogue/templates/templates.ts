import { builtInTemplates } from './built-in-templates.ts'
import { isDeployable } from './is-deployable.ts'
import { readOwnTemplates, readTemplates, templateFolder } from './read-templates.ts'
import type { TemplateSource } from './template-source.ts'

/** The templates that can be deployed. */
export interface Templates {
  list: readonly TemplateSource[]
  categories: readonly string[]
  find(id: string | null): TemplateSource | undefined
}

interface Options {
  /** The operator's own templates; null without any. */
  folder?: string | null
  /** Receives the problem of each file of that folder that is left out. */
  onProblem?: (problem: string) => void
}

const categoryOrder = [
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
const placeOf = (category: string) =>
  categoryOrder.includes(category) ? categoryOrder.indexOf(category) : categoryOrder.length

let shipped: readonly TemplateSource[] | undefined

/** Built-in templates come first: they run without a registry and on every engine. An own template replaces another. */
export function createTemplates({ folder = null, onProblem = () => undefined }: Options = {}): Templates {
  shipped ??= [...builtInTemplates, ...readTemplates(templateFolder)]
  const own = folder === null ? [] : readOwnTemplates(folder, onProblem)
  const kept = shipped.filter(({ id }) => !own.some((template) => template.id === id))
  const list = [...kept, ...own].filter(isDeployable)
  const byId = new Map(list.map((template) => [template.id, template]))
  return {
    list,
    categories: [...new Set(list.map(({ category }) => category))].sort((a, b) => placeOf(a) - placeOf(b)),
    find: (id) => (id === null ? undefined : byId.get(id)),
  }
}
