import { useMemo } from 'react'
import { customSize } from '../../../../src/catalogue/custom-plan.ts'
import { defaultPlan, type OfferedPlan, offeredPlans } from '../../../../src/catalogue/offered-plans.ts'
import { onePerRegion } from '../../../../src/catalogue/one-per-region.ts'
import { scalingChoices } from '../../../../src/catalogue/scaling-choices.ts'
import type { Region, Template } from '../../../../src/contract/wire/catalogue.ts'
import { lastLoaded, type RemoteData } from '../../../../src/core/remote-data.ts'
import { storageOf } from '../../../../src/instances/wizard/plan-extras.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import type { Choice } from './use-choice.ts'
import { usePlans } from './use-plans.ts'

/** The catalogue for one deployment: the user's choices, or the defaults. */
export const useCatalogue = (choice: Choice) => {
  const templates = useQuery('readTemplates', {})
  const categories = useQuery('readTemplateCategories', {})
  const regions = useQuery('readRegions', {})
  const prices = useQuery('readUnitPrices', {})
  const template = lastLoaded(templates.data)?.value.templates.find(({ _id }) => _id === choice.template) ?? null
  const usedTemplate = choice.from === 'template' ? template : null

  const known = lastLoaded(regions.data)?.value.regions
  const usual = known ? chosenRegion(onePerRegion(known), choice.region) : null
  /** The scaling modes of the region. */
  const modes = known?.filter((entry) => entry.region === usual?.region) ?? []
  const region = modes.find(({ scalingMode }) => scalingMode === choice.scaling) ?? usual
  const every = usePlans('')
  const plans = usePlans(choice.planSearch)
  const ownPlan = planOf(usedTemplate)
  const own = useQuery('readPlan', ownPlan)
  const listed = every.shown?.akashMachineImages
  const found = plans.shown?.akashMachineImages
  const templatePlan = (usedTemplate && lastLoaded(own.data)?.value.akashMachineImage) ?? null
  const { cpu, ram, storage } = choice.custom
  const { extras } = choice
  const [offers, all] = useMemo(() => {
    const context = {
      custom: customSize({ cpu, ram, storage }),
      template: usedTemplate,
      templatePlan,
      region,
      count: extras.count ?? 1,
      storage: storageOf(extras),
    }
    const offersOf = (from = listed) => offeredPlans({ ...context, plans: from ?? [] })
    return [offersOf(found), offersOf()]
  }, [listed, found, cpu, ram, storage, usedTemplate, templatePlan, region, extras])
  // A search changes what is listed, not what is chosen.
  const offer: OfferedPlan | null = [...all, ...offers].find(({ id }) => id === choice.plan) ?? defaultPlan(all)
  const isLoading =
    isAwaited(regions.data) ||
    isAwaited(every.data) ||
    (choice.from === 'template' && choice.template !== '' && isAwaited(templates.data)) ||
    (ownPlan !== null && isAwaited(own.data))
  return {
    templates,
    categories,
    regions,
    plans,
    prices,
    template: usedTemplate,
    region,
    scalings: scalingChoices(known ?? [], region?.region),
    offers,
    offer,
    isLoading,
  }
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
