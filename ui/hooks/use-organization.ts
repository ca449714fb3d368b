import { useParams } from 'react-router-dom'
import type { Organization } from '../../src/contract/wire/account.ts'
import { selectPageOrganization } from '../../src/organizations/organizations.ts'
import { useSelected } from './use-selected.ts'

/** Returns the organisation that the address names: one of the user's, or a public one. */
export const useOrganization = (): Organization | null => {
  const { organization = '' } = useParams()
  return useSelected(selectPageOrganization(organization), [organization])
}

/** Returns whether the user is a visitor, who can change nothing. */
export const useIsVisitor = (): boolean => useOrganization()?.role === null
