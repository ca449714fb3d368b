import type { Session } from '../../../../src/contract/wire/session.ts'

const places: Record<Session['place'], string> = {
  thisMachine: 'this machine',
  privateNetwork: 'private network',
  internet: 'internet',
  unknown: 'unknown place',
}

/** An address, and what it tells of the place. */
export const placeLabel = (address: string, place: Session['place']): string =>
  address ? `${address}, ${places[place]}` : places[place]
