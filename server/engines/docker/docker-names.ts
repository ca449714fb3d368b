import { checkedId } from '../workload-id.ts'

/** How this installation's containers are told from everybody else's on the same engine. */
export interface DockerNames {
  installationId: string
  container(id: string): string
  labels(id: string, own: Record<string, string>): Record<string, string>
  /** For the engine's `label` filter. */
  filter: string
}

const installationLabel = 'longshore.installation'
const workloadLabel = 'longshore.workload'
/** Images bring labels too, so the caller's own are kept under a prefix and given back exactly. */
const ownPrefix = 'longshore.label.'

export function dockerNames(installationId: string): DockerNames {
  return {
    installationId,
    container: (id) => `longshore-${installationId}-${checkedId(id)}`,
    labels: (id, own) => ({
      [installationLabel]: installationId,
      [workloadLabel]: id,
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [ownPrefix + name, value])),
    }),
    filter: `${installationLabel}=${installationId}`,
  }
}

/** The workload's id and the caller's labels; undefined when the labels are somebody else's. */
export function readLabels(
  labels: Record<string, string>,
  installationId: string,
): { id: string; labels: Record<string, string> } | undefined {
  const id = labels[workloadLabel]
  if (id === undefined || labels[installationLabel] !== installationId) return undefined
  const own = Object.entries(labels).filter(([name]) => name.startsWith(ownPrefix))
  return { id, labels: Object.fromEntries(own.map(([name, value]) => [name.slice(ownPrefix.length), value])) }
}
