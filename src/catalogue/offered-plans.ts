import type { Plan, Region, Resources, Template } from '../contract/wire/catalogue.ts'
import type { Size } from '../rules/format-size.ts'
import { fits, storageObstacle } from '../rules/plan-fit.ts'
import { CUSTOM_PLAN_ID } from './custom-plan.ts'

/** A plan as the wizard offers it. */
export interface OfferedPlan {
  id: string
  name: string
  size: Size
  isRecommended: boolean
  /** Why the plan cannot be chosen; null if it can. */
  obstacle: string | null
}

export interface PlanInput {
  plans: readonly Plan[]
  custom: Size | null
  template: Template | null
  /** The template's own plan, which may be on a later page of the list. */
  templatePlan: Plan | null
  region: Region | null
  /** How many replicas of the size are needed, and what they store. */
  count?: number
  storage?: Resources['storage']
}

/** Returns the custom plan first, then the template's own, then the others in the given order. */
export const offeredPlans = ({
  plans,
  custom,
  template,
  templatePlan,
  region,
  count = 1,
  storage = [],
}: PlanInput): OfferedPlan[] => {
  const obstacle = (size: Size): string | null => {
    if (template && templatePlan && isSmaller(size, templatePlan)) return `Too small for ${template.name}`
    if (!region || region.availability === 'unknown') return null
    if (!fits(resourcesOf(size, count, []), region.resources))
      return `Not enough capacity in ${region.title} at present`
    return fits(resourcesOf(size, count, storage), region.resources) ? null : storageObstacle(region)
  }
  const offer = (plan: Plan): OfferedPlan => ({
    id: plan._id,
    name: plan.name,
    size: plan,
    isRecommended: templatePlan ? plan._id === templatePlan._id : plan.recommendedPlan,
    obstacle: obstacle(plan),
  })
  const others = plans.filter((plan) => plan._id !== templatePlan?._id)
  const listed = [...(templatePlan ? [templatePlan] : []), ...others].map(offer)
  if (!custom) return listed
  const own = { id: CUSTOM_PLAN_ID, name: 'Custom', size: custom, isRecommended: false, obstacle: obstacle(custom) }
  return [own, ...listed]
}

/** Returns the preselected plan: the recommended one if available, otherwise the first available one. */
export const defaultPlan = (offers: readonly OfferedPlan[]): OfferedPlan | null => {
  const possible = offers.filter((offer) => offer.obstacle === null && offer.id !== CUSTOM_PLAN_ID)
  return possible.find((offer) => offer.isRecommended) ?? possible[0] ?? null
}

const isSmaller = (size: Size, than: Size): boolean => size.cpu < than.cpu || size.memory < than.memory

const resourcesOf = (size: Size, count: number, storage: Resources['storage']): Resources => ({
  cpu: size.cpu * count,
  memory: size.memory * count,
  storageEphemeral: size.storage * count,
  gpu: 0,
  storage,
})
