import { dollars } from '../../../../src/rules/prices.ts'
import { dollarsFrom, LARGEST_REFERRAL_CREDIT_MICROS, referralCreditMicros } from '../../../../src/rules/referral.ts'
import css from './referral-rules.module.css'
import { useWithdrawalLimit } from './withdrawals/use-withdrawal-limit.ts'

const DOLLAR = 1_000_000
const examples = [100, 200, 20].map((paid) => `$${paid} gives $${dollarsFrom(referralCreditMicros(paid * DOLLAR))}`)

export const ReferralRules = () => {
  const limit = useWithdrawalLimit()
  return (
    <ul className={css.rules}>
      <li>Somebody who signs up with your code, or through your link, is referred by you.</li>
      <li>You earn 10% of their first purchase as credit, once it has settled. Later purchases earn nothing.</li>
      <li>
        One person earns you ${dollarsFrom(LARGEST_REFERRAL_CREDIT_MICROS)} at most: {examples.join(', ')}.
      </li>
      <li>The credit can be used for compute only, and cannot be given to anybody else.</li>
      <li>Whoever you refer gets nothing for it.</li>
      <li>What you earned can be withdrawn to a wallet of yours, {dollars(limit)} or more at a time.</li>
    </ul>
  )
}
