import { Plus } from 'lucide-react'
import type { ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { Button } from '../../parts/actions/button.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { LinkTabs } from '../../parts/navigation/link-tabs.tsx'

const MAX_SERVICES = 20

type ServiceTabsProps = {
  services: readonly ServiceDraft[]
  current: ServiceDraft
  /** The address of a service's fields. */
  to: (service: ServiceDraft) => string
  hasErrors: (service: ServiceDraft) => boolean
  onAdd: () => void
}

/** Chooses the service whose fields are shown. */
export const ServiceTabs = ({ services, current, to, hasErrors, onAdd }: ServiceTabsProps) => (
  <Row wrap justify="between">
    <LinkTabs
      label="Services"
      current={to(current)}
      tabs={services.map((service) => ({
        to: to(service),
        label: `${service.name || 'New service'}${hasErrors(service) ? ' (check)' : ''}`,
      }))}
    />
    <Button size="small" icon={<Plus />} disabled={services.length >= MAX_SERVICES} onClick={onAdd}>
      Add service
    </Button>
  </Row>
)
