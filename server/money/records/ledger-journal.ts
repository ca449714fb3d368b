import type { Account } from '../account.ts'
import type { ExportedBooking, ExportedEntry } from './exported-bookings.ts'

const groups: Record<Account['kind'], 'assets' | 'liabilities' | 'revenues' | 'expenses' | 'equity'> = {
  credit: 'liabilities',
  receivable: 'assets',
  pendingReferralCredit: 'liabilities',
  referralCredit: 'liabilities',
  platformCredit: 'liabilities',
  pendingPayout: 'liabilities',
  revenue: 'revenues',
  processor: 'assets',
  treasury: 'assets',
  inTransit: 'assets',
  disputed: 'assets',
  unallocated: 'liabilities',
  taxPayable: 'liabilities',
  exchange: 'equity',
  fees: 'expenses',
  badDebt: 'expenses',
  grants: 'expenses',
  promotions: 'expenses',
  referralProgramme: 'expenses',
}

export const JOURNAL_HEADER = `; Longshore ledger. Debits are positive, as is usual in journals: what customers have is negative.
commodity 1000.000000 USD

`

/** Returns a booking as a transaction of hledger. */
export const journalOf = ({ id, at, kind, key, cause, entries }: ExportedBooking): string => {
  const tags = { at: at.slice(11), booking: id, key, cause: `${cause.kind}/${cause.id}` }
  const comment = Object.entries(tags)
    .map(([name, value]) => `${name}:${plain(value)}`)
    .join(', ')
  const postings = entries.map((entry) => `    ${accountOf(entry)}  ${amountOf(entry)}\n`)
  return `${at.slice(0, 10)} * ${plain(kind)}  ; ${comment}\n${postings.join('')}\n`
}

/** Replaces what would end a tag, an account name or a line. */
const plain = (text: string): string =>
  text.replaceAll(/[^\w/.@+-]/g, (character) => encodeURIComponent(character).replaceAll(/[!'()*]/g, '_'))

const accountOf = ({ kind, userId, organizationId, part, lotId, holdId }: ExportedEntry): string =>
  [groups[kind] ?? 'equity', kind, userId, organizationId, part, lotId, holdId === null ? null : `held:${holdId}`]
    .filter((name) => name !== null)
    .map((name) => name.split(':').map(plain).join(':'))
    .join(':')

/** Credits are positive in the ledger, and negative in journals. */
const amountOf = ({ amount, currency }: ExportedEntry): string =>
  currency === 'USD' ? `${dollars(-amount)} USD` : `${-amount} "${currency.replaceAll(/["\r\n;]/g, '_')}"`

const dollars = (micros: bigint): string => {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}
