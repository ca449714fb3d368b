import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeMail } from '../../server/sandbox/mail/mail-store.ts'
import { type SessionHarness, sessionHarness } from './session-harness.ts'

let harness: SessionHarness
beforeAll(async () => {
  harness = await sessionHarness()
})
afterAll(() => harness.close())

const mail = (number: number) => ({
  to: `a${number}@example.org`,
  subject: `Mail ${number} <script>`,
  text: `Hello\nhttp://localhost/invite/${number}#secret\njavascript:alert(1)`,
  html: '<p>Hello</p>',
})
const read = (headers: Record<string, string> = {}) => harness.app.inject({ url: '/api/sandbox/mail', headers })

test('unsent mails are listed newest first, and the 200 newest are kept', async () => {
  for (let number = 1; number <= 203; number += 1) await storeMail(harness.store.db, mail(number))
  const response = await read()
  const { mails } = response.json()
  expect(mails).toHaveLength(200)
  expect(mails[0]).toMatchObject({ ...mail(203), sentAt: expect.stringMatching(/Z$/) })
  expect(response.headers['cache-control']).toBe('no-store')
})

test('the HTML page shows mails as text, and only web addresses are links', async () => {
  const response = await read({ accept: 'text/html,*/*' })
  expect(response.headers['content-type']).toMatch(/text\/html/)
  expect(response.headers['content-security-policy']).toMatch(/default-src 'none'/)
  expect(response.body).toContain('Mail 203 &#60;script&#62;')
  expect(response.body).not.toContain('<script>')
  expect(response.body).toContain('<a href="http://localhost/invite/203#secret">')
  expect(response.body).not.toContain('href="javascript')
  for (const [file, type] of [
    ['sign-in.css', /text\/css/],
    ['theme.js', /text\/javascript/],
  ] as const) {
    expect(response.body).toContain(`"/api/sandbox/mail/${file}"`)
    expect((await harness.app.inject(`/api/sandbox/mail/${file}`)).headers['content-type']).toMatch(type)
  }
})

test.each([
  ['another host', { host: 'mail.example.org' }],
  ['a proxy for another machine', { 'x-forwarded-for': '203.0.113.7' }],
])('%s gets a 404', async (_, headers) => {
  expect((await read(headers)).statusCode).toBe(404)
})
