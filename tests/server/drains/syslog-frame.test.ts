import { expect, test } from 'vitest'
import { backOffMs } from '../../../server/compute/drains/delivery/back-off.ts'
import { type DrainRecord, ndjsonOf } from '../../../server/compute/drains/targets/record.ts'
import { retryAfterMs } from '../../../server/compute/drains/targets/retry-after.ts'
import { syslogFrames } from '../../../server/compute/drains/targets/syslog-frame.ts'

const record = (text: string, instance = 'Web shop'): DrainRecord =>
  ({
    origin: {
      organizationId: 'o',
      organization: 'north-pier',
      projectId: 'p',
      project: 'Pro"ject]\\',
      instanceId: 'i',
      instance,
      deploymentId: 'd',
      logType: 'instanceLogs',
      log: 'web.2',
      service: 'web',
      replica: 2,
    },
    sequence: 7,
    atMs: Date.UTC(2026, 10, 24, 12),
    stream: 'stderr',
    text,
    // Ids of a test.
  }) as unknown as DrainRecord

/** Reads octet-counted messages as RFC 5425 says. */
function messagesOf(frames: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < frames.length; ) {
    const space = frames.indexOf(' ', at)
    const length = Number(frames.toString('utf8', at, space))
    messages.push(frames.toString('utf8', space + 1, space + 1 + length))
    at = space + 1 + length
  }
  return messages
}

test('a line is one message of RFC 5424 with its origin as structured data', () => {
  expect(messagesOf(syslogFrames(record('started')))).toEqual([
    '<131>1 2026-11-24T12:00:00.000Z Web-shop web 2 instanceLogs [longshore@32473 organization="north-pier" ' +
      'project="Pro\\"ject\\]\\\\" instance="Web shop" deploymentId="d" stream="stderr" sequence="7"] started',
  ])
})

test.each([
  'one\r\n<13>1 - forged - - - - two',
  '\u001b[31mred\u001b[0m\u0000\u0085end',
  '12 <13>1 forged',
  '] forged="1"]',
])('%j is the text of one message and begins no other', (text) => {
  const messages = messagesOf(syslogFrames(record(text, `${text} ship`)))
  expect(messages).toHaveLength(1)
  expect(messages[0]).not.toMatch(/\p{Cc}/u)
  expect(messages[0]).toMatch(/^<131>1 2026-11-24T12:00:00.000Z [\x21-\x7e]+ web 2 instanceLogs \[longshore@32473 /)
  expect(ndjsonOf([record(text)]).split('\n')).toHaveLength(2)
  expect(JSON.parse(ndjsonOf([record(text)])).message).toBe(text)
})

test('a long line is sent as several messages, cut between characters', () => {
  const text = 'ä€😀'.repeat(3000)
  const messages = messagesOf(syslogFrames(record(text)))
  expect(messages.length).toBeGreaterThan(2)
  for (const message of messages) expect(Buffer.byteLength(message)).toBeLessThanOrEqual(8192)
  expect(messages.map((message) => message.slice(message.indexOf('"] ') + 3)).join('')).toBe(text)
  expect(messages[0]).toContain(`part="1/${messages.length}"`)
})

test('waits double up to a minute, and Retry-After is respected up to fifteen minutes', () => {
  expect([1, 2, 3, 7, 100].map((failures) => backOffMs(failures, undefined, 0.5))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ])
  expect(backOffMs(1, 30_000, 0.5)).toBe(30_000)
  const now = Date.UTC(2026, 0, 1)
  expect(retryAfterMs('120', now)).toBe(120_000)
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30_000)
  expect(retryAfterMs('999999', now)).toBe(900_000)
  expect(retryAfterMs('soon', now)).toBeUndefined()
  expect(retryAfterMs(undefined, now)).toBeUndefined()
})
