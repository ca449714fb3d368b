import type { Instance } from '../../contract/wire/compute.ts'

/** The services of a running instance that are scaled to zero, by name. */
export const asleepServices = ({ state, desiredState, services }: Instance): string[] =>
  (state === 'Active' || state === 'Starting') && desiredState === 'active'
    ? services.filter(({ replicas }) => replicas === 0).map(({ name }) => name)
    : []

/** Whether nothing of an instance runs, because all of its services are scaled to zero. */
export const isAsleep = (instance: Instance): boolean =>
  instance.services.length > 0 && asleepServices(instance).length === instance.services.length
