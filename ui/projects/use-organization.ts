import { useParams } from 'react-router-dom'
import type { Organization } from '../../src/contract/wire/account.ts'
import { selectOrganizationNamed } from '../../src/organizations/organizations.ts'
import { useSelected } from '../app/use-selected.ts'

/** The organisation that the address names. */
export const useOrganization = (): Organization | null => {
  const { organization = '' } = useParams()
  return useSelected(selectOrganizationNamed(organization), [organization])
}
