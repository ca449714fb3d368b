import { ApiError } from '../../http/api-error.ts'
import { invalidField } from '../catalogue/invalid-field.ts'
import { findPlanSize } from '../catalogue/plan-sizes.ts'
import type { Templates } from '../catalogue/templates/templates.ts'
import type { InstanceSize } from './requested-size.ts'

/** Rejects a plan that is smaller than the template's own. */
export function checkTemplate(templates: Templates, templateId: string | null, size: InstanceSize): void {
  if (!templateId) return
  const template = templates.find(templateId)
  if (!template) throw invalidField('templateId', `Unknown template ${templateId}. Choose one from the list.`)
  const least = findPlanSize(template.services[0]?.plan ?? '')
  if (least && (size.cpuMilli < least.cpuMilli || size.memoryBytes < least.memoryBytes)) {
    throw new ApiError('planTooSmall', { message: `${template.name} needs the plan ${least.name} or a larger one.` })
  }
}
