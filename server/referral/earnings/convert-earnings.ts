import { and, eq } from 'drizzle-orm'
import { ApiError } from '../../http/api-error.ts'
import { type Conversion, convertReferralCredit } from '../../money/credit/grant-lot.ts'
import type { Tx } from '../../store/connection.ts'
import { members } from '../../store/schema.ts'

/**
 * Turns matured earnings of a user into credit of an organisation that they are a member of, because earnings cannot be
 * transferred to others. There is no way back. Returns the id of the lot.
 */
export const convertEarnings = async (tx: Tx, conversion: Conversion): Promise<string> => {
  const { organizationId, userId } = conversion
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .where(and(eq(members.organizationId, organizationId), eq(members.userId, userId)))
    .for('key share')
  if (!member) throw new ApiError('organizationNotFound')
  return convertReferralCredit(tx, conversion)
}
