import type { KindName } from '../../src/contract/kinds/kinds.ts'
import { alertKind } from '../alerts/alert-kind.ts'
import { alertChannelKind } from '../alerts/channels/alert-channel-kind.ts'
import { addressKind } from '../compute/addresses/address-kind.ts'
import { clusterKind } from '../compute/clusters/cluster-kind.ts'
import { domainKind } from '../compute/domains/domain-kind.ts'
import { drainKind } from '../compute/drains/drain-kind.ts'
import { instanceKind } from '../compute/instances/instance-kind.ts'
import { projectKind } from '../compute/projects/project-kind.ts'
import { variableGroupKind } from '../compute/variable-groups/variable-group-kind.ts'
import { volumeKind } from '../compute/volumes/volume-kind.ts'
import { savedViewKind } from '../saved-views/saved-view-kind.ts'
import type { ServerKind } from './server-kind.ts'

/** The server's half of every kind, parents before their children. */
export const serverKinds: { readonly [N in KindName]: ServerKind<N> } = {
  project: projectKind,
  cluster: clusterKind,
  instance: instanceKind,
  volume: volumeKind,
  address: addressKind,
  domain: domainKind,
  variableGroup: variableGroupKind,
  drain: drainKind,
  savedView: savedViewKind,
  alert: alertKind,
  alertChannel: alertChannelKind,
}
