import { expect, test } from 'vitest'
import type { ServerSearch } from '../../../src/logs/log-views.ts'
import { combinedSearch } from '../../../src/logs/merge/combined-search.ts'

const ended: ServerSearch = { kind: 'ended' }
const waiting: ServerSearch = { kind: 'waiting' }
const running = (scanned: number, total: number): ServerSearch => ({ kind: 'running', progress: { scanned, total } })
const stopped: ServerSearch = { kind: 'stopped', reason: 'limit', upTo: 70 }
const failed: ServerSearch = { kind: 'failed', failure: { kind: 'offline' } }

test('the search of one log stays as it is', () => {
  expect(combinedSearch([stopped])).toBe(stopped)
})

test('the searches of several logs run while one does, and have ended when all have', () => {
  expect(combinedSearch([running(10, 40), ended, running(5, 60)])).toEqual(running(15, 100))
  expect(combinedSearch([ended, waiting, failed])).toEqual(waiting)
  expect(combinedSearch([ended, ended])).toEqual(ended)
})

test('a failure of one shows before a stop of another, and a stop names no line of one log', () => {
  expect(combinedSearch([stopped, ended, failed])).toEqual(failed)
  expect(combinedSearch([ended, stopped])).toEqual({ ...stopped, upTo: 0 })
})
