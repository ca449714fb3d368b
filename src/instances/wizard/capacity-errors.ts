import type { Region, Resources } from '../../contract/wire/catalogue.ts'
import { fits, storageObstacle } from '../../rules/plan-fit.ts'
import { fieldKey } from '../configuration/configuration-errors.ts'
import type { ServiceDraft } from '../configuration/service-draft.ts'
import { type DeployErrors, SERVICE_FIELD } from '../deploy-errors.ts'
import { type StorageClass, storageLabels } from './plan-extras.ts'
import type { ServiceTotals } from './service-totals.ts'

type OfferingRegion = Pick<Region, 'title' | 'availability' | 'resources' | 'ip_supported'>

/** A plan, and why it cannot be chosen; null if it can. */
interface Offer {
  obstacle: string | null
}

interface CapacityInput {
  region: OfferingRegion | null
  offers: readonly Offer[]
  offer: Offer | null
  /** What all replicas need; null until a plan is known. */
  needed: ServiceTotals | null
  /** Whether the server answered that the region does not have it. */
  isRejected: boolean
}

export interface CapacityErrors {
  region?: string
  size?: string
  /** Of the first storage class that the region lacks. */
  volumes?: { class: StorageClass; message: string }
  addresses?: string
}

const storageNeeds = ({ persistentHdd, persistentSsd, persistentNvme }: ServiceTotals) =>
  [
    { class: 'beta1', size: persistentHdd },
    { class: 'beta2', size: persistentSsd },
    { class: 'beta3', size: persistentNvme },
  ] as const

/** Without volumes, which have an error of their own. */
const resourcesOf = (totals: ServiceTotals): Resources => ({
  cpu: totals.cpu,
  memory: totals.memory,
  storageEphemeral: totals.storage,
  gpu: 0,
  storage: [],
})

/** Whether a region has what is needed; null while its engine cannot be reached. */
export const hasCapacity = ({ availability, resources }: OfferingRegion, needed: ServiceTotals): boolean | null =>
  availability === 'unknown' ? null : fits(resourcesOf(needed), resources)

const sizeError = ({ region, offers, offer, needed, isRejected }: CapacityInput): string | undefined => {
  if (!region) return undefined
  const obstacle = offer ? offer.obstacle : (offers[0]?.obstacle ?? null)
  if (obstacle === storageObstacle(region)) return `${obstacle}. Choose other storage or another region.`
  if (obstacle !== null) return `${obstacle}. Choose another plan or another region.`
  const isTooLarge = needed !== null && hasCapacity(region, needed) === false
  return isTooLarge || (isRejected && needed?.addresses === 0 && !volumeError(region, needed))
    ? `Not enough capacity in ${region.title} at present. Choose a smaller size or another region.`
    : undefined
}

const volumeError = (region: OfferingRegion, needed: ServiceTotals): CapacityErrors['volumes'] => {
  if (region.availability === 'unknown') return undefined
  const offered = (name: StorageClass) =>
    region.resources.storage.reduce((sum, item) => sum + (item.class === name ? item.size : 0), 0)
  const lacking = storageNeeds(needed).find(({ class: name, size }) => size > offered(name))
  if (!lacking) return undefined
  const label = storageLabels[lacking.class]
  const message =
    offered(lacking.class) === 0
      ? `${region.title} does not offer ${label} storage.`
      : `${region.title} does not offer that much ${label} storage.`
  return { class: lacking.class, message }
}

/** Says what a region lacks for a deployment. Nothing while its engine cannot be reached: its capacity is unknown then. */
export const capacityErrors = (input: CapacityInput): CapacityErrors => {
  const { region, needed, isRejected } = input
  if (!region) return {}
  if (region.availability === 'not_available')
    return { region: `${region.title} has no capacity at present. Choose another region.` }
  const size = sizeError(input)
  const volumes = needed ? volumeError(region, needed) : undefined
  const leases = (needed?.addresses ?? 0) > 0
  const addresses =
    leases && !region.ip_supported
      ? `${region.title} has no IP addresses to lease. Use the shared IP or choose another region.`
      : leases && isRejected && size === undefined && volumes === undefined
        ? `No IP address is free in ${region.title} at present. Use the shared IP or choose another region.`
        : undefined
  return {
    ...(size !== undefined && { size }),
    ...(volumes && { volumes }),
    ...(addresses !== undefined && { addresses }),
  }
}

const volumeField = (services: readonly ServiceDraft[], name: StorageClass): string => {
  const places = services.flatMap(({ key, kept }) =>
    kept.volumes.map((volume, at) => ({ ...volume, field: fieldKey(key, `volumes.${at}.class`) })),
  )
  return `${SERVICE_FIELD}${places.find((place) => place.class === name)?.field ?? 'volumes'}`
}

/** Puts them at the wizard's fields; `services` is null for a single program with a plan. */
export const capacityErrorFields = (
  { region, size, volumes, addresses }: CapacityErrors,
  services: readonly ServiceDraft[] | null,
): DeployErrors => ({
  ...(region !== undefined && { region }),
  ...(size !== undefined && { [services ? 'capacity' : 'machineImageId']: size }),
  ...(volumes && {
    [services ? volumeField(services, volumes.class) : 'persistentStorage.0']: volumes.message,
  }),
  ...(addresses !== undefined &&
    (services
      ? Object.fromEntries(
          services
            .filter(({ kept }) => kept.ipLease !== 'shared-ip')
            .map(({ key }) => [`${SERVICE_FIELD}${fieldKey(key, 'ipLease')}`, addresses]),
        )
      : { ipLease: addresses })),
})
