import type { Instance, InstanceState } from '../contract/wire/compute.ts'

/** How a project's instances are looked at; all of it stands in the address. */
export interface InstanceView {
  state: InstanceState | ''
  search: string
}

const words = ({ name, image, _id, latestUrlPreview }: Instance): string =>
  `${name} ${image} ${_id} ${latestUrlPreview ?? ''}`.toLowerCase()

export const shownInstances = (instances: readonly Instance[], { state, search }: InstanceView): Instance[] => {
  const wanted = search.trim().toLowerCase()
  return instances.filter(
    (instance) => (state === '' || instance.state === state) && (wanted === '' || words(instance).includes(wanted)),
  )
}

/** What has ended, or did not start, costs nothing. */
export const isCharged = ({ wish, state }: Instance): boolean =>
  wish === 'active' && (state === 'Starting' || state === 'Active')

export const dailyPriceOf = ({ extendedInstances }: Instance): number =>
  extendedInstances.reduce((sum, { defaultDailyTopup }) => sum + defaultDailyTopup, 0)
