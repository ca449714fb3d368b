import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOf } from '../../server/money/ledger.ts'
import { postBooking } from '../../server/money/post-booking.ts'
import { payeeOf } from '../../server/referral/withdrawals/payee-of.ts'
import type { UserId } from '../../src/contract/wire/common.ts'
import { type OrganizationHarness, organizationHarness, type TestUser } from './organization-harness.ts'
import { evmWallet, type TestWallet } from './wallet-keys.ts'

const DOLLAR = 1_000_000

let harness: OrganizationHarness
let names = 0
beforeAll(async () => {
  harness = await organizationHarness()
})
afterAll(() => harness.close())

interface Earner extends TestUser {
  userId: UserId
}

/** Creates a user in the programme, with credit. */
const earner = async (credit: { earned?: number; given?: number }): Promise<Earner> => {
  names += 1
  const user = await harness.user(`Earner ${names}`)
  const userId = user.userId as UserId
  await user.call('POST', 'referral/registration')
  const give = (kind: 'referralCredit' | 'platformCredit', amountMicros: number) =>
    harness.store.db.transaction((tx) =>
      postBooking(tx, {
        kind: 'creditGranted',
        key: randomUUID(),
        cause: { kind: 'test', id: userId },
        at: new Date(),
        entries: [
          { account: { kind, userId }, amount: BigInt(amountMicros) },
          { account: { kind: 'grants' }, amount: -BigInt(amountMicros) },
        ],
      }),
    )
  if (credit.earned) await give('referralCredit', credit.earned)
  if (credit.given) await give('platformCredit', credit.given)
  return { ...user, userId }
}

const payee = { firstName: 'Ada', lastName: 'Lovelace' }
const network = { chainId: 137, networkName: 'Polygon' }

const messageFor = async (user: TestUser, address: string, amount: number, other = {}): Promise<string> => {
  const messageInput = {
    address,
    amount: String(amount),
    ...network,
    chainId: String(network.chainId),
    ...payee,
    ...other,
  }
  return (await user.call('GET', `withdrawal/message?${new URLSearchParams(messageInput)}`)).body.message
}

const request = (address: string, amount: number, signature: string) => ({
  userDetails: payee,
  amount,
  walletDetails: { address, signature, ...network },
})

const withdraw = async (user: TestUser, wallet: TestWallet, amount: number) =>
  user.call(
    'POST',
    'withdrawal',
    request(wallet.address, amount, await wallet.sign(await messageFor(user, wallet.address, amount))),
  )

const creditsOf = async (user: TestUser) => (await user.call('GET', 'longshore-wallet')).body.credits

test('[A7.22] [A7.21] [A7.20] [A3.10] an amount signed by a wallet is debited and waits for its payout', async () => {
  const [user, wallet] = [await earner({ earned: 30 * DOLLAR, given: 5 * DOLLAR }), evmWallet()]
  expect(await creditsOf(user)).toEqual({ total: 35 * DOLLAR, platform: 5 * DOLLAR, withdrawable: 30 * DOLLAR })
  expect((await withdraw(user, wallet, 12_500_000)).status).toBe(200)
  expect(await creditsOf(user)).toEqual({ total: 22_500_000, platform: 5 * DOLLAR, withdrawable: 17_500_000 })
  expect(await balanceOf(harness.store.db, { kind: 'pendingPayout', userId: user.userId })).toBe(12_500_000n)
  const { body } = await user.call('GET', 'withdrawal')
  expect(body).toMatchObject({
    totalCount: 1,
    withdrawals: [
      {
        userDetails: { firstName: 'Ada', lastName: 'Lovelace' },
        amount: 12_500_000,
        walletAddress: wallet.address,
        chainId: 137,
        networkName: 'Polygon',
        status: 'pending',
      },
    ],
  })
})

