import { Plus } from 'lucide-react'
import { useState } from 'react'
import { proposedAlerts } from '../../src/alerts/alert-draft.ts'
import { alertsOf, selectAlerts, watchesInstance } from '../../src/alerts/alerts-of.ts'
import type { Alert } from '../../src/contract/wire/alerts/alert.ts'
import type { OrganizationId, ProjectId } from '../../src/contract/wire/common.ts'
import { lastLoaded } from '../../src/core/remote-data.ts'
import { useMutation } from '../hooks/use-mutation.ts'
import { useQuery } from '../hooks/use-query.ts'
import { useSelected } from '../hooks/use-selected.ts'
import { useUrlQuery } from '../hooks/use-url-query.ts'
import { SearchField } from '../parts/fields/search-field.tsx'
import { Card } from '../parts/layout/card.tsx'
import { EmptyState } from '../parts/waiting/empty-state.tsx'
import { Remote } from '../parts/waiting/remote.tsx'
import { MayButton } from '../shell/permissions/may-button.tsx'
import { AlertDialog, type WatchedInstance } from './alert-dialog.tsx'
import { AlertRow } from './alert-row.tsx'
import css from './alerts.module.css'

type AlertRulesProps = {
  organizationId: OrganizationId
  /** Shows only the rules that watch it. */
  instance?: (WatchedInstance & { projectId: ProjectId }) | undefined
}

export const AlertRules = ({ organizationId, instance }: AlertRulesProps) => {
  const { data, retry } = useQuery('readAlerts', { id: organizationId })
  const known = useSelected(selectAlerts)
  const { query, choose } = useUrlQuery()
  const [edited, setEdited] = useState<Alert | 'new' | null>(null)
  const search = query.get('find') ?? ''
  const all = lastLoaded(data)
    ? alertsOf(known, organizationId).filter((alert) => !instance || watchesInstance(alert, instance))
    : null
  const shown = all?.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())) ?? null
  return (
    <Card
      title="Rules"
      padded={false}
      actions={
        <>
          {!instance && (all?.length ?? 0) > 5 && (
            <SearchField label="Find rules" value={search} onChange={(find) => choose({ find })} />
          )}
          <MayButton may="instances.write" size="small" icon={<Plus />} onClick={() => setEdited('new')}>
            New rule
          </MayButton>
        </>
      }
    >
      <Remote data={data} retry={retry} title="The alert rules could not be loaded" value={shown}>
        {(rules) =>
          rules.length > 0 ? (
            <ul className={css.list} aria-label="Alert rules">
              {rules.map((alert) => (
                <AlertRow
                  key={alert._id}
                  alert={alert}
                  scope={scopeText(alert, instance)}
                  isLinked={query.get('rule') === alert._id}
                  onEdit={() => setEdited(alert)}
                />
              ))}
            </ul>
          ) : search !== '' ? (
            <EmptyState title={`No results for “${search}”`} />
          ) : (
            <NoRules organizationId={organizationId} proposes={!instance} />
          )
        }
      </Remote>
      {edited !== null && (
        <AlertDialog
          key={edited === 'new' ? 'new' : edited._id}
          organizationId={organizationId}
          alert={edited === 'new' ? null : edited}
          instance={instance}
          onClose={() => setEdited(null)}
        />
      )}
    </Card>
  )
}

function scopeText({ instanceId, projectId, service }: Alert, instance: WatchedInstance | undefined): string {
  const of = service === '' ? '' : `Service ${service}. `
  if (instanceId) return `${of}${instanceId === instance?._id ? 'This instance.' : 'One instance.'}`
  return `${of}${projectId ? 'One project.' : 'Whole organisation.'}`
}

type NoRulesProps = { organizationId: OrganizationId; proposes: boolean }

const NoRules = ({ organizationId, proposes }: NoRulesProps) => {
  const { mutate, isRunning } = useMutation('createAlert')
  return (
    <EmptyState
      title="No alert rules"
      text={
        proposes
          ? 'A rule tells you when an instance crashes, is unhealthy, or uses too much. Start with one of these:'
          : 'No rule watches this instance.'
      }
      actions={
        proposes &&
        proposedAlerts.map((settings) => (
          <MayButton
            key={settings.name}
            may="instances.write"
            size="small"
            icon={<Plus />}
            busy={isRunning}
            onClick={() => mutate({ id: organizationId, ...settings })}
          >
            {settings.name}
          </MayButton>
        ))
      }
    />
  )
}
