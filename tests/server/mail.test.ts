import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configFrom } from '../../server/config.ts'
import { createJobQueues } from '../../server/jobs/job-queues.ts'
import { createMailer, type MailJob } from '../../server/mail/mailer.ts'
import { composeMail } from '../../server/mail/templates/compose-mail.ts'
import { openStore, type Store } from '../../server/store/connection.ts'
import { testDatabase } from './database.ts'
import { testMailServer } from './test-mail-server.ts'
import { until } from './until.ts'

const log = pino({ level: 'silent' })
let store: Store
let closing: (() => unknown)[]
beforeEach(async () => {
  const database = await testDatabase()
  store = openStore({ url: database.url, log })
  closing = [() => database.close(), () => store.close()]
})
afterEach(async () => {
  for (const close of closing.reverse()) await close()
})

const mailerFor = (url: string) => {
  const queues = createJobQueues(store, log)
  const config = configFrom({ LONGSHORE_SMTP_URL: url, LONGSHORE_MAIL_FROM: 'Quay <quay@example.org>' }, '/')
  const mailer = createMailer({ config, secret: 'unused', store, queues, log })
  closing.push(queues.stop, mailer.stop)
  return mailer
}
const organizationUpdate = (to: string, message = 'Ada & <b>Ben</b> have joined'): MailJob => ({
  kind: 'organizationUpdate',
  to,
  organization: { name: 'Harbour', username: 'harbour' },
  message,
})

test('names with line breaks begin no paragraph of a mail', () => {
  const mail = composeMail({
    productName: 'Longshore',
    to: 'ada@example.org',
    subject: 'Support\n\nPay now invited you',
    paragraphs: ['Support\n\nPay at https://evil.test/pay\r\ninvited you.'],
    action: { label: 'Open Harbour\n\nPay now', url: 'http://localhost/' },
    reason: 'You manage Harbour\n\nPay now.',
  })
  expect(mail.subject).toBe('Support Pay now invited you')
  expect(mail.text).toContain('Support Pay at https://evil.test/pay invited you.')
  expect(mail.text).not.toMatch(/^Pay/m)
})

test('a mail is sent in both formats, once its transaction is committed', async () => {
  const server = await testMailServer()
  closing.push(server.close)
  const mailer = mailerFor(server.url)
  await mailer.ready()
  mailer.start()
  await expect(
    store.db.transaction(async (tx) => {
      await mailer.send(tx, organizationUpdate('never@example.org'))
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  await store.db.transaction((tx) => mailer.send(tx, organizationUpdate('ada@example.org')))
  mailer.nudge()
  const [mail] = await until(async () => server.received.length > 0 && server.received)
  expect(mail).toMatchObject({ from: 'quay@example.org', to: 'ada@example.org' })
  expect(mail?.data).toMatch(/^Subject: Harbour: Ada & <b>Ben<\/b> have joined$/m)
  expect(mail?.data).toContain('Content-Type: text/plain')
  expect(mail?.data).toContain('Ada &#38; &#60;b&#62;Ben&#60;/b&#62; have joined')
  expect(server.received.map(({ to }) => to)).toEqual(['ada@example.org'])
})

test('a busy mail server is retried, and a rejected address delays no other mail', async () => {
  const server = await testMailServer({ replies: { 'busy@example.org': [451, 250], 'gone@example.org': [550] } })
  closing.push(server.close)
  const mailer = mailerFor(server.url)
  await mailer.ready()
  await store.db.transaction(async (tx) => {
    for (const to of ['busy', 'gone', 'well']) await mailer.send(tx, organizationUpdate(`${to}@example.org`))
  })
  mailer.start()
  await until(async () => server.received.some(({ to }) => to === 'well@example.org'))
  const retried = `update pgboss.job set start_after = now() where state = 'retry' and data->>'to' = 'busy@example.org'`
  await until(async () => {
    await store.pool.query(retried)
    mailer.nudge()
    return server.received.some(({ to }) => to === 'busy@example.org')
  })
  const left = `select 1 from pgboss.job where name = 'mail' and state <> 'completed'`
  await until(async () => (await store.pool.query(left)).rowCount === 0)
  expect(server.recipients.filter((to) => to === 'gone@example.org')).toHaveLength(1)
})

test('a line break in a name cannot inject a header', () => {
  const action = { label: 'Open', url: 'https://example.org' }
  const mail = composeMail({
    productName: 'Quay',
    to: 'a@example.org',
    subject: 'Hello\r\nBcc: everybody@example.org',
    paragraphs: [],
    action,
    reason: '',
  })
  expect(mail.subject).toBe('Hello Bcc: everybody@example.org')
})
