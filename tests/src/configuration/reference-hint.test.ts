import { expect, test } from 'vitest'
import { referenceHint } from '../../../src/instances/configuration/reference-hint.ts'
import { blankService } from '../../../src/instances/configuration/service-draft.ts'

const variable = { name: 'PASSWORD', value: 'x', isSecret: true, isSaved: false }
const db = { ...blankService('db'), name: 'db', environment: [variable] }
const web = { ...blankService('web'), name: 'web', variableGroups: ['shared'] }

test.each([
  [['db.PASSWORD', 'web.host'], 'Refers to db.PASSWORD, web.host'],
  [['nosuch.HOST'], 'There is no service “nosuch”. There is: db, web'],
  [['db.HOST'], 'db has no HOST. It has: host, PASSWORD'],
  // A group may have it.
  [['web.HOST'], 'Refers to web.HOST'],
])('%j: %s', (references, hint) => {
  expect(referenceHint(references, [db, web])).toBe(hint)
})
