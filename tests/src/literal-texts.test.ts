import * as v from 'valibot'
import { expect, test } from 'vitest'
import { callNamed } from '../../src/contract/contract.ts'
import { errorCodes } from '../../src/contract/error-codes.ts'
import { appTypes, loginProviders, themes } from '../../src/contract/wire/account.ts'
import { region, scalingModes } from '../../src/contract/wire/catalogue.ts'
import { text } from '../../src/contract/wire/common.ts'
import { deploymentStatuses, instanceStates, projectStates } from '../../src/contract/wire/compute.ts'
import { ipLeases } from '../../src/contract/wire/instance/resources.ts'
import { logTypes } from '../../src/contract/wire/log.ts'
import { notification } from '../../src/contract/wire/notification.ts'
import { storageLabels } from '../../src/instances/wizard/plan-extras.ts'
import { selectToken, session } from '../../src/session/session.ts'
import { sessionStorageKeys, storageKeys } from '../../src/session/storage-keys.ts'

test('the storage keys include those that other clients of the origin use [A3.12]', () => {
  expect(Object.values(storageKeys)).toEqual(
    expect.arrayContaining([
      'jwt-token',
      'selected-org',
      'theme',
      'referrer',
      'referredFrom',
      'referralCode',
      'logout',
    ]),
  )
  expect(Object.values(sessionStorageKeys)).toEqual(expect.arrayContaining(['communityFlow', 'communityOrgName']))
})

test('notification types, app types and themes are as specified, and so are the logins except lens [A3.13]', () => {
  expect(notification.entries.type.options).toEqual(['error', 'warning', 'success', 'info'])
  expect(appTypes).toEqual(['site', 'compute', 'storage'])
  expect(loginProviders).toEqual(['google', 'github', 'gitlab', 'bitbucket', 'metamask', 'phantom'])
  expect(themes).toEqual(['light', 'dark', 'default'])
})

test('states, statuses, modes, leases, classes, log types and triggers of instances are as specified [P4.2, P4.3, P4.5, P4.6, P4.7, P4.8]', () => {
  expect(instanceStates).toEqual(['Starting', 'Failed-start', 'Active', 'Closed'])
  expect([...deploymentStatuses].toSorted()).toEqual(
    ['Failed', 'Deployed', 'Deprecated', 'Pending', 'Queued', 'Deprecated-Provider', 'PROVISIONED'].toSorted(),
  )
  expect([...scalingModes].toSorted()).toEqual(['AUTO_SCALING', 'NO_SCALING', 'SCALING_ALLOWED'])
  expect(region.entries.availability.options).toEqual(['available', 'not_available', 'unknown'])
  expect(ipLeases).toEqual(['shared-ip', 'dedicated-ip', 'static'])
  expect(storageLabels).toEqual({ beta1: 'HDD', beta2: 'SSD', beta3: 'NVMe' })
  expect(logTypes).toEqual(expect.arrayContaining(['logs', 'instanceLogs', 'instanceEvents', 'shellCommands']))
  for (const type of ['instance-health-check', 'fetch-logs', 'download-logs'])
    expect(v.is(callNamed('triggerInstance').params as v.GenericSchema, { id: crypto.randomUUID(), type }), type).toBe(
      true,
    )
  expect(projectStates).toEqual(['MAINTAINED', 'ARCHIVED'])
})

test('the session takes its token from local storage [A4.1]', () => {
  const found = (token: string | null) => session.reduce(session.initial, { type: 'storage/tokenFound', token })
  expect(selectToken({ session: found('t') })).toBe('t')
  expect(selectToken({ session: found(null) })).toBeNull()
})

test('text has at most 400 characters by default [A5.13]', () => {
  expect(v.is(text(), 'x'.repeat(400))).toBe(true)
  expect(v.is(text(), 'x'.repeat(401))).toBe(false)
})

test('every error code has an error status and a message, and only two have the status 401 [A8.1, A8.27]', () => {
  for (const [code, { status, message }] of Object.entries(errorCodes)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(message, code).toMatch(/^[A-Z].*[^!]$/)
  }
  expect(
    Object.entries(errorCodes)
      .filter(([, { status }]) => status === 401)
      .map(([code]) => code),
  ).toEqual(['notSignedIn', 'sessionEnded'])
})
