import type { Instance } from '../../../src/contract/wire/compute.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { Card } from '../../parts/layout/card.tsx'
import { Text } from '../../parts/text/text.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { ServiceVariables } from './service-variables.tsx'

/** The variables of all services. Values are encrypted and revealed one by one, which the audit log records. */
export const EnvironmentCard = ({ instance }: { instance: Instance }) => {
  const isVisitor = useIsVisitor()
  // Visitors are not told whether there are any.
  if (isVisitor) return null
  return instance.environment.length === 0 ? <NoVariables /> : <SavedVariables instance={instance} />
}

const NoVariables = () => (
  <Card title="Environment">
    <Text tone="muted">No variables.</Text>
  </Card>
)

/** Those of the newest deployment, which is the one that values are revealed of. */
const SavedVariables = ({ instance: { _id, desiredDeployment } }: { instance: Instance }) => {
  const { data, retry } = useQuery('readDeployment', desiredDeployment ? { id: desiredDeployment } : null)
  return (
    <Remote
      data={data}
      retry={retry}
      title="The variables could not be loaded"
      loading={
        <Card title="Environment">
          <SkeletonText lines={3} />
        </Card>
      }
    >
      {({ deployment }) => <ServiceVariables id={_id} services={deployment.configuration?.services ?? []} />}
    </Remote>
  )
}
