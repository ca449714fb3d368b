import { Plus } from 'lucide-react'
import { useState } from 'react'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { domainsOf, selectDomains } from '../../../src/domains/domains.ts'
import { useIsVisitor } from '../../hooks/use-organization.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { Banner } from '../../parts/state/banner.tsx'
import { Text } from '../../parts/text/text.tsx'
import { EmptyState } from '../../parts/waiting/empty-state.tsx'
import { Remote } from '../../parts/waiting/remote.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { useCurrentInstance } from '../page/use-instance.ts'
import { AddDomainDialog } from './add-domain-dialog.tsx'
import { DomainCard } from './domain-card.tsx'

/** The host names of an instance: their records, their last check and their certificates. */
export const InstanceDomains = () => {
  const instance = useCurrentInstance()
  const isVisitor = useIsVisitor()
  const { data, retry } = useQuery('readDomains', isVisitor ? null : { id: instance._id })
  const known = useSelected(selectDomains)
  const [isAdding, setAdding] = useState(false)
  if (isVisitor) return <EmptyState title="Only members see domains" text="The records of domains are private." />
  const loaded = lastLoaded(data)?.value
  const domains = loaded ? domainsOf(known, instance._id) : null
  const missing = loaded?.https.missing ?? ''
  const add = (variant: 'primary' | 'secondary') => (
    <MayButton
      may="instances.write"
      variant={variant}
      icon={<Plus />}
      disabled={instance.desiredState === 'deleted'}
      onClick={() => setAdding(true)}
    >
      Add domain
    </MayButton>
  )
  return (
    <Stack gap={5}>
      <Remote data={data} retry={retry} title="The domains could not be loaded" value={domains}>
        {(shown) =>
          shown.length === 0 ? (
            <EmptyState
              title="No domains"
              text="Serve this instance under a name of your own, such as www.example.org."
              actions={add('primary')}
            />
          ) : (
            <>
              <Row justify="between" wrap>
                <Text size="sm" tone="muted">
                  {shown.length === 1 ? '1 domain' : `${shown.length} domains`}
                </Text>
                {add('secondary')}
              </Row>
              {missing && (
                <Banner tone="info" title="HTTPS is not complete">
                  {missing}
                </Banner>
              )}
              {shown.map((domain) => (
                <DomainCard key={domain._id} instance={instance} domain={domain} />
              ))}
            </>
          )
        }
      </Remote>
      {isAdding && loaded && (
        <AddDomainDialog
          instance={instance}
          unavailableTypes={loaded.unavailableTypes}
          onClose={() => setAdding(false)}
        />
      )}
    </Stack>
  )
}
