import type { ParsedOf } from '../../../../src/contract/contract.ts'
import type { TemplateSource } from './template-source.ts'

const onlyForGraphics = new Set(['Node', 'AI'])

type Filter = Pick<ParsedOf<'readTemplates'>, 'name' | 'category' | 'processingType'>

export function filterTemplates(
  templates: readonly TemplateSource[],
  { name, category, processingType = 'cpu' }: Filter,
): TemplateSource[] {
  const searchText = name?.toLowerCase() ?? ''
  return templates.filter(
    (item) =>
      item.name.toLowerCase().includes(searchText) &&
      (!category || item.category === category) &&
      (processingType !== 'cpu' || !onlyForGraphics.has(item.category)) &&
      (processingType === 'all' || item.processingType === 'all' || item.processingType === processingType),
  )
}
