import { expect, test } from 'vitest'
import { attentionAddress, attentionReason, attentionSummary } from '../../src/attention/attention-texts.ts'
import { resourceUseView } from '../../src/attention/resource-use-text.ts'
import type { AttentionItem, AttentionKind } from '../../src/contract/wire/overview/overview.ts'
import { formatCpu } from '../../src/rules/format-size.ts'

const item = (kind: AttentionKind, more: Partial<AttentionItem> = {}): AttentionItem => ({
  kind,
  project: { _id: 'p' as never, name: 'Shop' },
  instanceId: 'i' as never,
  name: 'web',
  reason: '',
  at: null,
  ...more,
})

test('each line of the dashboard leads to the page that shows the cause', () => {
  const addressOf = (kind: AttentionKind, more = {}) => attentionAddress(item(kind, more), 'acme')
  expect(addressOf('instanceFailed')).toBe('/acme/p/i')
  expect(addressOf('deploymentFailed')).toBe('/acme/p/i/deployments')
  expect(addressOf('jobFailed')).toBe('/acme/p/i/jobs')
  expect(addressOf('alertFiring')).toBe('/acme/p/i/alerts')
  expect(addressOf('volumeFull')).toBe('/acme/project/p?show=volumes')
  expect(addressOf('backupFailed', { instanceId: null })).toBe('/acme/project/p?show=volumes')
  expect(addressOf('engineUnreachable', { project: null, instanceId: null })).toBeNull()
})

test('a line without a reason says where to look', () => {
  expect(attentionReason(item('jobFailed', { reason: 'Its last run failed.' }))).toBe('Its last run failed.')
  expect(attentionReason(item('instanceFailed'))).toContain('deployment logs')
  expect(attentionSummary(1)).toBe('One thing needs attention.')
  expect(attentionSummary(1200)).toBe('1,200 things need attention.')
})

test('what is used is shown beside what is promised, and an unknown use is never zero', () => {
  const view = (used: number | null, measured: number) =>
    resourceUseView({ promised: 4000, used, measured, total: 3 }, formatCpu)
  expect(view(1000, 3)).toEqual({ fraction: 0.25, text: '1 vCPU of 4 vCPU used' })
  expect(view(1000, 2).text).toBe('1 vCPU of 4 vCPU used, measured for 2 of 3')
  expect(view(3, 3).text).toBe('less than 0.01 vCPU of 4 vCPU used')
  expect(view(null, 0)).toEqual({ fraction: undefined, text: '4 vCPU promised, use not known at present' })
  expect(resourceUseView({ promised: 0, used: 0, measured: 0, total: 0 }, formatCpu).fraction).toBe(0)
})
