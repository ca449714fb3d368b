import fc from 'fast-check'
import { expect, test } from 'vitest'
import { linesIn, linesOf } from '../../../src/instances/configuration/argument-lines.ts'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import { isEdited, replaceServices, startEditing } from '../../../src/instances/configuration/edited-configuration.ts'
import { draftServices } from '../../../src/instances/configuration/file/draft-services.ts'
import {
  isLocking,
  type ReadServices,
  readServices,
  shownProblems,
} from '../../../src/instances/configuration/file/read-services.ts'
import { readForm, writeForm } from '../../../src/instances/configuration/file/stored-form.ts'
import { withoutValues, writeServices } from '../../../src/instances/configuration/file/write-services.ts'
import { blankService, type ServiceDraft } from '../../../src/instances/configuration/service-draft.ts'
import { typedConfiguration } from '../../../src/instances/configuration/typed-configuration.ts'
import { configurations } from '../../rules/configuration/configuration-arbitrary.ts'
import { savedConfiguration, storedService } from './sample-service.ts'

const servicesIn = (read: ReadServices) => {
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems))
  return read.services
}

test('an argument per line keeps line breaks, quotes and empty arguments', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (argumentsTyped) => {
      expect(linesIn(linesOf(argumentsTyped))).toEqual(argumentsTyped)
    }),
  )
  expect(linesOf(['sh', '-c', 'a\nb', ''])).toBe('sh\n-c\n"a\\nb"\n""')
  expect(linesIn('echo\n"not closed')).toEqual(['echo', '"not closed'])
})

test('the form and the file of a configuration are the same', () => {
  fc.assert(
    fc.property(configurations({ hasSecrets: true }), (configuration) => {
      const services = draftServices(configuration)
      const again = servicesIn(readServices(writeServices(services)))
      expect(typedConfiguration(again)).toEqual(typedConfiguration(services))
    }),
    { numRuns: 100 },
  )
})

test('a saved configuration that comes back as a file unchanged is no change', () => {
  const edited = startEditing(savedConfiguration(4))
  const { configuration } = edited.base
  const again = servicesIn(readServices(writeServices(edited.services), configuration))
  expect(isEdited(replaceServices(edited, again))).toBe(false)
  expect(configurationErrors(again)).toEqual({})
})

test('a number that is not typed yet is left out of the file, whose error names it', () => {
  const text = writeServices([{ ...blankService('New-1'), name: 'web', image: 'nginx', cpu: null }])
  expect(text).not.toContain('cpu')
  const read = readServices(text)
  expect(read.kind === 'problems' && read.problems.map(({ path }) => path)).toEqual(['services.web.cpu'])
})

test('a stored draft has no values, and asks for them again', () => {
  const services = draftServices({
    services: [
      {
        ...storedService(),
        variableGroups: [],
        environment: [{ name: 'PASSWORD', value: 'hidden', isSecret: true }],
        files: [{ path: '/etc/a', content: 'also hidden', mode: 0o600, isSecret: false }],
      },
    ],
  })
  const stored = writeServices(withoutValues(services))
  expect(stored).not.toContain('hidden')
  expect(configurationErrors(servicesIn(readServices(stored)))).toMatchObject({
    'New-1 environment.0.value': 'Enter the value. Values are not stored in the browser.',
  })
})

test('a Docker Compose file becomes services, with what has no effect at its line', () => {
  const read = readServices(
    'services:\n  web:\n    image: nginx\n    privileged: true\n    depends_on: [db]\n  db:\n    image: redis\n',
  )
  expect(read.format).toBe('compose')
  expect(read.notes).toContainEqual(expect.objectContaining({ line: 4, path: 'services.web.privileged' }))
  const [web, db] = servicesIn(read)
  expect([web?.name, web?.kept.startAfter, db?.key]).toEqual(['web', ['New-2'], 'New-2'])
  expect(typedConfiguration(servicesIn(read)).services[0]?.startAfter).toEqual(['db'])
})

const volume = { name: '', class: 'beta2', sizeBytes: 1_073_741_824, mountPath: '' } as const
const port = { containerPort: 'x', protocol: 'http', exposure: 'public' } as const
const variable = { name: '', value: 'A', isSecret: false, isSaved: false }
const web = { ...blankService('web'), name: 'web', image: 'nginx' }

test.for([
  ['volumes.0.mountPath', { kept: { ...web.kept, volumes: [volume] } }],
  ['volumes.0.sizeBytes', { kept: { ...web.kept, volumes: [{ ...volume, sizeBytes: Number.NaN }] } }],
  ['files.0.path', { kept: { ...web.kept, files: [{ path: '', mode: 420, isSecret: false, content: '' }] } }],
  ['ports.0.containerPort', { ports: [port] }],
  ['environment.0.name', { environment: [variable] }],
  ['healthCheck.port', { healthCheck: { ...web.healthCheck, kind: 'http' } }],
  ['memoryBytes', { memoryMib: null }],
  ['image', { image: '' }],
] as const)('an incomplete form has an error at %s, and does not wait for its file', ([field, change]) => {
  const services = [{ ...web, ...change } as ServiceDraft]
  expect(Object.keys(configurationErrors(services))).toContain(`web ${field}`)
  const read = readServices(writeServices(services))
  expect(isLocking(read, false)).toBe(false)
  expect(readForm(writeForm({ services, head: { name: 'shop', projectNetwork: true } }))).toEqual({
    services,
    head: { name: 'shop', projectNetwork: true },
  })
})

test('the form waits for a file that the user is writing with an error', () => {
  const read = readServices('services: { web: { imgae: nginx } }')
  expect([isLocking(read, true), isLocking(read, false)]).toEqual([true, false])
})

test('an empty file has no error before anything is typed', () => {
  const shown = (text: string) => shownProblems(text, readServices(text)).length
  expect([shown(''), shown(' \n'), shown('services: {}')]).toEqual([0, 0, 1])
})

test('what is no form of this version is not read', () => {
  expect(['', 'x', '{"services":[{}],"head":{}}'].map(readForm)).toEqual([null, null, null])
})
