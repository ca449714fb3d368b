import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useLastValue } from '../../hooks/use-last-value.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Remote } from '../../parts/waiting/remote.tsx'
import { InstanceSkeleton } from '../instance-skeleton.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { ConfigurationEditor } from './configuration-editor.tsx'

/** The configuration of the newest deployment. */
export const InstanceConfiguration = () => {
  const instance = useCurrentInstance()
  const [newest] = instance.deployments
  const { data, retry } = useQuery('readDeployment', newest ? { id: newest._id } : null)
  // The form stays while a newer deployment loads.
  const deployment = useLastValue(lastLoaded(data)?.value.deployment ?? null)
  return (
    <Remote
      data={data}
      retry={retry}
      title="The configuration could not be loaded"
      value={deployment}
      loading={<InstanceSkeleton />}
    >
      {({ configuration, ...deployment }) =>
        configuration && (
          <ConfigurationEditor
            key={instance._id}
            instance={instance}
            deployment={deployment}
            saved={{ number: deployment.number, configuration }}
          />
        )
      }
    </Remote>
  )
}
