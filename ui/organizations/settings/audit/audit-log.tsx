import { useMemo } from 'react'
import { selectAuditExport } from '../../../../src/audit/audit-export.ts'
import type { OrganizationId } from '../../../../src/contract/wire/common.ts'
import { failureMessage } from '../../../../src/core/failure.ts'
import { lastLoaded } from '../../../../src/core/remote-data.ts'
import { useLastValue } from '../../../hooks/use-last-value.ts'
import { useOrganization } from '../../../hooks/use-organization.ts'
import { useQuery } from '../../../hooks/use-query.ts'
import { useSelected } from '../../../hooks/use-selected.ts'
import { usePageNumber } from '../../../hooks/use-url-query.ts'
import { useCatalogueNames } from '../../../instances/use-catalogue-names.ts'
import { Button } from '../../../parts/actions/button.tsx'
import { LogbookArt } from '../../../parts/art/logbook-art.tsx'
import { Card } from '../../../parts/layout/card.tsx'
import { Stack } from '../../../parts/layout/stack.tsx'
import { Pagination } from '../../../parts/navigation/pagination.tsx'
import { Banner } from '../../../parts/state/banner.tsx'
import { EmptyState } from '../../../parts/waiting/empty-state.tsx'
import { Remote } from '../../../parts/waiting/remote.tsx'
import { SkeletonRows } from '../../../parts/waiting/skeleton-rows.tsx'
import { MaySee } from '../../../shell/permissions/may-see.tsx'
import { nameOf, useMembers } from '../../../team/use-members.ts'
import type { AuditNames } from './audit-changes.ts'
import { AuditExportMenu } from './audit-export-menu.tsx'
import { AuditFilter } from './audit-filter.tsx'
import { AuditLine } from './audit-line.tsx'
import css from './audit-log.module.css'
import { useAuditVerification } from './audit-verification.tsx'
import { useAuditView } from './use-audit-view.ts'

const PAGE_SIZE = 50

const countText = (count: number, isFiltered: boolean): string =>
  `${count.toLocaleString('en-GB')} ${isFiltered ? 'matching ' : ''}${count === 1 ? 'change' : 'changes'}`

export const AuditLog = () => {
  const organization = useOrganization()
  return (
    organization && (
      <MaySee may="audit.read" what="the audit log">
        <OfOrganization key={organization._id} id={organization._id} />
      </MaySee>
    )
  )
}

const OfOrganization = ({ id }: { id: OrganizationId }) => {
  const view = useAuditView()
  const { members } = useMembers()
  const catalogue = useCatalogueNames()
  const names = useMemo<AuditNames>(
    () => ({
      ...catalogue,
      user: (id) => {
        const member = members.find(({ userId }) => userId === id)
        return member ? nameOf(member) : id
      },
    }),
    [catalogue, members],
  )
  const { page, to } = usePageNumber()
  const { failure } = useSelected(selectAuditExport)
  const verification = useAuditVerification(id)
  const { data, retry } = useQuery('readAudit', { id, ...view.filter, skip: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })
  // While the user types, the previous response stays until the next one arrives.
  const response = useLastValue(lastLoaded(data)?.value ?? null)
  return (
    <Stack>
      <AuditFilter view={view} members={members} />
      {failure && (
        <Banner tone="bad" title="The log could not be exported">
          {failureMessage(failure)}
        </Banner>
      )}
      {verification.violation}
      <Remote
        data={data}
        retry={retry}
        title="The audit log could not be loaded"
        value={response}
        loading={<SkeletonRows rows={8} columns={3} />}
      >
        {({ entries, totalCount }) => (
          <Card
            title="Audit log"
            text={verification.success || countText(totalCount, view.isFiltered)}
            padded={false}
            actions={
              <>
                {view.isFiltered && (
                  <Button variant="quiet" onClick={view.clear}>
                    Clear filters
                  </Button>
                )}
                {verification.button}
                <AuditExportMenu input={{ id, ...view.filter }} />
              </>
            }
          >
            {entries.length === 0 ? (
              <EmptyState
                art={<LogbookArt />}
                title="No matching changes"
                text="Changes to members, roles, settings, tokens, projects and instances are recorded here."
                actions={<Button onClick={view.clear}>Show all changes</Button>}
              />
            ) : (
              <ul className={css.list} aria-label="Changes">
                {entries.map((entry) => (
                  <AuditLine key={entry.number} entry={entry} names={names} />
                ))}
              </ul>
            )}
          </Card>
        )}
      </Remote>
      <Pagination label="Changes" page={page} pageSize={PAGE_SIZE} total={response?.totalCount ?? 0} to={to} />
    </Stack>
  )
}
