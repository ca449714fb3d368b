import type { Instance, InstanceState } from '../contract/wire/compute.ts'

/** The filters of a project's instance list, which are kept in the URL. */
export interface InstanceView {
  state: InstanceState | ''
  search: string
}

const searchableText = ({ name, image, _id, latestUrlPreview }: Instance): string =>
  `${name} ${image} ${_id} ${latestUrlPreview ?? ''}`.toLowerCase()

export const filterInstances = (instances: readonly Instance[], { state, search }: InstanceView): Instance[] => {
  const filterText = search.trim().toLowerCase()
  return instances.filter(
    (instance) =>
      (state === '' || instance.state === state) &&
      (filterText === '' || searchableText(instance).includes(filterText)),
  )
}

/** Closed instances, and those that failed to start, are not charged. */
export const isCharged = ({ desiredState, state }: Instance): boolean =>
  desiredState === 'active' && (state === 'Starting' || state === 'Active')

export const dailyPriceOf = ({ extendedInstances }: Instance): number =>
  extendedInstances.reduce((sum, { defaultDailyTopup }) => sum + defaultDailyTopup, 0)
