import { expect, test } from 'vitest'
import { type ContainerUse, shellCommandLine } from '../../server/compute/commands/shell-command-line.ts'
import { shellEndReasons } from '../../src/contract/shell/shell.ts'

const ada = { name: 'Ada', apiKeyName: null, service: 'web', replica: 1 }
const ended = {
  kind: 'commandEnded',
  durationMs: 1249,
  exitCode: 0,
  hasTimedOut: false,
  bytes: 1,
  isCut: false,
} as const
const shellEnded = { kind: 'sessionEnded', session: 'terminal', durationMs: 725_400, reason: 'idle' } as const

test.each<[string, ContainerUse]>([
  ['ran a command in replica 2 of web: exit code 0, after 1.2s, 1 byte of output', ended],
  [
    'ran a command in replica 2 of web: exit code 3, after 1.2s, more than 1 MiB of output',
    { ...ended, exitCode: 3, bytes: 1_048_576, isCut: true },
  ],
  [
    'ran a command in replica 2 of web: killed at the time limit, exit code 137, after 1m, 1,234 bytes of output',
    { ...ended, exitCode: 137, durationMs: 60_012, hasTimedOut: true, bytes: 1234 },
  ],
  [
    'sent a command to replica 2 of web: ended early, because the control plane stopped, after 0.0s',
    { kind: 'commandLost', durationMs: 7, reason: 'serverStopped' },
  ],
  ['opened a shell in replica 2 of web', { kind: 'sessionStarted', session: 'terminal' }],
  ['opened the files of replica 2 of web', { kind: 'sessionStarted', session: 'files' }],
])('[P4.7] a line names the user and the replica: %s', (text, use) => {
  expect(shellCommandLine(ada, use)).toBe(`Ada ${text}`)
})

test('[P4.7] a line about the end of a session has its reason or exit code, its duration and its bytes', () => {
  const start = 'The shell of Ada in replica 2 of web has ended:'
  expect(shellCommandLine(ada, shellEnded)).toBe(`${start} idle for too long, after 12m5s`)
  expect(shellCommandLine(ada, { ...shellEnded, reason: 'exited', exitCode: 0, bytes: 0 })).toBe(
    `${start} exit code 0, after 12m5s, 0 bytes of output`,
  )
  expect(shellCommandLine(ada, { ...shellEnded, session: 'files', bytes: 5000 })).toBe(
    'The file session of Ada in replica 2 of web has ended: idle for too long, after 12m5s, 5,000 bytes downloaded',
  )
  const lines = shellEndReasons.map((reason) => shellCommandLine(ada, { ...shellEnded, reason }))
  expect(new Set(lines).size).toBe(shellEndReasons.length)
})

test('a line names the API token with its owner, who may be gone', () => {
  const line = (name: string | null) => shellCommandLine({ ...ada, name, apiKeyName: 'deploy bot' }, ended)
  expect(line('Ada')).toMatch(/^Ada \(API token “deploy bot”\) ran a command/)
  expect(line(null)).toMatch(/^A former member \(API token “deploy bot”\) ran a command/)
})
