import { createConcurrencyLimit, type Release, takeSlots } from '../../../live/concurrency-limit.ts'

const MAX_PER_USER = 2
const MAX_PER_ORGANIZATION = 3
const MAX_TOTAL = 10

type TakeTransfer = (of: { userId: string; organizationId: string }) => Release

/** Limits how many archives are transferred at once, so that no organisation has all the places. */
export function createTransferLimit(): TakeTransfer {
  const ofUsers = createConcurrencyLimit(MAX_PER_USER)
  const ofOrganizations = createConcurrencyLimit(MAX_PER_ORGANIZATION)
  const ofAll = createConcurrencyLimit(MAX_TOTAL)
  return ({ userId, organizationId }) =>
    takeSlots([
      { limit: ofUsers, key: userId, full: `You have ${MAX_PER_USER} transfers running. Wait until one ends.` },
      {
        limit: ofOrganizations,
        key: organizationId,
        full: `${MAX_PER_ORGANIZATION} transfers of this organisation are running. Wait until one ends.`,
      },
      { limit: ofAll, key: '', full: 'Too many transfers are running. Try again in a minute.' },
    ])
}
