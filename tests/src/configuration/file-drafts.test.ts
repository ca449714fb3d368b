import { expect, test } from 'vitest'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import { changeService, rebase, startEditing } from '../../../src/instances/configuration/edited-configuration.ts'
import { behaviourSummary, healthCheckSummary } from '../../../src/instances/configuration/form/behaviour-summary.ts'
import { fileModeText, typedFileMode } from '../../../src/instances/configuration/form/file-mode.ts'
import { blankService, type FileDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const withFiles = (...files: FileDraft[]) => {
  const edited = startEditing(savedConfiguration(4))
  const kept = edited.services[0]?.kept
  return kept ? changeService(edited, 'app', { kept: { ...kept, files } }) : edited
}
const saved: FileDraft = { path: '/etc/app.conf', mode: 0o644, isSecret: false, savedPath: '/etc/app.conf' }

test('a file is added, changed and kept', () => {
  const added: FileDraft = { path: '/run/key', mode: 0o400, isSecret: true, content: 'first\nsecond' }
  const edited = withFiles(saved, added)
  expect(configurationErrors(edited.services)).toEqual({})
  expect(typedConfiguration(edited.services).services[0]?.files).toEqual([
    { path: '/etc/app.conf', mode: 0o644, isSecret: false },
    { path: '/run/key', mode: 0o400, isSecret: true, content: 'first\nsecond' },
  ])
})

test('a saved content stays with its path, and a new file needs one', () => {
  expect(configurationErrors(withFiles({ ...saved, path: '/etc/b.conf' }).services)).toEqual({
    'app files.0.content': 'The saved content belongs to /etc/app.conf. Enter it again, or keep the path.',
  })
  expect(configurationErrors(withFiles({ path: '/etc/b', mode: 0o600, isSecret: false }).services)).toEqual({
    'app files.0.content': 'Enter the content. Contents are not stored in the browser.',
  })
  expect(configurationErrors(withFiles({ ...saved, path: '/etc/b.conf', content: '' }).services)).toEqual({})
})

test('changes based on a newer deployment ask for the content of a file that it does not have', () => {
  const newer = savedConfiguration(5, storedService({ files: [] }))
  expect(configurationErrors(rebase(withFiles(saved), newer).services)).toMatchObject({
    'app files.0.content': expect.stringContaining('Enter the content.'),
  })
  const again = savedConfiguration(5)
  expect(configurationErrors(rebase(withFiles(saved), again).services)).toEqual({})
})

test.each([
  ['0644', 0o644],
  ['644', 0o644],
  ['0400', 0o400],
  ['7', 0o007],
])('the mode %s', (typed, mode) => {
  expect(typedFileMode(typed)).toBe(mode)
  expect(typedFileMode(fileModeText(mode))).toBe(mode)
})

test('what is no mode stays empty, and is an error of its field', () => {
  for (const typed of ['', '8', '0888', 'rw', '01777']) expect(typedFileMode(typed)).toBeNaN()
  expect(fileModeText(Number.NaN)).toBe('')
  expect(configurationErrors(withFiles({ ...saved, mode: Number.NaN }).services)).toEqual({
    'app files.0.mode': 'Enter a number.',
  })
})

test('a closed group of fields says what they are', () => {
  const service = blankService('New-1')
  expect(behaviourSummary(service, [])).toBe('Always restarted, 10 s to stop')
  expect(healthCheckSummary(service)).toContain('No check')
  const own = {
    ...service,
    restartPolicy: 'never' as const,
    stopSignal: 'SIGQUIT',
    releaseCommand: 'migrate',
    kept: { ...service.kept, startAfter: ['db'] },
    healthCheck: { ...service.healthCheck, kind: 'http' as const, path: '/health', port: '80' },
  }
  expect(behaviourSummary(own, [{ ...blankService('db'), name: 'db' }])).toBe(
    'Never restarted, 10 s to stop after SIGQUIT, starts after db, has a release command',
  )
  expect(healthCheckSummary(own)).toBe('HTTP request /health on port 80, every 10 s')
})
