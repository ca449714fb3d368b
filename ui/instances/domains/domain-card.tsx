import { Ellipsis, FileBadge, RefreshCw, Settings, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import type { Domain } from '../../../src/contract/wire/domains/domain.ts'
import { domainStateText, domainTypeLabels, needsRecords } from '../../../src/domains/domain-texts.ts'
import { useBlocked } from '../../hooks/use-membership.ts'
import { useMutation } from '../../hooks/use-mutation.ts'
import { IconButton } from '../../parts/actions/icon-button.tsx'
import { Menu } from '../../parts/actions/menu.tsx'
import { Card } from '../../parts/layout/card.tsx'
import { Row } from '../../parts/layout/row.tsx'
import { Stack } from '../../parts/layout/stack.tsx'
import { StatusMark } from '../../parts/state/status-mark.tsx'
import { MayButton } from '../../shell/permissions/may-button.tsx'
import { CertificateFacts } from './certificate-facts.tsx'
import { domainAppearances } from './domain-appearances.ts'
import { DomainChecks } from './domain-checks.tsx'
import { type DomainDialog, DomainDialogs } from './domain-dialogs.tsx'
import { DomainRecords } from './domain-records.tsx'

type DomainCardProps = { instance: Instance; domain: Domain }

export const DomainCard = ({ instance, domain }: DomainCardProps) => {
  const { displayName, type, state, containerPort, certificate } = domain
  const blocked = useBlocked('instances.write')
  const { mutate: verify, isRunning } = useMutation('verifyDomain')
  const [opened, setOpened] = useState<DomainDialog | null>(null)
  return (
    <Card
      title={displayName}
      text={`${domainTypeLabels[type]}, leads to ${containerPort === null ? 'the first HTTP port' : `port ${containerPort}`}. ${domainStateText(domain)}`}
      actions={
        <Row gap={2}>
          <MayButton
            may="instances.write"
            size="small"
            icon={<RefreshCw />}
            busy={isRunning}
            aria-label={`Check again: ${displayName}`}
            onClick={() => verify({ id: domain.instanceId, domainId: domain._id })}
          >
            Check again
          </MayButton>
          <Menu
            trigger={<IconButton label={`Actions of ${displayName}`} icon={<Ellipsis />} size="small" />}
            entries={[
              { kind: 'action', label: 'Settings', icon: <Settings />, blocked, onChoose: () => setOpened('settings') },
              {
                kind: 'action',
                label: 'Upload certificate',
                icon: <FileBadge />,
                blocked,
                onChoose: () => setOpened('upload'),
              },
              ...(certificate.source === 'uploaded'
                ? [
                    {
                      kind: 'action' as const,
                      label: 'Remove uploaded certificate',
                      icon: <Trash2 />,
                      blocked,
                      onChoose: () => setOpened('removeCertificate'),
                    },
                  ]
                : []),
              { kind: 'divider' },
              {
                kind: 'action',
                label: 'Remove domain',
                icon: <Trash2 />,
                danger: true,
                blocked,
                onChoose: () => setOpened('remove'),
              },
            ]}
          />
        </Row>
      }
    >
      <Stack gap={4}>
        <StatusMark status={domainAppearances[state]} />
        {needsRecords(domain) && <DomainRecords domain={domain} />}
        <DomainChecks domain={domain} />
        <CertificateFacts domain={domain} />
      </Stack>
      <DomainDialogs opened={opened} instance={instance} domain={domain} onClose={() => setOpened(null)} />
    </Card>
  )
}
