import { rulesText } from '../../rules/scaling/rules-text.ts'
import type { ServiceDraft } from '../configuration/service-draft.ts'
import { storageLabels } from './plan-extras.ts'

export interface ReviewLine {
  term: string
  value: string
}

const GIB = 1_073_741_824

const leaseText = ({ ipLease, staticAddress }: ServiceDraft['kept']): string => {
  if (ipLease === 'shared-ip') return 'Shared IP'
  if (ipLease === 'dedicated-ip') return 'Dedicated IP'
  return staticAddress === null ? 'Static IP' : `Static IP ${staticAddress}`
}

const checkText = ({ kind, path, port, command }: ServiceDraft['healthCheck']): string => {
  if (kind === 'none') return 'None'
  if (kind === 'http') return `HTTP ${path} on port ${port}`
  return kind === 'tcp' ? `TCP on port ${port}` : `Command ${command.replaceAll('\n', ' ')}`
}

/** Names the variables of a deployment, never their values. */
export const variablesText = (variables: readonly { name: string; isSecret?: boolean | undefined }[]): string => {
  const named = variables.filter(({ name }) => name.trim() !== '')
  const secrets = named.filter(({ isSecret }) => isSecret).length
  if (named.length === 0) return 'None'
  return `${named.length}${secrets > 0 ? `, ${secrets} secret` : ''}: ${named.map(({ name }) => name).join(', ')}`
}

/** Names the files of a service, never their contents. */
const filesText = ({ files }: ServiceDraft['kept']): string => files.map(({ path }) => path).join(', ')

/** How one service runs, for the last step before it is deployed. */
export const reviewLines = (
  { name, kept, environment, variableGroups, healthCheck, autoscaling }: ServiceDraft,
  services: readonly ServiceDraft[],
): ReviewLine[] => {
  const before = services.filter(({ key }) => kept.startAfter.includes(key)).map((service) => service.name)
  const of = name || 'the service'
  const volumes = kept.volumes.map(
    (volume) => `${volume.name}, ${volume.sizeBytes / GIB} GiB ${storageLabels[volume.class]} at ${volume.mountPath}`,
  )
  return [
    { term: `Volumes of ${of}`, value: volumes.join('; ') || 'None' },
    { term: `Variables of ${of}`, value: variablesText(environment) },
    ...(variableGroups.length > 0 ? [{ term: `Variable groups of ${of}`, value: variableGroups.join(', ') }] : []),
    ...(kept.files.length > 0 ? [{ term: `Configuration files of ${of}`, value: filesText(kept) }] : []),
    ...(before.length > 0 ? [{ term: `${of} starts after`, value: before.join(', ') }] : []),
    ...(autoscaling ? [{ term: `Autoscaling of ${of}`, value: rulesText(autoscaling) }] : []),
    { term: `IP lease of ${of}`, value: leaseText(kept) },
    { term: `Health check of ${of}`, value: checkText(healthCheck) },
  ]
}