test('[A7.22] a request without userDetails is judged by its content, and pays to the name in the profile', async () => {
  const [user, wallet] = [await earner({ earned: 10 * DOLLAR }), evmWallet()]
  const { name } = (await user.call('GET', 'profile')).body.user.platformProfile
  const messageInput = { address: wallet.address, amount: String(DOLLAR), chainId: '137', networkName: 'Polygon' }
  const { message } = (await user.call('GET', `withdrawal/message?${new URLSearchParams(messageInput)}`)).body
  expect(message).toContain(`Payee: ${name}\n`)
  const specified = (amount: number, signature: string) => ({
    amount,
    walletDetails: { address: wallet.address, signature, ...network },
  })
  const signature = await wallet.sign(message)
  expect(await user.call('POST', 'withdrawal', specified(2 * DOLLAR, signature))).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'walletDetails.signature' }] },
  })
  expect((await user.call('POST', 'withdrawal', specified(0.5, signature))).body.fields).toContainEqual(
    expect.objectContaining({ field: 'amount' }),
  )
  expect((await user.call('POST', 'withdrawal', specified(DOLLAR, signature))).status).toBe(200)
  const [paid] = (await user.call('GET', 'withdrawal')).body.withdrawals
  expect(`${paid.userDetails.firstName} ${paid.userDetails.lastName}`).toBe(name)
})

test.each([
  ['Ada King Lovelace', { firstName: 'Ada King', lastName: 'Lovelace' }],
  [' Ada  Lovelace ', { firstName: 'Ada', lastName: 'Lovelace' }],
  ['Ada', { firstName: 'Ada', lastName: '' }],
])('the profile name %j is the payee %j', async (name, expected) => {
  const { userId } = await harness.user('Payee')
  await harness.store.pool.query('update "user" set name = $2 where id = $1', [userId, name])
  expect(await payeeOf(harness.store.db, userId as UserId)).toEqual(expected)
})

test('[A7.21] withdrawals are listed page by page, the newest first', async () => {
  const [user, wallet] = [await earner({ earned: 10 * DOLLAR }), evmWallet()]
  for (const amount of [1, 2, 3]) expect((await withdraw(user, wallet, amount * DOLLAR)).status).toBe(200)
  const listed = async (query: string) => {
    const { totalCount, withdrawals } = (await user.call('GET', `withdrawal${query}`)).body
    return [totalCount, ...withdrawals.map(({ amount }: { amount: number }) => amount / DOLLAR)]
  }
  expect(await listed('')).toEqual([3, 3, 2, 1])
  expect(await listed('?skip=1&limit=1')).toEqual([3, 2])
})

test('one name without the other is rejected', async () => {
  const user = await earner({ earned: DOLLAR })
  const query = new URLSearchParams({
    address: evmWallet().address,
    amount: String(DOLLAR),
    chainId: '137',
    networkName: 'Polygon',
    firstName: 'Ada',
  })
  expect((await user.call('GET', `withdrawal/message?${query}`)).status).toBe(400)
})

test('the message contains the amount, the wallet, the network, the payee, the account and the withdrawal id', async () => {
  const [user, wallet] = [await earner({ earned: DOLLAR }), evmWallet()]
  const message = await messageFor(user, wallet.address.toLowerCase(), 500_000)
  const parts = ['0.5 dollars', 'Network: Polygon (chain 137)', 'Payee: Ada Lovelace']
  for (const part of [...parts, wallet.address, user.userId, 'http://localhost:4600', 'Withdrawal: 1'])
    expect(message).toContain(part)
  const forged = { lastName: 'Lovelace\nAmount: 1 dollars' }
  expect(await messageFor(user, wallet.address, 500_000, forged)).toBe(
    'Some fields are invalid. Check them and try again.',
  )
})

test('a signature is valid for one withdrawal', async () => {
  const [user, wallet] = [await earner({ earned: 10 * DOLLAR }), evmWallet()]
  const signature = await wallet.sign(await messageFor(user, wallet.address, DOLLAR))
  const body = request(wallet.address, DOLLAR, signature)
  expect((await user.call('POST', 'withdrawal', body)).status).toBe(200)
  expect(await user.call('POST', 'withdrawal', body)).toMatchObject({
    status: 400,
    body: { error: 'invalid', fields: [{ field: 'walletDetails.signature' }] },
  })
  expect((await creditsOf(user)).withdrawable).toBe(9 * DOLLAR)
})

