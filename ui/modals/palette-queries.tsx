import { selectOrganization } from '../../src/organizations/organizations.ts'
import { useSelected } from '../app/use-selected.ts'
import { consoleKinds } from '../kinds/console-kinds.ts'

/** Reads everything that the palette finds; what it finds stands in the state. */
export const PaletteQueries = () => {
  const organization = useSelected(selectOrganization)
  return (
    organization &&
    consoleKinds.map(
      ({ kind, PaletteQueries: Queries }) => Queries && <Queries key={kind.name} organizationId={organization._id} />,
    )
  )
}
