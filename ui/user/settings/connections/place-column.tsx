import type { Session } from '../../../../src/contract/wire/session.ts'
import type { Column } from '../../../parts/tables/column.ts'
import { Text } from '../../../parts/text/text.tsx'

type Place = Pick<Session, 'address' | 'place'>

const places: Record<Session['place'], string> = {
  thisMachine: 'this machine',
  privateNetwork: 'private network',
  internet: 'internet',
  unknown: 'unknown location',
}

/** The IP address of a session or security event, with the kind of its network. */
export const placeColumn: Column<Place> = {
  id: 'place',
  title: 'Location',
  cell: ({ address, place }) => (
    <Text as="span" tone="muted">
      {address ? `${address}, ${places[place]}` : places[place]}
    </Text>
  ),
}
