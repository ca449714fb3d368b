import * as v from 'valibot'
import { expect, test } from 'vitest'
import { autoscalingRules } from '../../../src/contract/wire/instance/autoscaling.ts'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import {
  changeService,
  isEdited,
  startEditing,
  takeNewRules,
} from '../../../src/instances/configuration/edited-configuration.ts'
import { readForm, writeForm } from '../../../src/instances/configuration/file/stored-form.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { noDraft } from '../../../src/instances/deploy-drafts.ts'
import { errorsByField, validateSettings } from '../../../src/instances/deploy-errors.ts'
import { deploySettings } from '../../../src/instances/deploy-settings.ts'
import { servicesAtDeployment } from '../../../src/instances/scaling/present-replicas.ts'
import { draftOf, withSchedule } from '../../../src/instances/scaling/rules-draft.ts'
import { noExtras, planTotals } from '../../../src/instances/wizard/plan-extras.ts'
import { pricedServiceOf } from '../../../src/instances/wizard/service-totals.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const rules = v.parse(autoscalingRules, { minReplicas: 2, maxReplicas: 6, cpuPercent: 80 })
const scaled = storedService({ autoscalingRules: rules, replicas: 1 })
const sent = (edited: ReturnType<typeof startEditing>) =>
  typedConfiguration(edited.services).services.map(({ autoscalingRules: each }) => each)

test('saved rules come back as they were, and can be removed', () => {
  const edited = startEditing(savedConfiguration(1, scaled))
  expect(sent(edited)).toEqual([rules])
  expect(isEdited(edited)).toBe(false)
  const removed = changeService(edited, 'app', { autoscaling: null })
  expect(sent(removed)).toEqual([null])
  expect(isEdited(removed)).toBe(true)
})

test('rules that are not complete are kept, and their errors stand at their fields', () => {
  const draft = { ...withSchedule(draftOf(null), 'Nowhere'), maxReplicas: null }
  const edited = changeService(startEditing(savedConfiguration(1)), 'app', { autoscaling: draft })
  expect(configurationErrors(edited.services)).toEqual({
    'app autoscalingRules.maxReplicas': 'Enter a number.',
    'app autoscalingRules.schedules.0.timeZone': 'Enter an IANA time zone, such as Europe/Berlin.',
  })
  const { services } = edited
  expect(readForm(writeForm({ services, head: {} }))?.services[0]?.autoscaling).toEqual(draft)
})

test('rules that were changed meanwhile without a deployment are not undone by a form that shows the older ones', () => {
  const edited = changeService(startEditing(savedConfiguration(1, scaled)), 'app', { image: 'nginx:2' })
  const newer = savedConfiguration(1, { ...scaled, autoscalingRules: { ...rules, maxReplicas: 9 } })
  const taken = takeNewRules(edited, newer)
  expect(sent(taken)).toMatchObject([{ maxReplicas: 9 }])
  expect(taken.services[0]?.image).toBe('nginx:2')
  expect(isEdited(takeNewRules(startEditing(savedConfiguration(1, scaled)), newer))).toBe(false)

  const own = changeService(edited, 'app', { autoscaling: { ...draftOf(rules), maxReplicas: 4 } })
  expect(sent(takeNewRules(own, newer)), 'those that are edited stay').toMatchObject([{ maxReplicas: 4 }])
})

test('the price counts the replicas with which the deployment begins', () => {
  const [draft] = startEditing(savedConfiguration(1, scaled)).services
  expect(draft && pricedServiceOf(draft).replicas).toBe(2)
  expect(draft && pricedServiceOf(draft, 5).replicas).toBe(5)
  expect(draft && pricedServiceOf({ ...draft, autoscaling: null }, 5).replicas).toBe(1)
  const size = { cpu: 100, memory: 1, storage: 1 }
  expect(planTotals(size, noExtras, 1, draftOf(rules)).cpu).toBe(200)
  expect(planTotals(size, noExtras, 1).cpu).toBe(100)

  const service = { name: 'app', replicas: 4, autoscalingRules: rules }
  const present = (state: 'Active' | 'Closed') =>
    // Only these fields of an instance are read.
    ({ state, services: [service] }) as unknown as Parameters<typeof servicesAtDeployment>[1]
  expect(servicesAtDeployment([scaled], present('Active'))).toMatchObject([{ replicas: 4 }])
  expect(servicesAtDeployment([scaled], present('Closed'))).toMatchObject([{ replicas: 2 }])
  expect(servicesAtDeployment([storedService()], present('Active'))).toMatchObject([{ replicas: 2 }])
})

test('a single service of the wizard is checked with its ports and its volume', () => {
  const of = (autoscaling: ReturnType<typeof draftOf>, ports: string[], extras = noExtras) => {
    const draft = { ...noDraft('image nginx'), ports, autoscaling }
    const given = { template: null, version: '', image: 'nginx', region: 'local', planId: '', size: null }
    const settings = deploySettings({ ...given, scalingMode: 'NO_SCALING', draft, extras })
    const errors = errorsByField(validateSettings(settings, null, draft), null, draft)
    return Object.fromEntries(Object.entries(errors).filter(([field]) => field.startsWith('autoscalingRules')))
  }
  const zero = { ...draftOf(null), minReplicas: 0 }
  const volume = { class: 'beta2' as const, sizeGib: 1, mountPath: '/data' }
  expect(of(zero, ['80'])).toEqual({})
  expect(of(zero, [])).toEqual({ 'autoscalingRules.minReplicas': expect.stringContaining('public HTTP port') })
  expect(of(draftOf(null), ['80'], { ...noExtras, volume })).toEqual({
    'autoscalingRules.maxReplicas': expect.stringContaining('one writer'),
  })
  expect(of({ ...draftOf(null), cpuPercent: null }, ['80'])).toEqual({
    autoscalingRules: 'Choose a target, a schedule, or a minimum of 0 replicas.',
  })
  const rejected = { field: 'configuration.services.0.autoscalingRules', message: 'The region forbids it.' }
  expect(errorsByField([rejected], null, noDraft(''))).toEqual({ autoscalingRules: 'The region forbids it.' })
})
