import type { Overdue } from '../../contract/wire/money/overdue.ts'

export interface FundsBannerText {
  tone: 'warn' | 'bad'
  title: string
  text: string
}

const USED_UP = 'The balance is used up.'

/** Returns the line above the pages of an organisation; null if there is nothing to do. */
export function fundsBanner(
  { phase, endsAt, stopsAt, dataUntil }: Overdue['funds'],
  timeText: (atMs: number) => string,
): FundsBannerText | null {
  const until = (time: string) => timeText(Date.parse(time))
  switch (phase) {
    case 'funded':
      return null
    case 'low':
      if (endsAt === null) return null
      return {
        tone: 'warn',
        title: `The balance ends on ${until(endsAt)}`,
        text: 'At the present rate, it is used up then. Everything runs on for a while after that, and is stopped.',
      }
    case 'grace':
      return {
        tone: 'bad',
        title: 'The balance is used up',
        text: stopsAt ? `Everything is stopped on ${until(stopsAt)}.` : 'Everything is stopped soon.',
      }
    case 'stopped':
      return {
        tone: 'bad',
        title: 'Everything is stopped',
        text: dataUntil
          ? `${USED_UP} Volumes and snapshots are kept until ${until(dataUntil)}, and then deleted.`
          : USED_UP,
      }
    case 'removed':
      return { tone: 'bad', title: 'Everything is stopped', text: `${USED_UP} Volumes and snapshots were deleted.` }
  }
}
