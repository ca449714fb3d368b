import type { Instance } from '../../contract/wire/compute.ts'
import type { Replica } from '../../contract/wire/instance/deployment-details.ts'
import type { StoredConfiguration, StoredService } from '../../contract/wire/instance/instance-configuration.ts'
import type { Volume } from '../../contract/wire/volumes/volume.ts'
import { serviceDraft } from '../configuration/service-draft.ts'
import { type ConfigurationInput, typedConfiguration } from '../configuration/typed-configuration.ts'

type Target = Pick<Instance, 'region' | 'desiredState' | 'state'>

/** Returns why an instance cannot get a volume, whatever its configuration; null if it can. */
export const instanceHindrance = (
  volume: Pick<Volume, 'region'>,
  instance: Target,
  regionName: (region: string) => string,
): string | null => {
  if (instance.desiredState === 'deleted') return 'Is being deleted'
  if (instance.region !== volume.region)
    return `Runs in ${regionName(instance.region)}, the data is in ${regionName(volume.region)}`
  return null
}

/** Returns why a service cannot mount one more volume; null if it can. */
export const serviceHindrance = ({ replicas, autoscalingRules }: StoredService): string | null => {
  if (replicas > 1) return `Has ${replicas} replicas, a volume has one writer`
  return autoscalingRules && autoscalingRules.maxReplicas > 1
    ? 'Scales to several replicas, a volume has one writer'
    : null
}

/** Returns the error of a mount path; null if the service can use it. */
export const mountPathError = ({ volumes, files }: StoredService, volumeName: string, path: string): string | null => {
  if (!path.startsWith('/') || path === '/') return 'Enter an absolute path, such as /var/lib/data.'
  const other = volumes.find(({ name, mountPath }) => name !== volumeName && mountPath === path)
  if (other) return `${other.name} is mounted there.`
  return files.some((file) => file.path === path) ? 'A configuration file is there.' : null
}

type Place = { service: string; mountPath: string }

/** Returns a configuration as an update sends it, in which only `place` mounts the volume; null removes it. */
export const withVolumeAt = (
  configuration: StoredConfiguration,
  { name, class: storageClass, sizeBytes }: Pick<Volume, 'name' | 'class' | 'sizeBytes'>,
  place: Place | null,
): ConfigurationInput =>
  typedConfiguration(
    configuration.services.map(serviceDraft).map((service) => {
      const others = service.kept.volumes.filter((volume) => volume.name !== name)
      const mount = { name, class: storageClass, sizeBytes }
      const volumes = service.name === place?.service ? [...others, { ...mount, mountPath: place.mountPath }] : others
      return { ...service, kept: { ...service.kept, volumes } }
    }),
    configuration.projectNetwork,
  )

export const mounts = (configuration: StoredConfiguration, volumeName: string): boolean =>
  configuration.services.some(({ volumes }) => volumes.some(({ name }) => name === volumeName))

/** Whether nothing of an instance's earlier deployments runs any more, so that another instance can take its volume. */
export const hasReleased = (
  { desiredDeployment, deployments, state }: Pick<Instance, 'desiredDeployment' | 'deployments' | 'state'>,
  replicas: readonly Pick<Replica, 'deploymentId'>[],
): boolean =>
  state === 'Closed' ||
  (deployments.every(({ _id, endedAt }) => _id === desiredDeployment || endedAt !== null) &&
    replicas.every(({ deploymentId }) => deploymentId === desiredDeployment))
