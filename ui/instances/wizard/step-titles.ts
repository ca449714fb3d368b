import type { DeployStep } from '../../../src/instances/deploy-errors.ts'

export const stepTitles: Record<DeployStep, string> = {
  what: 'What',
  where: 'Where',
  'how-much': 'How much',
  how: 'How',
  review: 'Review',
}
