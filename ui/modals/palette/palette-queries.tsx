import { selectOrganization } from '../../../src/organizations/organizations.ts'
import { useSelected } from '../../hooks/use-selected.ts'
import { consoleKinds } from '../../kinds/console-kinds.ts'

/** Subscribes to the queries whose results the palette searches in the state. */
export const PaletteQueries = () => {
  const organization = useSelected(selectOrganization)
  return (
    organization &&
    consoleKinds.map(
      ({ kind, PaletteQueries: Queries }) => Queries && <Queries key={kind.name} organizationId={organization._id} />,
    )
  )
}
