import { useMemo } from 'react'
import { customSize } from '../../../../src/catalogue/custom-plan.ts'
import { defaultPlan, type OfferedPlan, offeredPlans } from '../../../../src/catalogue/offered-plans.ts'
import type { Region, Template } from '../../../../src/contract/wire/catalogue.ts'
import { lastLoaded, type RemoteData } from '../../../../src/core/remote-data.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Choice } from './use-choice.ts'

const PLANS_AT_ONCE = 50

/** The catalogue for one deployment: the user's choices, or the defaults. */
export const useCatalogue = (choice: Choice) => {
  const templates = useQuery('readTemplates', {})
  const categories = useQuery('readTemplateCategories', {})
  const regions = useQuery('readRegions', {})
  const prices = useQuery('readUnitPrices', {})
  const template = lastLoaded(templates.data)?.value.templates.find(({ _id }) => _id === choice.template) ?? null
  const usedTemplate = choice.from === 'template' ? template : null

  const known = lastLoaded(regions.data)?.value.regions
  const region = known ? chosenRegion(known, choice.region) : null
  const plans = useQuery('readPlans', { skip: 0, limit: PLANS_AT_ONCE })
  const ownPlan = planOf(usedTemplate)
  const own = useQuery('readPlan', ownPlan)
  const listed = lastLoaded(plans.data)?.value
  const templatePlan = (usedTemplate && lastLoaded(own.data)?.value.akashMachineImage) ?? null
  const { cpu, ram, storage } = choice.custom
  const offers = useMemo(
    () =>
      offeredPlans({
        plans: listed?.akashMachineImages ?? [],
        custom: customSize({ cpu, ram, storage }),
        template: usedTemplate,
        templatePlan,
        region,
      }),
    [listed, cpu, ram, storage, usedTemplate, templatePlan, region],
  )
  const offer: OfferedPlan | null = offers.find(({ id }) => id === choice.plan) ?? defaultPlan(offers)
  const isLoading =
    isAwaited(regions.data) ||
    isAwaited(plans.data) ||
    (choice.from === 'template' && choice.template !== '' && isAwaited(templates.data)) ||
    (ownPlan !== null && isAwaited(own.data))
  return { templates, categories, regions, plans, prices, template: usedTemplate, region, offers, offer, isLoading }
}

export type Catalogue = ReturnType<typeof useCatalogue>

/** A failed query counts as settled: its step shows the error with a retry. */
const isAwaited = (data: RemoteData<unknown>): boolean => data.kind !== 'failed' && lastLoaded(data) === null

const planOf = (template: Template | null) => {
  const id = template?.services[0]?.defaultAkashMachineImageId
  return id === undefined ? null : { id }
}

const chosenRegion = (regions: readonly Region[], id: string): Region | null => {
  const open = regions.filter(({ disabled }) => !disabled)
  return (
    open.find(({ region }) => region === id) ??
    open.find(({ isPrimaryForScaling }) => isPrimaryForScaling) ??
    open[0] ??
    null
  )
}
