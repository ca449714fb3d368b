import * as v from 'valibot'
import type { WorkloadSpec } from '../engine.ts'
import { checkedId, isWorkloadId } from '../workload-id.ts'
import type { WorkloadNetwork } from './network/workload-networks.ts'

/** Names and labels that separate this installation's containers from all others on the same engine. */
export interface DockerNames {
  installationId: string
  container(id: string): string
  /**
   * The network of a workload. The name is derived from the id, so that a retry finds the network of the first attempt.
   */
  network(id: string): WorkloadNetwork
  labels(spec: Pick<WorkloadSpec, 'id' | 'image' | 'labels'>): Record<string, string>
  /** Networks that workloads share. */
  sharedNetwork: ResourceNames
  volume: ResourceNames
  /** For the engine's `label` filter: everything that belongs to this installation. */
  filter: string
  /** The same, restricted to workloads. */
  workloadFilter: string[]
  /**
   * Returns the workload id of a container; undefined when the container is not ours. Labels alone prove nothing: an
   * image can carry labels, and a container that another user starts from such an image then carries ours. Only this
   * installation chooses the name.
   */
  workloadOf(containerNames: readonly string[], labels: Record<string, string>): string | undefined
}

/** The names of one kind of resource, with a character that no workload's id contains. */
export interface ResourceNames {
  name(id: string): string
  labels(id: string, own: Record<string, string>): Record<string, string>
  /** Returns the id in a name; undefined when the name is not of this kind or installation. */
  idOf(name: string): string | undefined
  /** Returns the caller's labels; undefined when the resource belongs to another program. */
  ownLabels(id: string, labels: Record<string, string> | null | undefined): Record<string, string> | undefined
  filter: string[]
}

const installationLabel = 'longshore.installation'
export const workloadLabel = 'longshore.workload'
/** The reference as the caller wrote it: Podman reports another name of the same image. */
const imageLabel = 'longshore.image'
export const probeLabel = 'longshore.probe'
/** The id of the volume that a container reads or writes as an archive. */
export const archiveLabel = 'longshore.archive'
/**
 * The caller's own labels get a prefix; `ownNames` lists them, because an image can carry labels with the same prefix.
 */
const ownPrefix = 'longshore.label.'
const ownNames = 'longshore.labels'

export function dockerNames(installationId: string): DockerNames {
  const container = (id: string) => `longshore-${installationId}-${checkedId(id)}`
  return {
    installationId,
    container,
    network: (id) => ({
      name: container(id),
      labels: { [installationLabel]: installationId, [workloadLabel]: id },
    }),
    labels: ({ id, image, labels }) => ({
      [installationLabel]: installationId,
      [workloadLabel]: id,
      [imageLabel]: image,
      [ownNames]: JSON.stringify(Object.keys(labels)),
      ...Object.fromEntries(Object.entries(labels).map(([name, value]) => [ownPrefix + name, value])),
    }),
    sharedNetwork: resourceNames(installationId, 'network'),
    volume: resourceNames(installationId, 'volume'),
    filter: `${installationLabel}=${installationId}`,
    workloadFilter: [`${installationLabel}=${installationId}`, workloadLabel],
    workloadOf(containerNames, labels) {
      const id = readLabels(labels, installationId)?.id
      if (id === undefined || !isWorkloadId(id)) return undefined
      return containerNames.some((name) => name.replace(/^\//, '') === container(id)) ? id : undefined
    },
  }
}

function resourceNames(installationId: string, kind: 'network' | 'volume'): ResourceNames {
  const prefix = `longshore-${installationId}_${kind}_`
  const label = `longshore.${kind}`
  return {
    name: (id) => prefix + checkedId(id),
    labels: (id, own) => ({
      [installationLabel]: installationId,
      [label]: id,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [ownPrefix + name, value])),
    }),
    idOf(name) {
      const id = name.startsWith(prefix) ? name.slice(prefix.length) : ''
      return isWorkloadId(id) ? id : undefined
    },
    ownLabels(id, labels) {
      if (labels?.[installationLabel] !== installationId || labels[label] !== id) return undefined
      const own = Object.entries(labels).filter(([name]) => name.startsWith(ownPrefix))
      return Object.fromEntries(own.map(([name, value]) => [name.slice(ownPrefix.length), value]))
    },
    filter: [`${installationLabel}=${installationId}`, label],
  }
}

/** Reads the workload's id, image and the caller's labels; undefined when the labels belong to another installation. */
export function readLabels(
  labels: Record<string, string>,
  installationId: string,
): Pick<WorkloadSpec, 'id' | 'image' | 'labels'> | undefined {
  const id = labels[workloadLabel]
  if (id === undefined || labels[installationLabel] !== installationId) return undefined
  const listed = namesIn(labels[ownNames])
  const own = Object.entries(labels).filter(
    ([name]) => name.startsWith(ownPrefix) && (!listed || listed.includes(name.slice(ownPrefix.length))),
  )
  return {
    id,
    image: labels[imageLabel] ?? '',
    labels: Object.fromEntries(own.map(([name, value]) => [name.slice(ownPrefix.length), value])),
  }
}

/** The same for probe containers, which are not workloads and appear in no list or event. */
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

const nameList = v.pipe(v.string(), v.parseJson(), v.array(v.string()))

/** Undefined for a container of an earlier version, which has no such list. */
function namesIn(list: string | undefined): string[] | undefined {
  const read = v.safeParse(nameList, list)
  return read.success ? read.output : undefined
}
