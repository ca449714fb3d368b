import { addressKind } from './address-kind.ts'
import { alertChannelKind } from './alerts/alert-channel-kind.ts'
import { alertKind } from './alerts/alert-kind.ts'
import { clusterKind } from './cluster-kind.ts'
import { drainKind } from './compute/drain-kind.ts'
import { domainKind } from './domain-kind.ts'
import { instanceKind } from './instance-kind.ts'
import { projectKind } from './project-kind.ts'
import { savedViewKind } from './saved-view-kind.ts'
import { variableGroupKind } from './variable-group-kind.ts'
import { volumeKind } from './volume-kind.ts'

/** Every kind of resource; a parent stands before its children. */
export const kinds = [
  projectKind,
  clusterKind,
  instanceKind,
  volumeKind,
  addressKind,
  domainKind,
  variableGroupKind,
  drainKind,
  savedViewKind,
  alertKind,
  alertChannelKind,
] as const

export type Kind = (typeof kinds)[number]
export type KindName = Kind['name']
export type KindPermission = `${Kind['permissions']['prefix']}.${'read' | 'write'}`

/** Each once, though kinds may share them. */
export const kindPermissions = [...new Map(kinds.map(({ permissions }) => [permissions.prefix, permissions])).values()]
