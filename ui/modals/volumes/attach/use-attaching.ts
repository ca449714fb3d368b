import { useEffect, useState } from 'react'
import type { Instance } from '../../../../src/contract/wire/compute.ts'
import type { StoredConfiguration } from '../../../../src/contract/wire/instance/instance-configuration.ts'
import type { Volume } from '../../../../src/contract/wire/volumes/volume.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { hasReleased, withVolumeAt } from '../../../../src/instances/volumes/attach-volume.ts'
import { useMutation } from '../../../hooks/use-mutation.ts'
import { useQuery } from '../../../hooks/use-query.ts'

/** An instance with the configuration of its newest deployment. */
export interface Configured {
  instance: Instance
  number: number
  configuration: StoredConfiguration
}

export interface Chosen {
  target: Configured
  service: string
  mountPath: string
}

type AttachingOptions = {
  volume: Volume
  /** The instance that mounts it now; null if none does. */
  holder: Instance | null
  holderConfiguration: Omit<Configured, 'instance'> | null
  onAttached: () => void
}

const newer = (one: Instance, other: Instance): Instance => (one.revision > other.revision ? one : other)

/** Deploys the instance that has the volume without it, waits until that has ended, and deploys the other one with it. */
export const useAttaching = ({ volume, holder, holderConfiguration, onAttached }: AttachingOptions) => {
  const detach = useMutation('updateInstance')
  const attach = useMutation('updateInstance')
  const [started, setStarted] = useState<Chosen | null>(null)
  const isElsewhere = holder !== null && holder._id !== started?.target.instance._id
  const mustDetach = isElsewhere && holder.state !== 'Closed'
  const detached = mustDetach && detach.response ? newer(holder, detach.response.instance) : null
  const replicas = lastLoaded(useQuery('readReplicas', detached && { id: detached._id }).data)?.value.replicas
  const isReleased = !mustDetach || (detached !== null && replicas !== undefined && hasReleased(detached, replicas))
  const isFailed = detach.failure !== null || attach.failure !== null

  const take = ({ target, service, mountPath }: Chosen) =>
    attach.mutate({
      id: target.instance._id,
      baseDeployment: target.number,
      configuration: withVolumeAt(target.configuration, volume, { service, mountPath }),
    })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the other instance has let go
  useEffect(() => {
    if (started && isReleased && !attach.isRunning && !attach.response && !isFailed) take(started)
  }, [started, isReleased])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is attached
  useEffect(() => {
    if (attach.response) onAttached()
  }, [attach.response])

  return {
    failure: detach.failure ?? attach.failure,
    isRunning: started !== null && !isFailed,
    /** It waits for the replicas that still use the volume. */
    isWaiting: started !== null && !isReleased && detach.response !== null,
    start: (chosen: Chosen) => {
      setStarted(chosen)
      const isOther = holder !== null && holder._id !== chosen.target.instance._id && holder.state !== 'Closed'
      if (isOther && holderConfiguration && !detach.response)
        detach.mutate({
          id: holder._id,
          baseDeployment: holderConfiguration.number,
          configuration: withVolumeAt(holderConfiguration.configuration, volume, null),
        })
      else if (started) take(chosen)
    },
  }
}