test('[A5.7] [A8.12] a signature of another wallet, amount, payee, network, user or address is rejected', async () => {
  const [user, outsider] = [await earner({ earned: 10 * DOLLAR }), await earner({ earned: 10 * DOLLAR })]
  const [wallet, other] = [evmWallet(), evmWallet()]
  const message = await messageFor(user, wallet.address, DOLLAR)
  const signed = request(wallet.address, DOLLAR, await wallet.sign(message))
  const bad = [
    { ...signed, userDetails: { ...payee, firstName: 'Mallory' } },
    { ...signed, walletDetails: { ...signed.walletDetails, chainId: 1 } },
    { ...signed, walletDetails: { ...signed.walletDetails, networkName: 'Ethereum' } },
    request(wallet.address, DOLLAR, await other.sign(message)),
    request(wallet.address, 2 * DOLLAR, await wallet.sign(message)),
    request(other.address, DOLLAR, await wallet.sign(message)),
    request(wallet.address, DOLLAR, await wallet.sign(await messageFor(outsider, wallet.address, DOLLAR))),
    request(wallet.address, DOLLAR, `0x${'0'.repeat(130)}`),
    request(wallet.address, DOLLAR, `0x${'f'.repeat(130)}`),
  ]
  for (const body of bad)
    expect(await user.call('POST', 'withdrawal', body)).toMatchObject({
      status: 400,
      body: { fields: [{ field: 'walletDetails.signature' }] },
    })
  expect((await creditsOf(user)).withdrawable).toBe(10 * DOLLAR)
  expect((await user.call('GET', 'withdrawal')).body).toEqual({ withdrawals: [], totalCount: 0 })
})

test('[A9.4] less than the minimum and more than the credit are rejected; all of it is accepted', async () => {
  const [user, wallet] = [await earner({ earned: DOLLAR, given: 100 * DOLLAR }), evmWallet()]
  for (const amount of [99_999, 1_000_001, 50 * DOLLAR])
    expect(await withdraw(user, wallet, amount)).toMatchObject({
      status: 400,
      body: { error: 'invalid', fields: [{ field: 'amount' }] },
    })
  expect((await withdraw(user, wallet, DOLLAR)).status).toBe(200)
  expect(await creditsOf(user)).toEqual({ total: 100 * DOLLAR, platform: 100 * DOLLAR, withdrawable: 0 })
})

test('a user outside the programme cannot withdraw', async () => {
  const user = await harness.user('Outsider')
  expect(await withdraw(user, evmWallet(), DOLLAR)).toMatchObject({ status: 409, body: { error: 'notInReferral' } })
})

test.each([
  ['an invalid address', { address: '0x12' }, 'walletDetails.address'],
  ['a fractional amount', { amount: 0.5 }, 'amount'],
  ['a negative amount', { amount: -DOLLAR }, 'amount'],
  ['no first name', { firstName: ' ' }, 'userDetails.firstName'],
])(
  '%s is rejected at its field',
  async (_, change: { address?: string; amount?: number; firstName?: string }, field) => {
    const user = await earner({ earned: DOLLAR })
    const whole = request(change.address ?? evmWallet().address, change.amount ?? DOLLAR, `0x${'0'.repeat(130)}`)
    const body = { ...whole, userDetails: { ...whole.userDetails, firstName: change.firstName ?? 'Ada' } }
    expect((await user.call('POST', 'withdrawal', body)).body.fields[0]).toMatchObject({ field })
  },
)

test('concurrent withdrawals never exceed the credit', async () => {
  const met = { paid: 0, rejected: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      }),
      async (earned, handfuls) => {
        const [user, wallet] = [await earner({ earned: earned * DOLLAR }), evmWallet()]
        let taken = 0
        for (const handful of handfuls) {
          const responses = await Promise.all(handful.map((amount) => withdraw(user, wallet, amount * DOLLAR)))
          for (const [place, { status }] of responses.entries()) {
            expect([200, 400]).toContain(status)
            met[status === 200 ? 'paid' : 'rejected'] += 1
            if (status === 200) taken += handful[place] ?? 0
          }
        }
        expect(taken).toBeLessThanOrEqual(earned)
        expect((await creditsOf(user)).withdrawable).toBe((earned - taken) * DOLLAR)
        expect(await balanceOf(harness.store.db, { kind: 'pendingPayout', userId: user.userId })).toBe(
          BigInt(taken * DOLLAR),
        )
      },
    ),
    { numRuns: 15 },
  )
  expect(met.paid).toBeGreaterThan(5)
  expect(met.rejected).toBeGreaterThan(5)
})
