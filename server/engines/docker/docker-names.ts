import type { WorkloadSpec } from '../engine.ts'
import { checkedId } from '../workload-id.ts'
import type { WorkloadNetwork } from './network/workload-networks.ts'

/** How this installation's containers are told from everybody else's on the same engine. */
export interface DockerNames {
  installationId: string
  container(id: string): string
  /** The network of a workload; its name follows from the id, so that a second attempt finds the first one's. */
  network(id: string): WorkloadNetwork
  labels(spec: Pick<WorkloadSpec, 'id' | 'image' | 'labels'>): Record<string, string>
  /** For the engine's `label` filter: everything of this installation. */
  filter: string
  /** The same for its workloads only. */
  workloadFilter: string[]
}

const installationLabel = 'longshore.installation'
const workloadLabel = 'longshore.workload'
/** As the caller wrote it: Podman tells another name of the same image. */
const imageLabel = 'longshore.image'
export const probeLabel = 'longshore.probe'
/** Images bring labels too, so the caller's own are kept under a prefix and given back exactly. */
const ownPrefix = 'longshore.label.'

export function dockerNames(installationId: string): DockerNames {
  return {
    installationId,
    container: (id) => `longshore-${installationId}-${checkedId(id)}`,
    network: (id) => ({
      name: `longshore-${installationId}-${checkedId(id)}`,
      labels: { [installationLabel]: installationId, [workloadLabel]: id },
    }),
    labels: ({ id, image, labels }) => ({
      [installationLabel]: installationId,
      [workloadLabel]: id,
      [imageLabel]: image,
      ...Object.fromEntries(Object.entries(labels).map(([name, value]) => [ownPrefix + name, value])),
    }),
    filter: `${installationLabel}=${installationId}`,
    workloadFilter: [`${installationLabel}=${installationId}`, workloadLabel],
  }
}

/** The workload's id, image and the caller's labels; undefined when the labels are somebody else's. */
export function readLabels(
  labels: Record<string, string>,
  installationId: string,
): Pick<WorkloadSpec, 'id' | 'image' | 'labels'> | undefined {
  const id = labels[workloadLabel]
  if (id === undefined || labels[installationLabel] !== installationId) return undefined
  const own = Object.entries(labels).filter(([name]) => name.startsWith(ownPrefix))
  return {
    id,
    image: labels[imageLabel] ?? '',
    labels: Object.fromEntries(own.map(([name, value]) => [name.slice(ownPrefix.length), value])),
  }
}

/** The same for containers that are no workloads: they are in no list and tell no events. */
export function probeNames(names: DockerNames): DockerNames {
  const { installationId } = names
  const name = (id: string) => `longshore-${installationId}-probe-${checkedId(id)}`
  const labels = (id: string) => ({ [installationLabel]: installationId, [probeLabel]: id })
  return {
    ...names,
    container: name,
    network: (id) => ({ name: name(id), labels: labels(id) }),
    labels: ({ id }) => labels(id),
  }
}
