import type { Config } from '../config.ts'
import type { JobQueues } from '../jobs/job-queues.ts'
import { startWorking } from '../jobs/start-working.ts'
import type { Log } from '../log.ts'
import { storeMail } from '../sandbox/mail/mail-store.ts'
import type { DbOrTx, Store } from '../store/connection.ts'
import { type Mail, MailRejectedError, type SendMail } from './mail.ts'
import { createSmtp } from './smtp.ts'
import { type AlertMailJob, alertMail } from './templates/alert-mail.ts'
import { type FundsMailJob, fundsMail } from './templates/funds-mail.ts'
import { type InviteMailJob, inviteMail } from './templates/invite-mail.ts'
import { type JobMailJob, jobMail } from './templates/job-mail.ts'
import { type OrganizationUpdateMailJob, organizationUpdateMail } from './templates/organization-update-mail.ts'
import { type SecurityMailJob, securityMail } from './templates/security-mail.ts'

export type MailJob =
  | AlertMailJob
  | FundsMailJob
  | InviteMailJob
  | JobMailJob
  | OrganizationUpdateMailJob
  | SecurityMailJob

export interface Mailer {
  /** False if mails cannot be sent: features that need mail are then unavailable. */
  readonly isSetUp: boolean
  /** Await this before a transaction that calls `send`. */
  ready(): Promise<void>
  /** Enqueues a mail in the caller's transaction: it is sent if, and only if, the transaction commits. */
  send(tx: DbOrTx, job: MailJob): Promise<void>
  /** Call this after the commit to send at once instead of at the next poll. */
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

const RETAIN_SECONDS = 60 * 60

/** Sends mails as durable jobs, retried for about a day with growing delays. */
export const createMailer = ({ config, secret, store: { db }, queues, log }: MailerOptions): Mailer => {
  const smtp = config.mail.smtpUrl === null ? null : createSmtp({ url: config.mail.smtpUrl, from: config.mail.from })
  const sandbox: SendMail | null = config.mode === 'sandbox' ? (mail) => storeMail(db, mail) : null
  const post = smtp?.send ?? sandbox
  const queue = queues.queue<MailJob>({
    name: 'mail',
    timeoutSeconds: 120,
    retryLimit: 30,
    retryDelaySeconds: 5,
    maxRetryDelaySeconds: 3600,
    retainSeconds: RETAIN_SECONDS,
    pollSeconds: 10,
    jobsAtOnce: 10,
  })
  const source = { db, secret, publicUrl: config.publicUrl, productName: config.product.name }
  const written = async (job: MailJob): Promise<Mail | null> => {
    switch (job.kind) {
      case 'alert':
        return alertMail(source, job)
      case 'funds':
        return fundsMail(source, job)
      case 'invite':
        return inviteMail(source, job)
      case 'job':
        return jobMail(source, job)
      case 'organizationUpdate':
        return organizationUpdateMail(source, job)
      case 'security':
        return securityMail(source, job)
    }
  }
  let stopWorking = async () => {}
  const unlessRejected = (error: unknown) => {
    if (!(error instanceof MailRejectedError)) throw error
    log.warn({ err: error }, 'mail rejected permanently')
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
          if (mail) await post(mail).catch(unlessRejected)
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
