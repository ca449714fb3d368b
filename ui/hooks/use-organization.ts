import { useParams } from 'react-router-dom'
import type { Organization } from '../../src/contract/wire/account.ts'
import { selectPageOrganization } from '../../src/organizations/organizations.ts'
import { useSelected } from './use-selected.ts'

/** The organisation that the address names: one's own, or a public one that is looked at. */
export const useOrganization = (): Organization | null => {
  const { organization = '' } = useParams()
  return useSelected(selectPageOrganization(organization), [organization])
}

/** Who only looks is offered nothing that changes anything. */
export const useIsVisitor = (): boolean => useOrganization()?.role === null
