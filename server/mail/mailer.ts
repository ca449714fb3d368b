import type { Config } from '../config.ts'
import type { JobQueues } from '../jobs/job-queues.ts'
import { startWorking } from '../jobs/start-working.ts'
import type { Log } from '../log.ts'
import { keepMail } from '../sandbox/mail/kept-mails.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { type InviteLetterJob, inviteLetter } from './letters/invite-letter.ts'
import { type NewsLetterJob, newsLetter } from './letters/news-letter.ts'
import { type SecurityLetterJob, securityLetter } from './letters/security-letter.ts'
import { type Mail, MailRefused, type SendMail } from './mail.ts'
import { createSmtp } from './smtp.ts'

export type LetterJob = InviteLetterJob | NewsLetterJob | SecurityLetterJob

export interface Mailer {
  /** False where nobody said how: then nothing may be promised that needs a mail. */
  readonly isSetUp: boolean
  /** Before a transaction that will send. */
  ready(): Promise<void>
  /** Part of the caller's transaction: the letter goes out if, and only if, the change is made. */
  send(tx: DbOrTx, job: LetterJob): Promise<void>
  /** After the commit: the letter goes at once. */
  nudge(): void
  start(): void
  stop(): Promise<void>
}

export interface MailerOptions {
  config: Pick<Config, 'mail' | 'mode' | 'publicUrl' | 'product'>
  secret: string
  store: Pick<Store, 'db'>
  queues: JobQueues
  log: Log
}

const KEPT_SECONDS = 60 * 60

/** Letters as durable jobs: tried for about a day, with growing pauses. */
export const createMailer = ({ config, secret, store: { db }, queues, log }: MailerOptions): Mailer => {
  const smtp = config.mail.smtpUrl === null ? null : createSmtp({ url: config.mail.smtpUrl, from: config.mail.from })
  const sandbox: SendMail | null = config.mode === 'sandbox' ? (mail) => keepMail(db, mail) : null
  const post = smtp?.send ?? sandbox
  const queue = queues.queue<LetterJob>({
    name: 'mail',
    lastsSeconds: 120,
    retryLimit: 30,
    retryDelaySeconds: 5,
    longestDelaySeconds: 3600,
    keptSeconds: KEPT_SECONDS,
    pollSeconds: 10,
    jobsAtOnce: 10,
  })
  const source = { db, secret, publicUrl: config.publicUrl, productName: config.product.name }
  const written = async (job: LetterJob): Promise<Mail | null> => {
    if (job.kind === 'invite') return inviteLetter(source, job)
    return job.kind === 'news' ? newsLetter(source, job) : securityLetter(source, job)
  }
  let stopWorking = async () => {}
  const unlessRefused = (error: unknown) => {
    if (!(error instanceof MailRefused)) throw error
    log.warn({ err: error }, 'a mail was refused for good')
  }

  return {
    isSetUp: post !== null,
    ready: async () => {
      if (post) await queue.ready()
    },
    send: async (tx, job) => {
      if (post) await queue.send(tx, job)
    },
    nudge: queue.nudge,
    start: () => {
      if (!post) return
      stopWorking = startWorking(
        queue,
        async (job) => {
          const mail = await written(job)
          if (mail) await post(mail).catch(unlessRefused)
        },
        log,
      )
    },
    stop: async () => {
      await stopWorking()
      smtp?.close()
    },
  }
}
