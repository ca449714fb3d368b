import * as v from 'valibot'

/** The overall status in the response of the status page. */
export const statusPage = v.object({
  status: v.object({ indicator: v.picklist(['none', 'minor', 'major', 'critical']), description: v.string() }),
})

export type ReportedStatus = v.InferOutput<typeof statusPage>['status']

/** The status that is assumed if the status page could not be read. */
export const UNREAD_STATUS: ReportedStatus = { indicator: 'major', description: 'Error ocurred' }

const kinds = { none: 'normal', minor: 'partial', major: 'outage', critical: 'outage' } as const

export const statusKind = ({ indicator }: ReportedStatus): (typeof kinds)[ReportedStatus['indicator']] =>
  kinds[indicator]
