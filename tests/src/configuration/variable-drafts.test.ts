import { expect, test } from 'vitest'
import { configurationErrors } from '../../../src/instances/configuration/configuration-errors.ts'
import { referenceTargets } from '../../../src/instances/configuration/draft-references.ts'
import { withPastedVariables } from '../../../src/instances/configuration/paste-variables.ts'
import { serviceDraft, type VariableDraft } from '../../../src/instances/configuration/service-draft.ts'
import { groupDraft, groupErrors, typedGroup } from '../../../src/instances/configuration/variable-group-draft.ts'
import { shownVariables } from '../../../src/instances/shown-variables.ts'
import { completeReference } from '../../../src/rules/variables/complete-reference.ts'
import { storedService } from './sample-service.ts'

const variable = (name: string, value: string | null, more: Partial<VariableDraft> = {}): VariableDraft => ({
  name,
  value,
  isSecret: false,
  isSaved: value === null,
  ...more,
})
const withVariables = (name: string, ...environment: VariableDraft[]) => ({
  ...serviceDraft(storedService({ name })),
  environment,
})

test('a wrong reference is an error of its row, also of a saved value whose target was removed', () => {
  const db = withVariables('db', variable('PASSWORD', 'deep-sea'))
  const app = withVariables(
    'app',
    variable('A', `\${db.NONE}`),
    variable('B', null, { references: ['db.PASSWORD'] }),
    variable('C', null, { references: ['db.GONE'] }),
  )
  expect(configurationErrors([app, db])).toEqual({
    'app environment.0.value': 'db has no variable NONE.',
    'app environment.2.value': 'db has no variable GONE.',
  })
  const grouped = { ...db, variableGroups: ['shared'] }
  expect(configurationErrors([app, grouped]), 'it may come from the group').toEqual({})
})

test('the reference that is being typed is completed, an escaped one is not', () => {
  const targets = referenceTargets([
    withVariables('db', variable('PASSWORD', 'x')),
    withVariables('', variable('A', '')),
  ])
  expect(targets).toEqual(['db.host', 'db.port', 'db.PASSWORD'])
  expect(completeReference(`x://:\${pass`, targets)).toEqual({ from: 5, options: [`\${db.PASSWORD}`] })
  expect(completeReference(`\${`, targets)?.options).toHaveLength(3)
  expect(completeReference(`$\${db.`, targets)).toBeNull()
  expect(completeReference(`\${db.host}`, targets)).toBeNull()
})

test('pasted variables replace values in their place, and blank rows disappear', () => {
  const before = [variable('MODE', null), variable('', ''), variable('TOKEN', null, { isSecret: true })]
  const pasted = [
    { name: 'NEW', value: '1', isSecret: false },
    { name: 'MODE', value: 'calm', isSecret: true },
  ]
  expect(withPastedVariables(before, pasted)).toEqual([
    { name: 'MODE', value: 'calm', isSecret: true, isSaved: true },
    { name: 'TOKEN', value: null, isSecret: true, isSaved: true },
    { name: 'NEW', value: '1', isSecret: false, isSaved: false },
  ])
})

test('the variables of all services are listed with where they come from, and filtered by name or service', () => {
  const services = [
    storedService({
      name: 'app',
      environment: [{ name: 'URL', isSecret: true, digest: '', references: ['db.host'] }],
      groupVariables: [{ name: 'MODE', isSecret: false, digest: '', group: 'shared' }],
    }),
    storedService({ name: 'db', environment: [] }),
  ]
  expect(shownVariables(services)).toEqual([
    {
      name: 'app',
      variables: [
        { name: 'URL', isSecret: true, references: ['db.host'], group: null },
        { name: 'MODE', isSecret: false, references: [], group: 'shared' },
      ],
    },
  ])
  expect(shownVariables(services, 'mod')[0]?.variables.map(({ name }) => name)).toEqual(['MODE'])
  expect(shownVariables(services, 'APP')[0]?.variables).toHaveLength(2)
  expect(shownVariables(services, 'none')).toEqual([])
})

test('a group keeps saved values, and its errors stand at the rows of the form', () => {
  const saved = { ...groupDraft(null), name: 'shared', variables: [variable('TOKEN', null, { isSecret: true })] }
  expect(typedGroup(saved)).toEqual({ name: 'shared', variables: [{ name: 'TOKEN', isSecret: true }] })
  expect(groupErrors(saved)).toEqual({})
  const wrong = { name: 'Shared', variables: [variable('', ''), variable('2BAD', 'x')] }
  expect(groupErrors(wrong)).toEqual({
    name: expect.stringContaining('lower-case'),
    'variables.1.name': expect.stringContaining('Use letters'),
  })
})
