import type { ReconcileSettings } from '../../reconcile/reconcile-options.ts'
import type { JobMailer } from './job-outcome.ts'

export type RunSettings = ReconcileSettings & { mailer?: JobMailer | undefined }
