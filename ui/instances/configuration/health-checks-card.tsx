import type { Instance } from '../../../src/contract/wire/compute.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { checkKindLabels } from '../../../src/instances/configuration/form/behaviour-summary.ts'
import { onlyPortOf } from '../../../src/instances/configuration/service-draft.ts'
import { useSend } from '../../hooks/use-console.tsx'
import { useQuery } from '../../hooks/use-query.ts'
import { DescriptionList } from '../../parts/facts/description-list.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { SkeletonText } from '../../parts/waiting/skeleton-text.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'

/** The health check of each service. */
export const HealthChecksCard = ({ instance }: { instance: Instance }) => {
  const send = useSend()
  const [newest] = instance.deployments
  const { data, retry } = useQuery('readDeployment', newest ? { id: newest._id } : null)
  const deployment = lastLoaded(data)?.value.deployment
  return (
    <Card title="Health checks" text="Traffic goes only to replicas that pass the check of their service.">
      <Remote
        data={data}
        retry={retry}
        title="The health checks could not be loaded"
        value={deployment?.configuration ?? null}
        loading={<SkeletonText lines={2} />}
      >
        {({ services }) => (
          <DescriptionList
            facts={services.map(({ name, healthCheck: check, ports }) => ({
              term: name,
              value: (
                <Row justify="between">
                  <span>{check ? checkKindLabels[check.kind] : 'No check'}</span>
                  <MayButton
                    may="instances.write"
                    size="small"
                    disabled={instance.desiredState === 'deleted'}
                    aria-label={`Change health check of ${name}`}
                    onClick={() =>
                      send({
                        type: 'ui/modalOpened',
                        modal: {
                          kind: 'saveHealthCheckConfig',
                          id: instance._id,
                          serviceName: name,
                          baseDeployment: deployment?.number ?? 1,
                          check,
                          onlyPort: onlyPortOf(ports),
                        },
                      })
                    }
                  >
                    Change
                  </MayButton>
                </Row>
              ),
            }))}
          />
        )}
      </Remote>
    </Card>
  )
}
