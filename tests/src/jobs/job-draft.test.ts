import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandDraft, commandText, inStyle, typedCommand } from '../../../src/instances/jobs/command-draft.ts'
import { newJobDraft, newRunDraft, scheduleErrors, typedJob, typedRun } from '../../../src/instances/jobs/job-draft.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const words = (text: string) => ({ style: 'words' as const, text })

describe('a typed command', () => {
  test.each([
    ['npm run migrate', ['npm', 'run', 'migrate']],
    [`sh -c "echo 'a b' && exit 3"`, ['sh', '-c', "echo 'a b' && exit 3"]],
    ["printf '' x", ['printf', '', 'x']],
    ['  ', []],
    ['say "unclosed', null],
    ['ends \\', null],
  ])('%s', (text, command) => {
    expect(typedCommand(words(text))).toEqual(command)
  })

  test('is read back as it was, in both styles', () => {
    // Lines of an argument list cannot hold an argument of white space alone.
    const argument = fc.string({ minLength: 1, unit: 'binary-ascii' }).filter((text) => text.trim() !== '')
    fc.assert(
      fc.property(fc.array(argument, { minLength: 1, maxLength: 5 }), (command) => {
        expect(typedCommand(words(commandText(command)))).toEqual(command)
        expect(typedCommand(inStyle(words(commandText(command)), 'lines'))).toEqual(command)
        expect(typedCommand(commandDraft(command))).toEqual(command)
      }),
    )
  })

  test('that cannot be read stays as it was typed when the style changes', () => {
    expect(inStyle(words('say "unclosed'), 'lines')).toEqual({ style: 'lines', text: 'say "unclosed' })
  })
})

test('a schedule is checked by itself, before anything else of the job is typed', () => {
  const timeZone = 'Europe/Berlin'
  expect(Object.keys(scheduleErrors({ schedule: '61 * * * *', timeZone }, NOW))).toEqual(['schedule'])
  expect(scheduleErrors({ schedule: ' 0  3 * * * ', timeZone }, NOW)).toEqual({})
})

describe('a job', () => {
  const draft = { ...newJobDraft('app', 'Europe/Berlin'), name: 'nightly', command: words('npm run clean') }

  test('is sent with every setting', () => {
    expect(typedJob({ ...draft, schedule: ' 30  2 * * 1-5 ' }, NOW)).toEqual({
      settings: {
        name: 'nightly',
        serviceName: 'app',
        command: ['npm', 'run', 'clean'],
        schedule: '30 2 * * 1-5',
        timeZone: 'Europe/Berlin',
        overlap: 'forbid',
        timeoutSeconds: 3600,
        keptRuns: 20,
        notifyOnFailure: true,
        enabled: true,
      },
    })
  })

  test.each([
    ['name', { name: ' ' }],
    ['command', { command: words('') }],
    ['command', { command: words("'") }],
    ['schedule', { schedule: '61 * * * *' }],
    ['schedule', { schedule: '0 0 30 2 *' }],
    ['timeZone', { timeZone: '' }],
    ['timeoutSeconds', { timeoutSeconds: null }],
    ['keptRuns', { keptRuns: 201 }],
  ])('has its error at %s', (field, given) => {
    const typed = typedJob({ ...draft, ...given }, NOW)
    expect(Object.keys('errors' in typed ? typed.errors : {})).toEqual([field])
  })
})

test('a command that is run once needs no schedule, and no service where there is one', () => {
  expect(typedRun({ ...newRunDraft(''), command: words('date') })).toEqual({
    settings: { command: ['date'], timeoutSeconds: 3600 },
  })
})
