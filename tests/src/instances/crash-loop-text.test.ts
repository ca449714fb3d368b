import { expect, test } from 'vitest'
import type { Instance } from '../../../src/contract/wire/compute.ts'
import { crashLoopText } from '../../../src/instances/events/crash-loop-text.ts'

const error = (code: string): Instance['error'] => ({ code, message: 'Exited', at: '2026-03-01T10:00:00.000Z' })

test('only an instance that is to run and is in a crash loop has a text beside its state', () => {
  expect(crashLoopText({ error: error('crashLoop'), desiredState: 'active' })).toBe('In a crash loop')
  expect(crashLoopText({ error: error('exited'), desiredState: 'active' })).toBe('')
  expect(crashLoopText({ error: null, desiredState: 'active' })).toBe('')
  expect(crashLoopText({ error: error('crashLoop'), desiredState: 'closed' })).toBe('')
})
