import { expect, test } from 'vitest'
import { createEngineOutages } from '../../server/compute/reconcile/provider/engine-outages.ts'
import { EngineFailure } from '../../server/engines/engine.ts'

test('what needs an engine in an outage fails at once with its message, and other engines do not', () => {
  const outages = createEngineOutages()
  const unreachable = new EngineFailure('engineUnreachable', 'The engine is not responding.')
  outages.begin('paris', unreachable)
  expect(() => outages.check('paris')).toThrow(unreachable)
  outages.check('')
  outages.end('paris')
  outages.check('paris')
})

test('another failure, such as one of the database, is no outage of the engine', () => {
  const outages = createEngineOutages()
  outages.begin('', new Error('the connection to the database was lost'))
  outages.begin('', new EngineFailure('unexpected', 'Something failed.'))
  outages.check('')
})
