import * as v from 'valibot'
import type { alert } from '../wire/alerts/alert.ts'
import type { alertChannel } from '../wire/alerts/alert-channel.ts'
import { alertId, channelId } from '../wire/alerts/alert-ids.ts'
import { clusterId, instanceId, projectId } from '../wire/common.ts'
import { instance, project } from '../wire/compute.ts'
import { domain, domainId } from '../wire/domains/domain.ts'
import type { drain } from '../wire/drains/drain.ts'
import { drainId } from '../wire/drains/drain-id.ts'
import { address, addressId } from '../wire/instance/address.ts'
import { cluster } from '../wire/instance/cluster.ts'
import { variableGroup, variableGroupId } from '../wire/project/variable-group.ts'
import { eventResource, resourceEvents } from '../wire/resource-events.ts'
import { savedView, savedViewId } from '../wire/saved-view.ts'
import { volume, volumeId } from '../wire/volumes/volume.ts'

/** The events of every kind of resource. */
export const kindEvents = [
  ...resourceEvents('project', projectId, project),
  ...resourceEvents('cluster', clusterId, cluster),
  ...resourceEvents('instance', instanceId, instance),
  /** Transient: the newest progress message. A client that begins to watch receives those of all instances in progress. */
  v.object({
    kind: v.literal('instanceProgressed'),
    id: instanceId,
    revision: v.number(),
    progressMessage: v.string(),
  }),
  ...resourceEvents('volume', volumeId, volume),
  ...resourceEvents('address', addressId, address),
  ...resourceEvents('domain', domainId, domain),
  ...resourceEvents('variableGroup', variableGroupId, variableGroup),
  ...resourceEvents('drain', drainId, eventResource<typeof drain>(drainId)),
  ...resourceEvents('savedView', savedViewId, savedView),
  ...resourceEvents('alert', alertId, eventResource<typeof alert>(alertId)),
  ...resourceEvents('alertChannel', channelId, eventResource<typeof alertChannel>(channelId)),
] as const
