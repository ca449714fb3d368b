import { expect, test } from 'vitest'
import { createTransferLimit } from '../../server/compute/snapshots/files/transfer-limit.ts'

test('one organisation’s transfers leave places for others, whoever of its members runs them', () => {
  const take = createTransferLimit()
  const north = (userId: string) => take({ userId, organizationId: 'north' })
  const leave = north('ada')
  north('ada')
  expect(() => north('ada')).toThrow('You have 2 transfers running.')
  north('bob')
  expect(() => north('cyd')).toThrow('3 transfers of this organisation are running.')
  for (const organizationId of ['east', 'west'])
    for (const user of '123') take({ userId: user + organizationId, organizationId })
  take({ userId: 'dan', organizationId: 'south' })
  expect(() => take({ userId: 'eve', organizationId: 'far' })).toThrow('Too many transfers')
  leave()
  expect(() => take({ userId: 'eve', organizationId: 'far' })).not.toThrow()
})
