import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { discordFormat } from '../../server/alerts/channels/formats/discord-format.ts'
import { slackFormat } from '../../server/alerts/channels/formats/slack-format.ts'
import { teamsFormat } from '../../server/alerts/channels/formats/teams-format.ts'
import { GIVE_UP_MS, outcomeOf } from '../../server/alerts/channels/sending/next-attempt.ts'
import type { AlertMessage } from '../../src/contract/wire/alerts/alert-message.ts'
import { sampleMessage } from './alert-receiver.ts'

/** Text as hostile users write it: mentions, markup, and very long. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '@everyone',
    '<!channel>',
    '<@U1>',
    '[x](https://evil.example)',
    '```',
    '<https://evil.example|ok>',
    '**a**',
  ),
  fc.constant('<&'.repeat(5000)),
  fc.constant('😀'.repeat(3000)),
  fc.constant('\\'.repeat(5000)),
)
const messages: fc.Arbitrary<AlertMessage> = fc
  .record({
    name: text,
    summary: text,
    organization: text,
    project: text,
    instance: text,
    service: text,
    lines: fc.array(text, { maxLength: 5 }),
  })
  .map(({ name, lines, ...more }) => sampleMessage({ ...more, alert: { id: '1', name }, context: lines }))

interface Slack {
  text: string
  blocks: {
    type: string
    text?: { type: string; text: string }
    fields?: { text: string }[]
    elements?: { url: string }[]
  }[]
}
interface Discord {
  allowed_mentions: object
  embeds: { title: string; description: string; fields: { name: string; value: string }[] }[]
}
interface Teams {
  type: string
  attachments: {
    contentType: string
    content: { type: string; version: string; body: { type: string; text?: string; facts?: object[] }[] }
  }[]
}
// The functions return plain objects, and these are their published forms.
const slack = (message: AlertMessage) => slackFormat(message) as Slack
const discord = (message: AlertMessage) => discordFormat(message) as Discord
const teams = (message: AlertMessage) => teamsFormat(message) as Teams

test('messages for Slack keep the limits of Block Kit', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const { text: fallback, blocks } = slack(message)
      expect(fallback.length).toBeLessThanOrEqual(40_000)
      expect(blocks.length).toBeLessThanOrEqual(50)
      for (const { type, text: shown, fields = [], elements = [] } of blocks) {
        if (shown) expect(shown.text.length).toBeLessThanOrEqual(type === 'header' ? 150 : 3000)
        if (shown) expect(shown.text.length).toBeGreaterThan(0)
        expect(fields.length).toBeLessThanOrEqual(10)
        for (const field of fields) expect(field.text.length).toBeLessThanOrEqual(2000)
        for (const { url } of elements) expect(url.length).toBeLessThanOrEqual(3000)
        // Slack reads mentions and links only in text of this type.
        if (shown?.type === 'mrkdwn') expect(shown.text).not.toMatch(/[<>]/)
      }
      expect(fallback).not.toMatch(/[<>]/)
    }),
  )
})

test('messages for Discord keep the limits of embeds and mention nobody', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const { allowed_mentions, embeds } = discord(message)
      expect(allowed_mentions).toEqual({ parse: [] })
      const [{ title, description, fields } = { title: '', description: '', fields: [] }] = embeds
      expect(title.length).toBeLessThanOrEqual(256)
      expect(description.length).toBeLessThanOrEqual(4096)
      expect(fields.length).toBeLessThanOrEqual(25)
      for (const { name, value } of fields) {
        expect(name.length).toBeLessThanOrEqual(256)
        expect(value.length).toBeGreaterThan(0)
        expect(value.length).toBeLessThanOrEqual(1024)
      }
      const all = [title, description, ...fields.flatMap(({ name, value }) => [name, value])]
      expect(all.join('').length).toBeLessThanOrEqual(6000)
      expect([title, description].join('\n')).not.toMatch(/@everyone|@here|:\/\/|(?<!\\)\]\(/)
    }),
  )
})

test('messages for Teams are Adaptive Cards of at most 28 KB', () => {
  fc.assert(
    fc.property(messages, (message) => {
      const card = teams(message)
      expect(card.type).toBe('message')
      expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThanOrEqual(28 * 1024)
      const [attachment] = card.attachments
      expect(attachment?.contentType).toBe('application/vnd.microsoft.card.adaptive')
      expect(attachment?.content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' })
      for (const { type, text: shown } of attachment?.content.body ?? [])
        if (type === 'TextBlock') expect(shown).not.toMatch(/(?<!\\)\]\(/)
    }),
  )
})

describe('what follows an attempt', () => {
  const now = new Date('2026-11-24T12:00:00Z')
  const follows = (status: number | null, attempts = 1, more: object = {}) =>
    outcomeOf({ status, isRejected: false, retryAfter: undefined, ...more }, { attempts, waitingSince: now }, now, 0.5)
  const waitMs = (outcome: ReturnType<typeof follows>) =>
    outcome.kind === 'retry' ? outcome.at.getTime() - now.getTime() : 0

  test.each([200, 201, 204, 299])('%i is a delivery', (status) =>
    expect(follows(status)).toEqual({ kind: 'delivered' }),
  )
  test.each([301, 302, 307, 308, 410])('%i is final', (status) => expect(follows(status)).toEqual({ kind: 'failed' }))
  test.each([400, 413, 422])('%i is repeated four times', (status) => {
    expect(follows(status, 4).kind).toBe('retry')
    expect(follows(status, 5)).toEqual({ kind: 'failed' })
  })
  test.each([null, 401, 404, 408, 429, 500, 503])('%s is repeated for a day', (status) => {
    expect(follows(status, 100).kind).toBe('retry')
  })

  test('an address that is not permitted is given up after five attempts', () => {
    expect(follows(null, 5, { isRejected: true })).toEqual({ kind: 'failed' })
  })

  test('waiting times double from ten seconds to an hour', () => {
    expect([1, 2, 3, 9, 10, 50].map((attempts) => waitMs(follows(500, attempts)) / 1000)).toEqual([
      10, 20, 40, 2560, 3600, 3600,
    ])
  })

  test('Retry-After is respected, in seconds or as a date, up to six hours', () => {
    const retryAfter = (header: string) => waitMs(follows(429, 1, { retryAfter: header })) / 1000
    expect(retryAfter('120')).toBe(120)
    expect(retryAfter('Tue, 24 Nov 2026 12:10:00 GMT')).toBe(600)
    for (const header of ['-5', 'soon', 'Tue, 24 Nov 2020 12:10:00 GMT', '']) expect(retryAfter(header)).toBe(10)
    expect(retryAfter('999999999')).toBe(6 * 3600)
  })

  test('a message is attempted for a day, at most 40 times, and then given up', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
        let at = now
        let attempts = 0
        for (;;) {
          attempts += 1
          const result = { status: 500, isRejected: false, retryAfter: undefined }
          const outcome = outcomeOf(result, { attempts, waitingSince: now }, at, random)
          if (outcome.kind !== 'retry') break
          expect(outcome.at.getTime()).toBeGreaterThan(at.getTime())
          at = outcome.at
        }
        expect(at.getTime() - now.getTime()).toBeLessThanOrEqual(GIVE_UP_MS)
        expect(at.getTime() - now.getTime()).toBeGreaterThan(GIVE_UP_MS - 2 * 3_600_000)
        expect(attempts).toBeLessThanOrEqual(40)
      }),
    )
  })
})
