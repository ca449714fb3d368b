import type { TemplateSource } from '../../server/compute/catalogue/templates/template-source.ts'
import { testedVersions } from './tested-versions.ts'

/** Returns the table of the guide: all templates, and which of them run in the tests. */
export function templateTable(templates: readonly TemplateSource[]): string {
  const rows = templates.map((template) => {
    const services = template.services.map(({ image }) => `\`${image}\``).join(', ')
    const version = testedVersions[template.id]
    const checked = template.id in testedVersions ? ['runs', version].filter(Boolean).join(': ') : 'schema only'
    return `| ${[template.name, template.category, services, template.versions.join(', '), checked].join(' | ')} |`
  })
  return ['| template | category | images | versions | checked by tests |', '|---|---|---|---|---|', ...rows].join('\n')
}
