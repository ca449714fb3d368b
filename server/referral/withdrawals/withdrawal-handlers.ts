import { desc, eq } from 'drizzle-orm'
import type { withdrawalCalls } from '../../../src/contract/calls/referral-calls.ts'
import type { Withdrawal } from '../../../src/contract/wire/referral.ts'
import type { Handlers } from '../../http/handler.ts'
import { sessionOf } from '../../http/require-user.ts'
import type { Store } from '../../store/connection.ts'
import { withdrawals } from '../../store/schema.ts'
import { checkedAddress, createWithdrawal, type WithdrawalConfig } from './create-withdrawal.ts'
import { payeeOf } from './payee-of.ts'
import { withdrawalMessage } from './withdrawal-message.ts'

const DOLLAR_MICROS = 1_000_000

/** Handlers for withdrawals of referral credit. */
export const withdrawalHandlers = (
  { db }: Pick<Store, 'db'>,
  config: WithdrawalConfig,
): Handlers<keyof typeof withdrawalCalls> => ({
  readWithdrawals: async ({ caller, input: { skip, limit } }) => {
    const own = eq(withdrawals.userId, sessionOf(caller).userId)
    const [rows, totalCount] = await Promise.all([
      db
        .select()
        .from(withdrawals)
        .where(own)
        .orderBy(desc(withdrawals.createdAt), withdrawals.id)
        .offset(skip)
        .limit(limit),
      db.$count(withdrawals, own),
    ])
    return { withdrawals: rows.map(withdrawalWire), totalCount }
  },

  readWithdrawalLimit: async () => ({
    limit: config.withdrawalLimitMicros / DOLLAR_MICROS,
    limitMicros: config.withdrawalLimitMicros,
  }),

  readWithdrawalMessage: async ({ caller, input }) => {
    const { userId } = sessionOf(caller)
    const { firstName, lastName, ...rest } = input
    const payee =
      firstName !== undefined && lastName !== undefined ? { firstName, lastName } : await payeeOf(db, userId)
    const terms = { ...rest, ...payee, address: await checkedAddress(input.address) }
    return { message: await withdrawalMessage(db, config, userId, terms) }
  },

  createWithdrawal: async ({ caller, input, settle }) => {
    const { userId } = sessionOf(caller)
    return db.transaction(async (tx) => {
      const response = { withdrawal: withdrawalWire(await createWithdrawal(tx, config, userId, input, new Date())) }
      await settle?.(tx, response)
      return response
    })
  },
})

const withdrawalWire = (row: typeof withdrawals.$inferSelect): Withdrawal => ({
  _id: row.id,
  userDetails: { firstName: row.firstName, lastName: row.lastName },
  amount: row.amountMicros,
  walletAddress: row.walletAddress,
  chainId: Number(row.chainId),
  networkName: row.networkName,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
})
