import type { OrganizationId } from '../../../src/contract/wire/common.ts'
import { lastLoaded } from '../../../src/core/remote-data.ts'
import { useQuery } from '../../hooks/use-query.ts'
import { useUrlQuery } from '../../hooks/use-url-query.ts'
import { LinkButton } from '../../parts/actions/link-button.tsx'

/** Where every project is archived, or there is none. */
export const ArchivedLink = ({ organizationId }: { organizationId: OrganizationId }) => {
  const { to } = useUrlQuery()
  const { data } = useQuery('countProjects', { id: organizationId, state: 'ARCHIVED' })
  const count = lastLoaded(data)?.value.count ?? 0
  return count === 0 ? null : <LinkButton to={to({ projects: 'archived' })}>{`${count} archived`}</LinkButton>
}
